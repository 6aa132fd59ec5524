"""The app has no import cycles: imports inside functions and those for type checkers count as well."""
from __future__ import annotations

import ast

from tests.architecture.sources import Source, modules, sources


def _known(source: Source) -> set[str]:
    """The modules of ours that a source names in an import, wherever it stands."""
    found: set[str] = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            found |= {_ours(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {_ours(f"{node.module}.{alias.name}") for alias in node.names}
    return found - {"", source.module}


def _ours(name: str) -> str:
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name


def test_the_app_has_no_circles():
    graph = {source.module: _known(source) for source in sources("app")}
    while graph:                                          # modules that need none of the others, again and again
        free = {module for module, others in graph.items() if not others & graph.keys()}
        assert free, f"these modules know each other in circles: {sorted(graph)}"
        graph = {module: others for module, others in graph.items() if module not in free}
