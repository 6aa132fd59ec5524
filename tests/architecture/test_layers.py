"""Imports go one way: every folder imports its own layer and those below, see `layers`."""
from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath

from tests.architecture.layers import BANNED, LAYERS, MOST_AT_A_ROOT, MOST_LAYERS, MOST_MODULES, belongs, place
from tests.architecture.sources import PRODUCT, ROOT, modules, sources


def _target(name: str) -> str | None:
    """The module of ours that importing `name` needs: itself, or the one that it is a name in."""
    known = modules()
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name or None


def test_every_folder_has_a_layer():
    homeless = [m for m in modules() if place(m) is None]
    assert not homeless, f"give their folders a row in tests/architecture/layers.py: {homeless}"


def test_rows_are_folders():
    """No row names a single file, and none a folder that is gone."""
    wrong = [name for rows in LAYERS.values() for row in rows for name in row if not (ROOT / name.replace(".", "/")).is_dir()]
    assert not wrong, f"not a folder: {wrong}"


def test_imports_go_down_only():
    wrong = []
    for source in sources(*PRODUCT):
        layer, folder = place(source.module)
        package = source.module.split(".")[0]
        for name, line, _ in source.imports():
            target = _target(name)
            if target is None or target.split(".")[0] != package:
                continue
            other_layer, other_folder = place(target)
            if other_layer > layer:
                wrong.append(f"{source.name}:{line} imports {target}, which lies above it")
            elif other_layer == layer and other_folder != folder:
                wrong.append(f"{source.name}:{line} imports its sibling {target}")
    assert not wrong, "\n".join(wrong)


def test_banned_imports():
    wrong = [f"{source.name}:{line} imports {name}: {why}" for part, names, why in BANNED
             for source in sources(*PRODUCT) if belongs(source.module, part)
             for name, line, _ in source.imports() if any(belongs(name, banned) for banned in names)]
    assert not wrong, "\n".join(wrong)


def test_no_circles():
    """No module needs itself to be imported first; imports inside functions do not count."""
    graph = {source.module: {t for name, _, lazily in source.imports() if not lazily and (t := _target(name))}
             - {source.module} for source in sources(*PRODUCT)}
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " -> ".join((*path[path.index(module):], module))
        if module not in done:
            for other in sorted(graph[module]):
                visit(other, (*path, module))
            done.add(module)

    for module in sorted(graph):
        visit(module, ())


def test_few_layers():
    """The number of layers is limited."""
    high = {package: len(rows) for package, rows in LAYERS.items() if len(rows) > MOST_LAYERS[package]}
    assert not high, f"more layers than {MOST_LAYERS}: {high}"


def test_folders_hold_few_modules():
    held = Counter(str(PurePosixPath(source.name).parent) for source in sources(*PRODUCT))
    full = {folder: n for folder, n in held.items() if n > (MOST_MODULES if "/" in folder else MOST_AT_A_ROOT)}
    assert not full, f"more than {MOST_MODULES} modules in a folder or {MOST_AT_A_ROOT} at a package's root: {full}"


def test_every_folder_has_a_description():
    """Each folder of modules has a docstring of more than a line: what it owns, its input and its output."""
    bare = [folder for folder in {str(PurePosixPath(source.name).parent) for source in sources(*PRODUCT)}
            if len((text := modules().get(folder.replace("/", "."))) and text.docstring or "") < 60]
    assert not bare, f"no docstring of the folder in __init__.py: {sorted(bare)}"


def test_tests_follow_the_source():
    """A folder of tests has the name of the folder that it tests: `tests/physics/collision`."""
    own = {"architecture", "behaviour", "benchmarks", "data", "determinism", "fuzzing", "mutations", "regressions",
           "reliability", "supply", "support", "theory", "window"}
    folders = {PurePosixPath(source.name).parent.relative_to("tests").as_posix() for source in sources("tests")}
    strangers = [folder for folder in folders if folder.split("/")[0] not in own and not (ROOT / folder).is_dir()]
    assert not strangers, f"these folders of tests mirror no folder: {sorted(strangers)}"
