"""AVBD: augmented vertex block descent; bodies move one after the other, and stiffness grows where constraints are not met.

Rigid constraints are an augmented Lagrangian.  With E = C - goal each row pulls along J^T by

    f = multiplier - k E          within its bounds: >= 0 at contacts, |friction| <= friction times the normal forces

A sweep moves every body to the minimum of its own six coordinates (`body_descent`), then every row learns:

    multiplier = f,        k += GROWTH |E| / (K h2),     the latter where no bound holds

so that multipliers come to be the forces, with any k.  K = J M^-1 J^T: 1 / (K h2) is the stiffness that moves two free bodies as
much as their inertia holds them, so that growth is the same for metres and radians and any mass.  Springs and motors with a
compliance have its stiffness, k = 1 / (h2 compliance), and no multiplier.

**Between steps** multipliers are kept (`warm_start` is the share), and what is kept tells k: at least 1 / (K h2), and so stiff
that a multiplier that is not wanted any more is spent within the way LOAD h2, about what gravity moves a body in a substep:
k >= multiplier / (LOAD h2).  After an impact that is much; with a soft k the blow would be dealt once more.  A heavy body on a
light one so gets the k that it needs.  Friction has at least the k of its normal rows.

**Bodies start** the sweeps at y, free motion, as far as nothing bears them (`bearing`).  All multipliers applied at once are a
worse beginning: what few sweeps left over then feeds on itself, and a pyramid bursts.

**Rows are straight** in a substep, C = C0 + J (x - x0): so the energy stays convex, and a rope that swings fast is as safe as
one at rest.  With J anew in each sweep a rod of length l throws its bodies across as soon as f h2 / l exceeds their mass.

Errors that were there when the substep began are no part of the sweeps: C is to stay what it was, so that no speed comes of it.
v = (x - x0) / h is taken, and a last sweep, for positions alone and with J anew, takes the old errors away; STRAIGHTENING sweeps
over rods between points follow, by Gauss-Seidel on multipliers as in `xpbd`, for rods drift most.  The paper knows no
restitution: contacts that bounce get their speed by one pass over velocities, as in `xpbd`, and their multiplier is forgotten.
What energy few sweeps would leave that nothing gave is taken away in the end (`energy_bound`).

Settings: `iterations` are the sweeps (4 to 20), `substeps` as everywhere.  Momentum is conserved only as far as sweeps converge;
with few of them hits are soft, and heavy stacks on light bodies sink in before they are borne.  `push_speed` bounds how fast
old errors are corrected with soft stabilization.  Bias, hertz of contacts and joints and relax iterations do not count: rows
are rigid.

Sources: Giles, Diaz, Yuksel, "Augmented Vertex Block Descent", SIGGRAPH 2025; Chen et al., "Vertex Block Descent", 2024.  Unlike
there, k is measured by K and begins by the multiplier instead of being kept; multipliers do not decay; rows are straight
instead of having a geometric stiffness; rows at a bound leave the matrix where that ends lower.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.constraints.parts.distance import DISTANCE
from physics.constraints.parts.point import POINT
from physics.contacts.layout import PYRAMID
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.methods.avbd.body_descent import Color, Pull, bounded, colors_of, descend, limits, masses, wanted
from physics.lab.methods.avbd.energy_bound import driven, hold_energy
from physics.lab.methods.avbd.support import borne
from physics.lab.rows.assembly import refresh
from physics.lab.rows.part_rows import parts_at
from physics.lab.rows.projection import Plan, Task, plan, some_of, sweep
from physics.lab.rows.row import FRICTION, HELD, LIMIT, NORMAL, OF_PARTS, Laws, Rows, laws_of, rubs, speeds, taken
from physics.lab.rows.stored_impulses import note
from physics.lab.rows.substep_poses import (
    accelerate,
    begin,
    bounces,
    compliance,
    displace,
    goals,
    movable,
    restitutions,
    ways_between,
    write,
)
from physics.lab.rows.velocity_pass import velocity_pass
from physics.parallel.team import by_oneself

GROWTH = 30.0                                    # of k by an error of 1 m or 1 rad, over 1 / (K h2)
MOST = 1e4                                       # of k, over 1 / (K h2)
LOAD = 10.0                                      # a multiplier is spent within LOAD h2 [m/s2] or [rad/s2]
STRAIGHTENING = 6                                # sweeps over rods for their lengths
POSED = ("error", "jacobian", "response")        # columns of rows that poses tell


class Substep(NamedTuple):
    """What sweeps of a substep share."""

    made: Rows                    # where it began
    start: np.ndarray             # (n, 7) poses there
    alone: np.ndarray             # (n, 7) poses y after free motion
    colors: list[Color]
    laws: Laws
    h: float


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step."""
    p, h, laws = parameters, parameters.motion.h, laws_of(parameters)
    state64, made = begin(state, extent, p, laws)
    free, e = movable(state64), restitutions(state, made)
    kinds = kinds_of(made, laws)
    colors, rods = colors_of(made, kinds, free), rods_of(made, plan(made, free, laws))
    multiplier = p.warm_start * made.impulse / h
    for _ in range(p.substeps):
        made = refresh(made, state64, laws)
        before, start, later = speeds(made, state64.bodies.velocity), state64.bodies.pose.copy(), goals(made, laws, h)
        old = state64.bodies.velocity[:, :6].copy()
        accelerate(state, state64, extent, p)
        free_motion = start, state64.bodies.velocity[:, :6].copy()
        leaving = bounces(made, e, before, p, state64.bodies.velocity)
        pull = started(made, kinds, multiplier, h)
        displace(state64, h * state64.bodies.velocity[:, :6])
        here = Substep(made, start, state64.bodies.pose.copy(), colors, laws, h)
        displace(state64, -borne(made, pull.multiplier, state64, old, h))
        goal, force = kept(made, later, h), np.zeros(len(made.a))
        pull = pull._replace(error=errors(here, state64) - goal)
        for _ in range(p.iterations):
            move(state64, here, made, pull)
            pull, force = learned(made, pull._replace(error=errors(here, state64) - goal), h)
        multiplier = np.where(leaving > 0, 0, pull.multiplier)
        state64.bodies.velocity[free, :6] = ways_between(start, state64.bodies.pose)[free] / h
        note(state, extent, made, rebound(made, state64, laws, h * force, leaving))
        now = anew(made._replace(error=errors(here, state64)), state64, h)
        move(state64, here, now, pull._replace(error=now.error - later))
        straighten(made, state64, rods, later, h)
        hold_energy(made, state64, (force != 0) | (made.kind == HELD), driven(made, state64) | (leaving > 0), free_motion)
        write(state, state64, extent, p)
    by_oneself(lambda team: keep_results(team, state, extent, h))


