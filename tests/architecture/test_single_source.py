"""Single sources: no list of words has a copy that must be synchronized by hand."""
from __future__ import annotations

import ast
from collections import defaultdict

from tests.architecture.sources import PRODUCT, modules, sources

FEW = 3          # a list of fewer words may well occur twice by chance; one that is a setting's choices may not


def _words(node: ast.AST) -> frozenset[str]:
    """The strings of a literal tuple, list or set; nothing when it holds anything else.

    The keys of a dictionary do not count: it says what each choice does, and a missing one is a KeyError.
    """
    parts = node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else []
    if not all(isinstance(p, ast.Constant) and isinstance(p.value, str) for p in parts):
        return frozenset()
    return frozenset(p.value for p in parts)


def _lists() -> dict[frozenset[str], list[str]]:
    """Set of words -> where it is written down."""
    found = defaultdict(list)
    for source in sources(*PRODUCT):
        for node in source.nodes:
            if words := _words(node):
                found[words].append(f"{source.name}:{node.lineno}")
    return found


def _choices() -> dict[frozenset[str], str]:
    """Set of words -> the tunable whose choices they are."""
    import dataclasses
    from importlib import import_module

    from physics.definitions.tunable import tunables
    found = {}
    for module in modules():
        if module in ("physics.definitions.settings", "physics.definitions.body_definition", "physics.joints",
                      "physics.definitions.material", "app.ui.view_settings"):
            for value in vars(import_module(module)).values():
                if isinstance(value, type) and dataclasses.is_dataclass(value):
                    found.update({frozenset(about.choices): f"{value.__name__}.{name}"
                                  for name, about in tunables(value).items() if about.choices and len(about.choices) > 1})
    return found


def test_no_list_is_written_twice():
    choices = _choices()
    assert choices, "no setting has choices"
    twice = [f"{sorted(words)}: {', '.join(places)}" for words, places in _lists().items()
             if len({p.partition(':')[0] for p in places}) > 1 and (len(words) >= FEW or words in choices)]
    assert not twice, "\n".join(twice)


def test_settings_are_documented_once():
    """No docstring repeats the default of a setting: the tunable has it, and the manual is made from that."""
    from physics.definitions.settings import SolverSettings
    from physics.definitions.tunable import tunables
    names = set(tunables(SolverSettings))
    wrong = []
    for source in sources(*PRODUCT):
        for node in source.nodes:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)) and (text := ast.get_docstring(node)):
                said = {name for name in names if f"{name}=" in text.replace(" ", "")}
                if len(said) > 2:
                    wrong.append(f"{source.name}: {sorted(said)}")
    assert not wrong, "\n".join(wrong)
