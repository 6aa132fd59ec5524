"""Cases: textbook answers as data, read from `cases/*.yaml`, and what they are run with.

A case has

    id, title, source, tier       tier `gate` must hold; `quality` is printed and may fail
    stabilizations, substeps      every combination is one run; substeps may be a list for each stabilization
    dt, sweeps, solver            step [s], solver sweeps in a whole step, other solver settings
    setup                         numbers of the scene, read by its runner
    sweep                         list of points, each a few named numbers, or lists by name to be combined; a runner
                                  answers for every point
    where, expect                 see `expectation`

Numbers may be written as expressions of the numbers before them: `1/60`, `2*pi`, `v0/(mu*g*h)`.  Times and forces that
follow from a formula use the substep h, with which the integrator steps.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from physics import SolverSettings, World
from tests.behaviour.expectation import Expectation

FOLDER = Path(__file__).parent / "cases"
FUNCTIONS = {name: getattr(math, name) for name in ("pi", "sin", "cos", "tan", "atan", "sqrt", "floor", "ceil", "radians", "exp")}
FUNCTIONS |= {"min": min, "max": max, "abs": abs}
GRAVITY = (0.0, 0.0, -9.81)


def value(text: Any, names: dict[str, Any]) -> Any:
    """A number, or the number that an expression in `names` stands for; lists and tables part by part."""
    if isinstance(text, list):
        return [value(one, names) for one in text]
    if isinstance(text, dict):
        return {key: value(one, names) for key, one in text.items()}
    if not isinstance(text, str):
        return text
    try:
        return eval(text, {"__builtins__": {}}, FUNCTIONS | names)
    except NameError:
        return text                              # a word, such as the name of a friction model


def _points(sweep: Any) -> list[dict[str, Any]]:
    if isinstance(sweep, list):
        return sweep
    return [dict(zip(sweep, numbers)) for numbers in itertools.product(*sweep.values())]


@dataclass(frozen=True, kw_only=True)
class Case:
    """One case, as in its file."""

    id: str
    title: str
    source: str
    group: str
    tier: str = "gate"
    stabilizations: list[str] = field(default_factory=lambda: ["none", "baumgarte", "split_impulse", "soft"])
    substeps: Any = field(default_factory=lambda: [1, 4])
    dt: Any = "1/60"
    sweeps: int = 20
    solver: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    sweep: Any = field(default_factory=lambda: [{}])
    where: dict[str, str] = field(default_factory=dict)
    expect: list[dict[str, Any]] = field(default_factory=list)

    def runs(self) -> Iterator["Run"]:
        """Every combination of stabilization and number of substeps."""
        for stabilization in self.stabilizations:
            for substeps in self.substeps[stabilization] if isinstance(self.substeps, dict) else self.substeps:
                yield Run(self, stabilization, substeps)


class Run:
    """A case with one stabilization and one number of substeps: numbers of its setup by `run["name"]`, worlds, expectations."""

    def __init__(self, case: Case, stabilization: str, substeps: int):
        self.case, self.stabilization, self.substeps = case, stabilization, substeps
        self.dt = value(case.dt, {})
        self.h = self.dt / substeps
        self.names: dict[str, Any] = {"g": 9.81, "dt": self.dt, "h": self.h, "substeps": substeps, "stabilization": stabilization}
        for name, text in case.setup.items():
            self.names[name] = value(text, self.names)
        self.points = [value(point, self.names) for point in _points(case.sweep)]

    def __getitem__(self, name: str) -> Any:
        return self.names[name]

    @property
    def label(self) -> str:
        """For people: `C01 soft 4`."""
        return f"{self.case.id} {self.stabilization} {self.substeps}"

    def settings(self, **changes: Any) -> SolverSettings:
        """The solver of this run."""
        own = {name: value(text, self.names) for name, text in self.case.solver.items()}
        iterations = -(-self.case.sweeps // self.substeps)
        return SolverSettings(**{"stabilization": self.stabilization, "substeps": self.substeps, "iterations": iterations,
                                 "restitution_threshold": 0.0} | own | changes)

    def world(self, *, gravity: Any = GRAVITY, dt: float | None = None, **solver: Any) -> World:
        """An empty world in double precision with this run's solver."""
        return World(gravity=tuple(gravity), dt=self.dt if dt is None else dt, precision="double", solver=self.settings(**solver))

    def steps(self, seconds: float) -> int:
        """Whole steps in a time."""
        return round(seconds / self.dt)

    def expectations(self, point: dict[str, Any]) -> Iterator[Expectation]:
        """What is expected at a point of the sweep, with numbers in place of expressions."""
        names = self.names | point
        for name, text in self.case.where.items():
            names[name] = value(text, names)
        for entry in self.case.expect:
            if value(entry.get("when", True), names):
                fixed = {key: value(text, names) for key, text in entry.items() if key not in ("what", "when")}
                yield Expectation(what=entry["what"], **{"tier": self.case.tier} | fixed)


@cache
def cases() -> dict[str, Case]:
    """All cases by id, in the order of the files."""
    found: dict[str, Case] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            if entry["id"] in found:
                raise ValueError(f"{path.name}: the case {entry['id']} stands twice")
            found[entry["id"]] = Case(group=path.stem, **entry)
    return found
