"""Scanning: the modules of a folder, so that no list of them is needed.

It finds commands, overlays and panels.  The order is that of the names, on every machine.
"""
from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType


def modules_in(package: str) -> list[ModuleType]:
    """Every module of a package and its folders, imported, in the order of their names."""
    folder = import_module(package)
    names = sorted(found.name for found in pkgutil.walk_packages(folder.__path__, f"{package}."))
    return [import_module(name) for name in names]
