"""Our own cases: what once went wrong and must not again, in the form of those of `impulse validate`, runners beside them."""
from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from app.studies.validate import catalogue
from app.studies.validate.case import Case

FOLDER = Path(__file__).parent / "cases"


@cache
def own_cases() -> dict[str, Case]:
    """The cases of this folder by id; their runners are registered."""
    found = catalogue.cases(FOLDER)
    groups = {case.group for case in found.values()}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name in groups:
            importlib.import_module(f"tests.behaviour.{module.name}")
    return found


def all_cases() -> dict[str, Case]:
    """These and those of `impulse validate`."""
    return catalogue.cases() | own_cases()
