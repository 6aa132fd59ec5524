"""Imports go one way: every module knows its own layer and those below, see `layers`."""
from __future__ import annotations

import pytest

from tests.architecture.layers import BANNED, belongs, place
from tests.architecture.sources import PRODUCT, modules, sources


def _target(name: str) -> str | None:
    """The module of ours that importing `name` needs: itself, or the one that it is a name in."""
    known = modules()
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name or None


def test_every_module_has_a_layer():
    homeless = [m for m in modules() if place(m) is None]
    assert not homeless, f"give these a row in tests/architecture/layers.py: {homeless}"


def test_imports_go_down_only():
    wrong = []
    for source in sources(*PRODUCT):
        layer, group = place(source.module)
        for name, line, _ in source.imports():
            target = _target(name)
            if target is None or target == source.module:
                continue
            other_layer, other_group = place(target)
            if other_layer > layer:
                wrong.append(f"{source.name}:{line} imports {target}, which lies above it")
            elif other_layer == layer and other_group != group:
                wrong.append(f"{source.name}:{line} imports its sibling {target}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("part", "names", "why"), BANNED, ids=[row[0] for row in BANNED])
def test_banned_imports(part, names, why):
    wrong = [f"{source.name}:{line} imports {name}"
             for source in sources(*PRODUCT) if belongs(source.module, part)
             for name, line, _ in source.imports() if any(belongs(name, banned) for banned in names)]
    assert not wrong, f"{why}:\n" + "\n".join(wrong)


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


def test_tests_follow_the_source():
    """A folder of tests for a part of the product bears that part's name: `tests/physics/collision`."""
    own = {"architecture", "behaviour", "benchmarks", "determinism", "regressions", "theory"}
    from tests.architecture.sources import ROOT
    for folder in sorted((ROOT / "tests").iterdir()):
        if folder.is_dir() and folder.name not in own and folder.name != "__pycache__":
            assert (ROOT / folder.name).is_dir(), f"tests/{folder.name} mirrors no folder of the product"
