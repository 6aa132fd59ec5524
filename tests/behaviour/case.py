"""Cases: textbook answers as data, read from `cases/*.yaml`, and what they are run with.

A case has

    id, title, source, tier       tier `gate` must hold; `quality` is printed and may fail
    stabilizations, substeps      every combination is one run; substeps may be a list for each stabilization
    joint_stabilizations          what varies instead in a case about joints; contacts are treated in the same way; `direct`:
                                  joints are solved all at once and exactly, by the laboratory (physics/lab/exact/dense.py)
    friction_models               every combination is run with each of these as well
    presets                       true: one run with each of the presets instead, every one that there is
    precisions                    every combination is run in each of these as well; double alone unless the case says otherwise
    slow                          true: minutes long, left to `make soak`
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
from typing import Any, NamedTuple

import yaml

from physics import PRESETS, SolverSettings, World
from tests.behaviour.expectation import Expectation
from tests.support.direct_world import step_directly

FOLDER = Path(__file__).parent / "cases"
FUNCTIONS = {name: getattr(math, name) for name in ("pi", "sin", "cos", "tan", "atan", "sqrt", "floor", "ceil", "radians", "exp")}
FUNCTIONS |= {"min": min, "max": max, "abs": abs}
DIRECT = "direct"
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


class DirectWorld(World):
    """A world of joints alone whose steps are solved exactly."""

    def step(self) -> None:
        """Advance by dt."""
        step_directly(self)


class Method(NamedTuple):
    """What a case is run with."""

    stabilization: str
    joint_stabilization: str
    substeps: int
    preset: str = ""              # name of the preset that these are from


@dataclass(frozen=True, kw_only=True)
class Case:
    """One case, as in its file."""

    id: str
    title: str
    source: str
    group: str
    tier: str = "gate"
    stabilizations: list[str] = field(default_factory=lambda: ["none", "baumgarte", "split_impulse", "soft"])
    joint_stabilizations: list[str] = field(default_factory=list)
    friction_models: list[str] = field(default_factory=lambda: ["cone"])
    presets: bool = False
    precisions: list[str] = field(default_factory=lambda: ["double"])
    slow: bool = False
    substeps: Any = field(default_factory=lambda: [1, 4])
    dt: Any = "1/60"
    sweeps: int = 20
    solver: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    sweep: Any = field(default_factory=lambda: [{}])
    where: dict[str, str] = field(default_factory=dict)
    expect: list[dict[str, Any]] = field(default_factory=list)

    def runs(self) -> Iterator["Run"]:
        """Every combination of stabilization, number of substeps, or every preset, and precision."""
        for precision in self.precisions:
            yield from self._runs(precision)

    def _runs(self, precision: str) -> Iterator["Run"]:
        if self.presets:
            for name, solver in PRESETS.items():
                method = Method(solver.stabilization, solver.joint_stabilization, solver.substeps, name)
                yield Run(self, method, precision=precision)
            return
        for stabilization in self.joint_stabilizations or self.stabilizations:
            joints = stabilization if self.joint_stabilizations else SolverSettings().joint_stabilization
            for substeps in self.substeps[stabilization] if isinstance(self.substeps, dict) else self.substeps:
                for friction in self.friction_models:
                    yield Run(self, Method(stabilization, joints, substeps), friction, precision)


class Run:
    """A case run with one method: numbers of its setup by `run["name"]`, worlds, expectations."""

    def __init__(self, case: Case, method: Method, friction_model: str = "cone", precision: str = "double"):
        self.case, self.method, self.friction_model, self.precision = case, method, friction_model, precision
        self.dt = value(case.dt, {})
        self.h = self.dt / method.substeps
        self.names: dict[str, Any] = {"g": 9.81, "dt": self.dt, "h": self.h, "friction_model": friction_model,
                                      "precision": precision} | method._asdict()
        for name, text in case.setup.items():
            self.names[name] = value(text, self.names)
        self.points = [value(point, self.names) for point in _points(case.sweep)]

    def __getitem__(self, name: str) -> Any:
        return self.names[name]

    @property
    def label(self) -> str:
        """For people: `C01 soft 4`."""
        model = "" if self.friction_model == "cone" else f" {self.friction_model}"
        precision = "" if self.precision == "double" else f" {self.precision}"
        return f"{self.case.id} {self.method.preset or f'{self.method.stabilization} {self.method.substeps}'}{model}{precision}"

    def settings(self, **changes: Any) -> SolverSettings:
        """The solver of this run."""
        own = {name: value(text, self.names) for name, text in self.case.solver.items()} | changes
        if self.method.preset:
            return PRESETS[self.method.preset].replace(**own)
        stabilization, joint_stabilization, substeps, _ = self.method
        if stabilization == DIRECT:
            stabilization = joint_stabilization = "none"
        iterations = -(-self.case.sweeps // substeps)
        return SolverSettings(**{"stabilization": stabilization, "joint_stabilization": joint_stabilization, "substeps": substeps,
                                 "iterations": iterations, "restitution_threshold": 0.0,
                                 "friction_model": self.friction_model} | own)

    def world(self, *, gravity: Any = GRAVITY, dt: float | None = None, **solver: Any) -> World:
        """An empty world with this run's solver and precision."""
        kind = DirectWorld if self.method.stabilization == DIRECT else World
        return kind(gravity=tuple(gravity), dt=self.dt if dt is None else dt, precision=self.precision,
                    solver=self.settings(**solver))

    def steps(self, seconds: float) -> int:
        """Whole steps in a time."""
        return round(seconds / self.dt)

    def expectations(self, point: dict[str, Any]) -> Iterator[Expectation]:
        """What is expected at a point of the sweep, with numbers in place of expressions."""
        names = self.names | point
        names["h"] = names["dt"] / names["substeps"]      # a point may have its own
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
