"""Runners: the function that builds and steps each case's worlds, found by the case's id.

A runner takes a `Run` and returns what it measured, one table of numbers for each point of the case's sweep.  Importing a module
of the folder `runners` registers those in it.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import cache

from app.headless.scanning import modules_in
from app.studies.validate.expectation import Row, rows
from app.studies.validate.run import Run
from physics import Box, Plane, World

RUNNERS_FOLDER = "app.studies.validate.runners"
Measured = list[dict[str, float]]
RUNNERS: dict[str, Callable[[Run], Measured]] = {}


def runner(*ids: str) -> Callable:
    """Register a function as the runner of these cases."""
    def register(function: Callable[[Run], Measured]) -> Callable[[Run], Measured]:
        RUNNERS.update(dict.fromkeys(ids, function))
        return function

    return register


@cache
def load() -> None:
    """Import every module of runners."""
    modules_in(RUNNERS_FOLDER)


def has_runner(id: str) -> bool:
    """Whether there is a runner of this name."""
    load()
    return id in RUNNERS


def run_case(run: Run) -> list[Row]:
    """Run one combination of a case."""
    load()
    return rows(run, RUNNERS[run.case.runs_like](run))


def lay_ground(world: World, kind: str, half: tuple[float, float, float], **own) -> None:
    """Level ground at z = 0: a plane, or a box with these half extents [m]; `own` are further properties of the body."""
    plane = kind == "plane"
    world.add_body(shape=Plane() if plane else Box(half=half), type="static", position=(0, 0, 0 if plane else -half[2]), **own)
