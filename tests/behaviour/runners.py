"""Runners: the function that builds and steps each case's worlds, found by the case's id.

A runner takes a `Run` and returns what it measured, one table of numbers for each point of the case's sweep.
"""
from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from pathlib import Path

from physics import Box, Plane, World
from tests.behaviour.case import Run, cases
from tests.behaviour.expectation import Row, rows

Measured = list[dict[str, float]]
RUNNERS: dict[str, Callable[[Run], Measured]] = {}


def runner(*ids: str) -> Callable:
    """Register a function as the runner of these cases."""
    def register(function: Callable[[Run], Measured]) -> Callable[[Run], Measured]:
        RUNNERS.update(dict.fromkeys(ids, function))
        return function

    return register


def lay_ground(world: World, kind: str, half: tuple[float, float, float], **own) -> None:
    """Level ground at z = 0: a plane, or a box with these half extents [m]; `own` are further properties of the body."""
    plane = kind == "plane"
    world.add_body(shape=Plane() if plane else Box(half=half), type="static", position=(0, 0, 0 if plane else -half[2]), **own)


def load() -> None:
    """Import every group's module, which registers its runners."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name in {case.group for case in cases().values()}:
            importlib.import_module(f"tests.behaviour.{module.name}")


def run_case(run: Run) -> list[Row]:
    """Run one combination of a case."""
    load()
    return rows(run, RUNNERS[run.case.id](run))