def kinds_of(made: Rows, laws: Laws) -> Pull:
    """How rows pull, as far as it is the same in all substeps."""
    m, zero = len(made.a), np.zeros(len(made.a))
    vectors = (made.part_kind == POINT) | (made.kind == FRICTION) & (laws.contact.friction != PYRAMID)
    pair = np.where(vectors, made.group, np.arange(m))
    patch = np.where(made.patch >= 0, made.patch, made.patch.max(initial=-1) + 1)
    return Pull(hard=compliance(made) == 0, stiffness=zero, multiplier=zero, error=zero, lower=zero, upper=zero,
                friction=made.friction, rubs=rubs(made), presses=made.kind == NORMAL, patch=patch, pair=pair,
                single=np.bincount(pair, minlength=m)[pair] == 1)


def started(made: Rows, kinds: Pull, multiplier: np.ndarray, h: float) -> Pull:
    """How rows pull as a substep begins: with these multipliers within their bounds, and the stiffness that goes with them."""
    pull = kinds._replace(multiplier=np.where(kinds.hard, multiplier, 0), lower=made.lower / h, upper=made.upper / h)
    force, _ = bounded(pull, pull.multiplier, limits(pull, pull.multiplier))
    unit, load = units_of(made, kinds, h), np.sqrt(np.bincount(kinds.pair, force * force))[kinds.pair]
    stiffness = np.minimum(np.maximum(load / (LOAD * h * h), unit), MOST * unit)
    press = np.zeros(kinds.patch.max(initial=0) + 1)
    np.maximum.at(press, kinds.patch[kinds.presses], stiffness[kinds.presses])
    stiffness = np.where(kinds.rubs, np.maximum(stiffness, press[kinds.patch]), stiffness)
    soft = compliance(made)
    return pull._replace(multiplier=force, stiffness=np.where(kinds.hard, stiffness, 1 / (h * h * np.where(soft > 0, soft, 1))))


