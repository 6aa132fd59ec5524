"""A run: a case with one combination of method, friction model and precision, as its runner sees it."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.studies.validate.case import DIRECT, Case, Combination
from app.studies.validate.direct_world import DirectWorld
from app.studies.validate.expectation import Expectation
from app.studies.validate.formula import FormulaError, value
from physics import PRESETS, SolverSettings, World
from physics.definitions.method_names import OURS
from physics.definitions.numbers import NotANumber, finite

GRAVITY = (0.0, 0.0, -9.81)


class Run:
    """Numbers of a case's setup by `run["name"]`, worlds with its settings, what is expected."""

    def __init__(self, case: Case, combination: Combination):
        self.case, self.combination = case, combination
        self.method, self.friction_model, self.precision = combination
        self.dt = number(("dt",), case.dt, {})
        self.h = self.dt / self.method.substeps
        self.names: dict[str, Any] = {"g": 9.81, "dt": self.dt, "h": self.h, "friction_model": self.friction_model,
                                      "precision": self.precision, "method": self.method.solver}
        self.names |= {name: number for name, number in self.method._asdict().items() if name not in ("solver", "tier")}
        for name, text in case.setup.items():
            self.names[name] = valued(("setup", name), text, self.names)
        self.points = [valued(("sweep",), point, self.names) for point in case.points()]

    def __getitem__(self, name: str) -> Any:
        return self.names[name]

    @property
    def how(self) -> str:
        """The combination for people: `soft 4`, `xpbd 20`, `soft 4 pyramid single`."""
        stabilization, joints, substeps, preset, solver, _ = self.method
        name = solver if solver != OURS else joints if joints == DIRECT else stabilization
        words = [preset or f"{name} {substeps}"]
        words += [self.friction_model] * (self.friction_model != "cone") + [self.precision] * (self.precision != "double")
        return " ".join(words)

    @property
    def label(self) -> str:
        """For people: `C01 soft 4`."""
        return f"{self.case.id} {self.how}"

    def settings(self, **changes: Any) -> SolverSettings:
        """The solver of this run."""
        own = {name: valued(("solver", name), text, self.names) for name, text in self.case.solver.items()} | changes
        stabilization, joint_stabilization, substeps, preset, solver, _ = self.method
        if preset:
            return PRESETS[preset].replace(**own)
        if stabilization == DIRECT:
            stabilization = joint_stabilization = "none"
        iterations = -(-self.case.sweeps // substeps)
        return SolverSettings(**{"method": solver, "stabilization": stabilization, "joint_stabilization": joint_stabilization,
                                 "substeps": substeps, "iterations": iterations, "restitution_threshold": 0.0,
                                 "friction_model": self.friction_model} | own)

    def world(self, *, gravity: Any = GRAVITY, dt: float | None = None, **solver: Any) -> World:
        """An empty world with this run's solver and precision, in which nothing sleeps unless the runner says so."""
        kind = DirectWorld if self.method.stabilization == DIRECT else World
        return kind(gravity=tuple(gravity), dt=self.dt if dt is None else dt, precision=self.precision,
                    solver=self.settings(**solver), sleep=False, stops_on_nan=False)

    def steps(self, seconds: float) -> int:
        """Whole steps in a time."""
        return round(seconds / self.dt)

    def expectations(self, point: dict[str, Any]) -> Iterator[Expectation]:
        """What is expected at a point of the sweep, with numbers in place of formulas."""
        names = self.names | point
        names["h"] = names["dt"] / names["substeps"]      # a point may have its own
        for name, text in self.case.where.items():
            names[name] = valued(("where", name), text, names)
        for entry in self.case.expect:
            if valued(("expect", "when"), entry.get("when", True), names):
                fixed = {key: text if key == "tier" else number(("expect", key), text, names)
                         for key, text in entry.items() if key not in ("what", "when")}
                expectation = Expectation(what=entry["what"], **{"tier": self.case.tier} | fixed)
                yield expectation if self.method.tier == "gate" else expectation.shown()


def valued(keys: tuple[str, ...], text: Any, names: dict[str, Any]) -> Any:
    """The value of a formula under these keys of the case.  Raises FormulaError."""
    try:
        return value(text, names)
    except FormulaError as error:
        raise FormulaError(str(error), keys) from None


def number(keys: tuple[str, ...], text: Any, names: dict[str, Any]) -> float:
    """The same, which must be a finite number.  Raises FormulaError."""
    try:
        return finite(valued(keys, text, names))
    except NotANumber as error:
        raise FormulaError(str(error), keys) from None


def runs_of(case: Case) -> list[Run]:
    """All runs of a case."""
    return [Run(case, combination) for combination in case.combinations()]
