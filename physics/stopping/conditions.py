"""Named conditions of a stop expression, and quantities of a step, one function each; its docstring is the help.

A condition looks at a `Moment` and says what it found, "" when it does not hold.  What it compares with is read before the step,
by `before`.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from physics.expressions.evaluation import NoValue
from physics.measure.sampler import Sampler

RISE, LIFT = 0.1, 1e-3                # of `energy_jump`: share of the kinetic energy, and height of a lift by its side [m]
AT_BOUND, LIMIT = "at its bound", "limit"          # a state and a kind of rows, see `introspection.row_table`
UID_BITS, LAST_UID = 32, (1 << 32) - 1
POSES = ("positions", "rotations", "velocities", "angular_velocities")


class Moment(NamedTuple):
    """A world at one moment, and what was read before the step."""

    world: Any
    sampler: Sampler
    before: dict[str, Any]            # name of a condition or quantity -> what its `before` gave


class Word(NamedTuple):
    """A word of stop expressions.

    measure  (moment): what a condition found, "" for nothing; the number of a quantity
    before   (world): what `measure` compares with, read before the step; None when it needs nothing
    unit     of a quantity
    """

    name: str
    help: str
    measure: Callable[[Moment], Any]
    before: Callable[[Any], Any] | None = None
    unit: str = ""


CONDITIONS: dict[str, Word] = {}
STEP_QUANTITIES: dict[str, Word] = {}


def word(table: dict[str, Word], before: Callable[[Any], Any] | None = None, unit: str = "") -> Callable:
    """Register a function (moment) as the word of its name; its docstring is the help."""
    def register(function: Callable) -> Callable:
        help_ = " ".join((function.__doc__ or "").split()).rstrip(".")
        table[function.__name__] = Word(function.__name__, help_, function, before, unit)
        return function
    return register


def called(world: Any, uid: int) -> str:
    """A body's name, or its number."""
    return world.body(uid).name or f"body {uid}"


def pressing(world: Any) -> np.ndarray:
    """(k,) a key for each pair of bodies that exert an impulse on each other: lower uid << UID_BITS | higher uid, rising."""
    contacts = world.contact_arrays()
    pairs = contacts.bodies[contacts.normal_impulses > 0]
    return np.unique(pairs.min(axis=1) << UID_BITS | pairs.max(axis=1))


def rows_of(world: Any) -> Any:
    """The table of the rows of a world's last step, or of the step that it stands in.  Raises NoValue where it cannot be read, as
    before the first step."""
    try:
        return world.rows()
    except ValueError as reason:
        raise NoValue(str(reason)) from None


def _energy(world: Any) -> Any:
    return world.energy()


@word(CONDITIONS, before=pressing)
def first_contact(moment: Moment) -> str:
    """Two bodies exert an impulse on each other, and did not before the step."""
    new = np.setdiff1d(pressing(moment.world), moment.before["first_contact"], assume_unique=True)
    if not len(new):
        return ""
    return " and ".join(called(moment.world, uid) for uid in (int(new[0]) >> UID_BITS, int(new[0]) & LAST_UID)) + " touch"


@word(CONDITIONS)
def bound_reached(moment: Moment) -> str:
    """A motor, a spring or the mouse gives the most it may, or a joint's limit pushes."""
    try:
        table = rows_of(moment.world)
    except NoValue:
        return ""
    found = np.flatnonzero((table.state == AT_BOUND) | (table.kind == LIMIT) & (table.impulse != 0))
    if not len(found):
        return ""
    joint = int(table.joint[found[0]])
    return f"{table.kind[found[0]]} of {moment.world.joint(joint).name or f'joint {joint}'}"


@word(CONDITIONS, before=_energy)
def energy_jump(moment: Moment) -> str:
    """The total energy rose in this step by more than a tenth of the kinetic energy before it, and by more than a lift of all
    bodies by 1 mm takes."""
    before, now, world = moment.before["energy_jump"], moment.world.energy(), moment.world
    lift = float(moment.sampler.facts.masses.sum()) * float(np.linalg.norm(world.gravity)) * LIFT * world.length_scale
    rise = now.total - before.total
    return f"{rise:+.4g} J, to {now.total:.6g} J" if rise > RISE * before.kinetic + lift else ""


@word(CONDITIONS)
def not_finite(moment: Moment) -> str:
    """A pose or a velocity of a body is infinite or no number."""
    for name in POSES:
        rows = np.flatnonzero(~np.isfinite(getattr(moment.world, name)).all(axis=1))
        if len(rows):
            return f"{name} of {called(moment.world, int(moment.world.uids[rows[0]]))}"
    return ""


@word(STEP_QUANTITIES, before=_energy, unit="J")
def energy_rise(moment: Moment) -> float:
    """Total energy now, less that before the step."""
    return moment.world.energy().total - moment.before["energy_rise"].total
