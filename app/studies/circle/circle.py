"""The force-based experiment: a particle on the unit circle, starting at rest beside its centre, held in several ways.

It is held by forces at the acceleration level, with and without springs, for both forms of C, and by impulses at the velocity
level; each for every length of step.  The results are the drift, the distance of the particle from the circle, and the change of
its energy.  The equations are in physics.lab.particles and physics.lab.links.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from app.headless.errors import InputError
from app.headless.si_format import MILLI
from app.studies.charts.machine import describe
from app.studies.charts.outcome import Outcome
from physics.lab.links import FORMS, PARABOLOID, circle
from physics.lab.particles import NO_SPRINGS, Springs, by_forces, by_impulses, resting, weight

STEPS = (1 / 60, 1 / 600, 1 / 1500)              # [s]
KS, KD, BETA = 100.0, 0.01, 0.2
GRAVITY = (0.0, -9.81)
START = ((1.0, 0.0),)
TIMES = (1.0, 2.0, 5.0, 10.0)                    # times of the reported drift [s]
MOST_STEPS = 1_000_000
FAR = 1e3                                        # [m] distance beyond which the motion counts as diverged
FORCES, IMPULSES = "forces", "impulses"


class Plan(NamedTuple):
    """The runs."""

    steps: tuple[float, ...] = STEPS             # lengths [s]
    forms: tuple[str, ...] = FORMS
    springs: Springs = Springs(KS, KD)
    beta: float = BETA                           # share of the error that impulses remove in a step
    mass: float = 1.0                            # [kg]
    seconds: float = 10.0


class Setup(NamedTuple):
    """The constraint of the particle."""

    level: str                                   # FORCES or IMPULSES
    form: str                                    # of C
    dt: float                                    # [s]
    springs: Springs = NO_SPRINGS
    beta: float = 0.0


class Motion(NamedTuple):
    """A motion of the initial state and k steps."""

    setup: Setup
    position: np.ndarray                         # (k + 1, 2) [m]
    drift: np.ndarray                            # (k + 1,) |x| - 1 [m]
    energy: np.ndarray                           # (k + 1,) [J], 0 at the start
    failure: str                                 # reason of an early end, or ""


class Circle:
    """The particle's motion in every setup of a plan."""

    def __init__(self, plan: Plan):
        """Raises InputError for steps longer than the run, or too many steps."""
        for dt in plan.steps:
            if not 0 < dt <= plan.seconds:
                raise InputError(f"a step of {dt:g} s: allowed is more than 0 and at most the {plan.seconds:g} s of the run")
            if plan.seconds / dt > MOST_STEPS:
                raise InputError(f"{plan.seconds:g} s in steps of {dt:g} s are {plan.seconds / dt:,.0f} steps; "
                                 f"allowed are {MOST_STEPS:,}")
        self.plan, self.setups = plan, list(_setups(plan))
        self.total = len(self.setups)
        self.motions: list[Motion] = []

    def go(self, report: Callable[[int, str], None] = lambda done, doing: None) -> None:
        """Compute the motion in every setup; `report(done, doing)` is called before each."""
        for done, setup in enumerate(self.setups):
            report(done, f"{step_text(setup.dt)} s, {held_by(setup)}, {setup.form}")
            self.motions.append(swing(setup, self.plan))

    def rows(self) -> list[dict[str, Any]]:
        """Figures of each motion so far [m], [J]; the drift at a time is None where the run ended before."""
        found = []
        for setup, _, drift, energy, failure in self.motions:
            at = {f"{time:g}": float(drift[round(time / setup.dt)]) if round(time / setup.dt) < len(drift) else None
                  for time in times(self.plan.seconds)}
            found.append({"level": setup.level, "form": setup.form, "dt": setup.dt, "ks": setup.springs.ks,
                          "kd": setup.springs.kd, "beta": setup.beta, "drift": at, "largest": float(np.abs(drift).max()),
                          "energy": float(energy[-1]), "failure": failure})
        return found

    def outcome(self) -> Outcome:
        """The table of the motions so far."""
        head = ["<dt s", "<held by", "<C", *(f"{time:g} s" for time in times(self.plan.seconds)), "largest", "energy J", "<"]
        cells = []
        for motion, row in zip(self.motions, self.rows()):
            drifts = ["" if value is None else f"{MILLI * value:+.3f}" for value in row["drift"].values()]
            cells.append([step_text(row["dt"]), held_by(motion.setup), row["form"], *drifts, f"{MILLI * row['largest']:.3f}",
                          f"{row['energy']:+.3f}", row["failure"]])
        notes = [f"How far the particle of {self.plan.mass:g} kg is outside the unit circle [mm] after so many seconds, and at "
                 "most; what its energy gained. From rest beside the centre, semi-implicit Euler.",
                 "cone: C = |x| - 1; paraboloid: C = (x.x - 1) / 2. Springs ask for C'' = -(ks C + kd C'), times the mass; "
                 f"{2 * np.sqrt(self.plan.springs.ks):.3g} would be the critical kd.",
                 "impulses: the velocity level, where beta of C is taken away in each step."]
        return Outcome("circle", "A particle on a circle", head, cells, notes, describe(),
                       {"seconds": self.plan.seconds, "mass": self.plan.mass, "rows": self.rows()})


def swing(setup: Setup, plan: Plan) -> Motion:
    """The motion of a particle in a setup; it ends when numbers diverge."""
    link, now = circle(1.0, setup.form), resting((plan.mass,), START)
    force, count = weight(now, GRAVITY), round(plan.seconds / setup.dt)
    position, velocity, failure = np.full((count + 1, 2), np.nan), np.zeros((count + 1, 2)), ""
    position[0] = now.position[0]
    for k in range(1, count + 1):
        try:
            if setup.level == FORCES:
                now = by_forces(now, force, link, setup.dt, setup.springs)
            else:
                now = by_impulses(now, force, link, setup.dt, setup.beta)
        except ArithmeticError:
            failure = "fell into the centre"
        position[k], velocity[k] = now.position[0], now.velocity[0]
        if not np.abs(position[k]).max() < FAR:
            failure = "burst"
        if failure:
            failure += f" after {k * setup.dt:.3g} s"
            position, velocity = position[:k], velocity[:k]
            break
    drift = np.sqrt((position ** 2).sum(1)) - 1
    energy = plan.mass * ((velocity ** 2).sum(1) / 2 - position @ np.array(GRAVITY))
    return Motion(setup, position, drift, energy - energy[0], failure)


def held_by(setup: Setup) -> str:
    """The particle's constraint as text."""
    if setup.level == IMPULSES:
        return f"impulses, beta {setup.beta:g}" if setup.beta else "impulses"
    return f"forces, ks {setup.springs.ks:g} kd {setup.springs.kd:g}" if setup.springs != NO_SPRINGS else "forces"


def step_text(dt: float) -> str:
    """A length of step as a fraction: 1/60."""
    rate = round(1 / dt)
    return f"1/{rate}" if rate > 1 and abs(rate * dt - 1) < 1e-9 else f"{dt:g}"


def times(seconds: float) -> list[float]:
    """The times of the reported drift: those of the table, and the end."""
    return [time for time in TIMES if time < seconds] + [seconds]


def _setups(plan: Plan) -> Iterator[Setup]:
    for dt in plan.steps:
        for springs in dict.fromkeys((NO_SPRINGS, plan.springs)):
            yield from (Setup(FORCES, form, dt, springs) for form in plan.forms)
        yield Setup(IMPULSES, PARABOLOID if PARABOLOID in plan.forms else plan.forms[0], dt, beta=plan.beta)
