"""Cases: textbook answers as data, and with which methods each is run.

A case has

    id, title, source             and `basis`, why the tolerances are what they are; `peers`, what other engines publish;
                                  `misses`, why figures of tier quality miss
    runner                        id of the case whose runner it shares, where that is not its own
    tier                          `gate` must hold; `quality` is shown and may miss
    stabilizations, substeps      every combination is one run; substeps may be a list for each stabilization
    joint_stabilizations          what varies instead in a case about joints; contacts are treated in the same way; `direct`:
                                  joints are solved all at once and exactly, by the laboratory (physics/lab/exact/dense.py)
    friction_models               every combination is run with each of these as well
    presets                       true: one run with each of the presets instead, every one that there is
    precisions                    every combination is run in each of these as well; double alone unless the case says otherwise
    methods                       other values of `solver.method`, each with the settings of `method_settings`, that must hold
    shown                         others that are run and shown and may miss, because of what they are: docs/reference/methods.md
    slow                          true: minutes long, left out unless asked for
    dt, sweeps, solver            step [s], solver sweeps in a whole step, other solver settings
    setup                         numbers of the scene, read by its runner
    sweep                         list of points, each a few named numbers, or lists by name to be combined; a runner
                                  answers for every point
    where, expect                 see `expectation`

Numbers may be written as formulas of the numbers before them: `1/60`, `2*pi`, `v0/(mu*g*h)`.  Times and forces that
follow from a formula use the substep h, with which the integrator steps.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationInfo, field_validator, model_validator

from physics import PRESETS, SolverSettings
from physics.definitions.method_names import OURS, method_names
from physics.definitions.settings import FRICTION_MODELS, MOST_SUBSTEPS, PRECISIONS
from physics.definitions.numbers import finite, shown
from physics.definitions.tunable import nearest

ALL = ["none", "baumgarte", "split_impulse", "soft"]
DIRECT = "direct"
TIERS = ("gate", "quality")
MOST_POINTS, MOST_FIGURES = 2000, 10_000         # of a sweep; of a case: runs times points times expectations


def _scalar(value: Any) -> Any:
    """A number, a formula or a word."""
    if isinstance(value, (str, bool)):
        return value
    if value is None or isinstance(value, (dict, list, tuple)):
        raise ValueError(f"needs a number or a formula, and here is {shown(value)}")
    finite(value)
    return value


def _formula(value: Any) -> Any:
    """The same, or lists and tables of them."""
    if isinstance(value, (list, tuple)):
        return [_formula(one) for one in value]
    return {str(key): _formula(one) for key, one in value.items()} if isinstance(value, dict) else _scalar(value)


Scalar = Annotated[Any, PlainValidator(_scalar)]
Formula = Annotated[Any, PlainValidator(_formula)]
Substeps = Annotated[int, Field(ge=1, le=MOST_SUBSTEPS)]


class Method(NamedTuple):
    """What a case is run with."""

    stabilization: str
    joint_stabilization: str
    substeps: int
    preset: str = ""              # name of the preset that these are from
    solver: str = OURS            # `solver.method`
    tier: str = "gate"            # `quality`: its rows are shown and may miss

    @property
    def family(self) -> str:
        """The column of the table that it stands in: the stabilization, the preset or the method."""
        if self.solver != OURS:
            return self.solver
        return self.preset or (self.joint_stabilization if self.joint_stabilization == DIRECT else self.stabilization)


class Combination(NamedTuple):
    """A method, a friction model and a precision."""

    method: Method
    friction_model: str = "cone"
    precision: str = "double"


class Case(BaseModel):
    """One case, as in its file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[A-Z][0-9]{2}[a-z]?$")
    title: str
    source: str
    basis: str = ""
    peers: str = ""
    misses: str = ""
    runner: str = ""
    tier: str = "gate"
    stabilizations: list[str] = Field(default=ALL, max_length=10)
    joint_stabilizations: list[str] = Field(default=[], max_length=10)
    friction_models: list[str] = ["cone"]
    presets: bool = False
    precisions: list[str] = ["double"]
    methods: list[str] = []
    shown: list[str] = []
    slow: bool = False
    substeps: list[Substeps] | dict[str, list[Substeps]] = [1, 4]
    dt: Scalar = "1/60"
    sweeps: int = Field(default=20, ge=0, le=100_000)
    solver: dict[str, Scalar] = {}
    setup: dict[str, Formula] = {}
    sweep: list[dict[str, Formula]] | dict[str, list[Formula]] = [{}]
    where: dict[str, Formula] = {}
    expect: list[dict[str, Scalar]] = Field(min_length=1, max_length=50)
    group: str = ""

    @field_validator("tier", "friction_models", "precisions", "methods", "shown")
    @classmethod
    def _known(cls, value: Any, about: ValidationInfo) -> Any:
        choices = {"tier": TIERS, "friction_models": FRICTION_MODELS, "precisions": PRECISIONS}
        allowed = choices.get(about.field_name, method_names())
        for word in [value] if isinstance(value, str) else value:
            if word not in allowed:
                raise ValueError(f"there is no {word!r}; {nearest(word, allowed)}allowed are {', '.join(allowed)}")
        return value

    @field_validator("sweep", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        inner = {list: dict, dict: list}.get(type(value))
        entries = value.values() if isinstance(value, dict) else value
        if inner is None or not all(isinstance(one, inner) for one in entries):
            raise ValueError("needs a list of points, each a mapping, or a mapping of lists that are combined")
        return value

    @model_validator(mode="after")
    def _counted(self) -> "Case":
        """Raise for more points, or more figures, than are computed; before any of them is made."""
        points, runs = self.point_count, self._run_count()
        if points > MOST_POINTS:
            raise ValueError(f"sweep: {points:,} points; at most {MOST_POINTS:,} are allowed")
        if runs * points * len(self.expect) > MOST_FIGURES:
            raise ValueError(f"{runs:,} runs of {points:,} points with {len(self.expect)} expectations each; at most "
                             f"{MOST_FIGURES:,} figures are allowed")
        return self

    @property
    def point_count(self) -> int:
        """The number of points of the sweep."""
        return len(self.sweep) if isinstance(self.sweep, list) else math.prod(map(len, self.sweep.values()))

    def _run_count(self) -> int:
        """The number of combinations."""
        own = len(PRESETS) if self.presets else 0
        for stabilization in () if self.presets else self.joint_stabilizations or self.stabilizations:
            if isinstance(self.substeps, dict) and stabilization not in self.substeps:
                raise ValueError(f"substeps: there are none for {stabilization!r}")
            substeps = self.substeps[stabilization] if isinstance(self.substeps, dict) else self.substeps
            own += len(substeps) * len(self.friction_models)
        return own * len(self.precisions) + len(self.methods) + len(self.shown)

    @property
    def runs_like(self) -> str:
        """Id under which its runner is registered."""
        return self.runner or self.id

    def points(self) -> list[dict[str, Any]]:
        """The points of the sweep, as they are written."""
        if isinstance(self.sweep, list):
            return self.sweep
        return [dict(zip(self.sweep, numbers)) for numbers in itertools.product(*self.sweep.values())]

    def combinations(self) -> Iterator[Combination]:
        """Every combination of stabilization, substeps, friction model and precision, or every preset; then other methods."""
        for precision in self.precisions:
            yield from self._own(precision)
        for tier, names in (("gate", self.methods), ("quality", self.shown)):
            for name in names:
                yield Combination(method_settings(name, tier, self.substeps == [1]))

    def _own(self, precision: str) -> Iterator[Combination]:
        if self.presets:
            for name, solver in PRESETS.items():
                method = Method(solver.stabilization, solver.joint_stabilization, solver.substeps, name)
                yield Combination(method, "cone", precision)
            return
        for stabilization in self.joint_stabilizations or self.stabilizations:
            joints = stabilization if self.joint_stabilizations else SolverSettings().joint_stabilization
            for substeps in self.substeps[stabilization] if isinstance(self.substeps, dict) else self.substeps:
                for friction in self.friction_models:
                    yield Combination(Method(stabilization, joints, substeps), friction, precision)


def method_settings(name: str, tier: str, whole: bool = False) -> Method:
    """How a method of the laboratory runs a case: split impulse and four substeps; XPBD twenty of one sweep each and AVBD none,
    as in their papers; all none in a case of whole steps."""
    substeps = 1 if whole else {"xpbd": 20, "avbd": 1}.get(name, 4)
    return Method("split_impulse", "split_impulse", substeps, solver=name, tier=tier)
