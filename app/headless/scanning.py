"""Scanning: the modules of a folder, so that what is added there is found without being listed anywhere.

Commands, overlays and panels are found so.  The order is that of the names, on every machine.
"""
from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType


def modules_in(package: str) -> list[ModuleType]:
    """Every module of a package, its folders included, imported now, in the order of their names."""
    folder = import_module(package)
    names = sorted(found.name for found in pkgutil.walk_packages(folder.__path__, f"{package}."))
    return [import_module(name) for name in names]