def units_of(made: Rows, kinds: Pull, h: float) -> np.ndarray:
    """(m,) 1 / (K h2) [N/m] or [N m/rad]; of a vector by the greatest K of its rows."""
    k = np.zeros(len(made.k))
    np.maximum.at(k, kinds.pair, made.k)
    return 1 / (h * h * np.where(k > 0, k, 1)[kinds.pair])


def kept(made: Rows, later: np.ndarray, h: float) -> np.ndarray:
    """(m,) errors that sweeps leave: what held rows, contacts and limits have as the substep begins, `later` of the others.

    Held rows follow their circles: what C will grow by the turn of J is taken off beforehand.  Not so rods between points: what
    few sweeps leave of the shaking across them would pull them tight, and that shakes them more.
    """
    one_sided = (made.kind == NORMAL) | (made.kind == LIMIT)
    held = made.error - np.where(made.part_kind == DISTANCE, 0, h * made.curvature)
    return np.where(made.kind == HELD, held, np.where(one_sided, np.minimum(made.error, 0), later))


def errors(here: Substep, state64: State) -> np.ndarray:
    """(m,) C at the present poses, to first order."""
    made, way = here.made, ways_between(here.start, state64.bodies.pose)
    return made.error + (made.jacobian * np.concatenate((way[made.a], way[made.b]), 1)).sum(1)


def anew(made: Rows, state64: State, h: float) -> Rows:
    """Rows whose parts of joints have J, M^-1 J^T and errors of the present poses."""
    parts = np.flatnonzero(made.kind >= OF_PARTS)
    if not len(parts):
        return made
    new, columns = parts_at(taken(made, parts), state64, h), {name: getattr(made, name).copy() for name in POSED}
    for name, column in columns.items():
        column[parts] = getattr(new, name)
    return made._replace(**columns)


def rods_of(made: Rows, units: Plan) -> Plan:
    """The units of rods between points."""
    first = units.rows[:, 0]
    return some_of(units, (made.part_kind[first] == DISTANCE) & (made.kind[first] == HELD))


def straighten(made: Rows, state64: State, rods: Plan, later: np.ndarray, h: float) -> None:
    """Positions alone: rods get the length they are to have, one after the other, with J anew in each sweep."""
    nothing, free = np.zeros(len(made.a)), np.full(len(made.a), np.inf)
    for _ in range(STRAIGHTENING if len(rods.rows) else 0):
        now = anew(made, state64, h)
        way, _ = sweep(now, Task(now.error - later, nothing, -free, free), rods, nothing, len(state64.bodies.pose))
        displace(state64, way)


def move(state64: State, here: Substep, rows: Rows, pull: Pull) -> None:
    """One sweep over the bodies."""
    displace(state64, descend(rows, here.colors, (masses(state64, here.h), ways_between(here.alone, state64.bodies.pose)), pull))


def learned(made: Rows, pull: Pull, h: float) -> tuple[Pull, np.ndarray]:
    """After a sweep: multipliers and stiffnesses by what is left of the errors; returns the forces (m,) too."""
    want = wanted(pull, pull.error)
    force, inside = bounded(pull, want, limits(pull, want))
    worst, unit = np.zeros(len(want)), units_of(made, pull, h)
    np.maximum.at(worst, pull.pair, np.abs(pull.error))
    grown = np.minimum(pull.stiffness + GROWTH * worst[pull.pair] * unit, np.maximum(MOST * unit, pull.stiffness))
    return pull._replace(stiffness=np.where(pull.hard & inside, grown, pull.stiffness),
                         multiplier=np.where(pull.hard, force, 0)), force


def rebound(made: Rows, state64: State, laws: Laws, impulses: np.ndarray, leaving: np.ndarray) -> np.ndarray:
    """Contacts that bounce get the speeds (m,) to leave with; returns the impulses of the substep as a whole [N s]."""
    hit = (leaving > 0) & (impulses > 0)
    if not hit.any():
        return impulses
    units = plan(made, movable(state64), laws)
    first = units.rows[:, 0]
    mine = (made.kind[first] < OF_PARTS) & np.isin(made.patch[first], made.patch[hit])
    return velocity_pass(made, state64, some_of(units, mine), impulses, leaving)


METHOD = Method("avbd", "bodies move one by one to where their energy is least; stiffness grows where constraints are not met",
                only("avbd", CONTACT, JOINT, MOTOR, SPRING), advance)
