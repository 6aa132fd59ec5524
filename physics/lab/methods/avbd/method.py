"""AVBD: augmented vertex block descent; bodies move one after the other, and the stiffness of violated constraints grows.

Rigid constraints are an augmented Lagrangian.  With E = C - goal each row pulls along J^T by

    f = multiplier - k E          within its bounds: >= 0 at contacts, |friction| <= friction times the normal forces

A sweep moves every body to the minimum over its own six coordinates (`body_descent`), then updates every row:

    multiplier = f,        k += GROWTH |E| / (K h2),     the latter inside the bounds

so that multipliers converge to the forces, with any k.  K = J M^-1 J^T; a row of stiffness 1 / (K h2) resists two free bodies as
much as their inertia does, so the growth is the same for metres and radians and any mass.  Springs and motors with a compliance
have k = 1 / (h2 compliance) and no multiplier.

**Warm start**: multipliers are kept between steps, scaled by `warm_start`, and determine k: at least 1 / (K h2), and at least
multiplier / (LOAD h2), so that a displacement of LOAD h2, about that of free fall in a substep, cancels a multiplier that is no
longer needed.  After an impact multipliers are large; with a soft k they would repeat the impact.  A heavy body on a light one
also gets the k that it needs.  Friction has at least the k of its normal rows.

**Starting point**: bodies begin the sweeps at y, free motion, less the motion that supports prevent (`support`).  To apply all
multipliers at once is worse: the errors that few sweeps leave then amplify themselves, and a pyramid explodes.

**Linear rows**: within a substep C = C0 + J (x - x0), so the energy stays convex, and a rope that swings fast is as stable as
one at rest.  With a new J in each sweep a rod of length l becomes unstable as soon as f h2 / l exceeds the mass of its bodies.

**Old errors**, from before the substep, are no part of the sweeps: C keeps its value, so that corrections cause no velocity.
After v = (x - x0) / h a last sweep, of positions alone and with a new J, removes them; STRAIGHTENING sweeps over rods between
points follow, by Gauss-Seidel on multipliers as in `xpbd`, because rods drift most.  The paper has no restitution: contacts that
bounce get their speed by a velocity pass, as in `xpbd`, and their multiplier is reset.  Finally energy that few sweeps would
add is removed (`energy_bound`).

Settings: `iterations` are the sweeps (4 to 20), `substeps` as in all methods.  Momentum is conserved only as far as sweeps
converge; with few of them impacts are soft, and heavy stacks sink into light bodies before these support them.  `push_speed`
bounds how fast old errors are corrected with soft stabilization.  Bias, hertz of contacts and joints and relax iterations have
no effect: rows are rigid.

Sources: Giles, Diaz, Yuksel, "Augmented Vertex Block Descent", SIGGRAPH 2025; Chen et al., "Vertex Block Descent", 2024.  Unlike
there, k is measured in units of 1 / (K h2) and starts from the multiplier instead of being kept; multipliers do not decay; rows
are linear instead of having a geometric stiffness; rows at a bound leave the matrix where that gives the lower energy.
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
from physics.lab.methods.avbd.body_descent import (
    Color,
    Inertia,
    Pull,
    bounded,
    colors_of,
    descend,
    limits,
    masses,
    wanted,
)
from physics.lab.methods.avbd.energy_bound import FreeMotion, driven, hold_energy
from physics.lab.methods.avbd.support import supported_motion
from physics.lab.rows.assembly import refresh, with_parts_placed
from physics.lab.rows.projection import Plan, Task, plan, some_of, sweep
from physics.lab.rows.row import (
    FRICTION,
    HELD,
    LIMIT,
    NORMAL,
    OF_PARTS,
    RowParameters,
    Rows,
    is_friction,
    row_parameters,
    speeds,
)
from physics.lab.rows.stored_impulses import store_row_impulses
from physics.lab.rows.substep_poses import (
    accelerate,
    begin,
    bounces,
    compliance,
    displace,
    displacements_between,
    goals,
    movable,
    restitutions,
    write,
)
from physics.lab.rows.velocity_pass import velocity_pass
from physics.parallel.team import by_oneself

GROWTH = 30.0                                    # of k by an error of 1 m or 1 rad, over 1 / (K h2)
MOST = 1e4                                       # of k, over 1 / (K h2)
LOAD = 10.0                                      # a displacement of LOAD h2 cancels a multiplier [m/s2] or [rad/s2]
STRAIGHTENING = 6                                # sweeps over rods for their lengths
POSED = ("error", "jacobian", "response")        # columns of rows that depend on poses


class Substep(NamedTuple):
    """What the sweeps of a substep share."""

    rows: Rows                    # at the beginning of the substep
    start: np.ndarray             # (n, 7) poses there
    free: np.ndarray              # (n, 7) poses y after free motion
    colors: list[Color]
    params: RowParameters
    h: float


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step."""
    p, h, params = parameters, parameters.motion.h, row_parameters(parameters)
    state64, rows = begin(state, extent, p, params)
    free, e = movable(state64), restitutions(state, rows)
    kinds = kinds_of(rows, params)
    colors, rods = colors_of(rows, kinds, free), rods_of(rows, plan(rows, params))
    multiplier = p.warm_start * rows.impulse / h
    for _ in range(p.substeps):
        rows = refresh(rows, state64, params)
        before, start, later = speeds(rows, state64.bodies.velocity), state64.bodies.pose.copy(), goals(rows, params, h)
        old = state64.bodies.velocity[:, :6].copy()
        accelerate(state, state64, extent, p)
        free_motion = FreeMotion(start, state64.bodies.velocity[:, :6].copy())
        leaving = bounces(rows, e, before, p, state64.bodies.velocity)
        pull = started(rows, kinds, multiplier, h)
        displace(state64, h * state64.bodies.velocity[:, :6])
        here = Substep(rows, start, state64.bodies.pose.copy(), colors, params, h)
        displace(state64, -supported_motion(rows, pull.multiplier, state64, old, h))
        goal, force = kept(rows, later, h), np.zeros(len(rows.a))
        pull = pull._replace(error=errors(here, state64) - goal)
        for _ in range(p.iterations):
            move(state64, here, rows, pull)
            pull, force = updated(rows, pull._replace(error=errors(here, state64) - goal), h)
        multiplier = np.where(leaving > 0, 0, pull.multiplier)
        state64.bodies.velocity[free, :6] = displacements_between(start, state64.bodies.pose)[free] / h
        store_row_impulses(state, extent, rows, rebound(rows, state64, params, h * force, leaving))
        now = relinearised(rows._replace(error=errors(here, state64)), state64, h)
        move(state64, here, now, pull._replace(error=now.error - later))
        straighten(rows, state64, rods, later, h)
        hold_energy(rows, state64, (force != 0) | (rows.kind == HELD), driven(rows, state64) | (leaving > 0), free_motion)
        write(state, state64, extent, p)
    by_oneself(lambda team: keep_results(team, state, extent, h))


def kinds_of(rows: Rows, params: RowParameters) -> Pull:
    """The fields of `Pull` that are the same in all substeps; the others are 0."""
    m, zero = len(rows.a), np.zeros(len(rows.a))
    vectors = (rows.part_kind == POINT) | (rows.kind == FRICTION) & (params.contact.friction != PYRAMID)
    pair = np.where(vectors, rows.group, np.arange(m))
    patch = np.where(rows.patch >= 0, rows.patch, rows.patch.max(initial=-1) + 1)
    return Pull(hard=compliance(rows) == 0, stiffness=zero, multiplier=zero, error=zero, lower=zero, upper=zero,
                friction=rows.friction, is_friction=is_friction(rows), is_normal=rows.kind == NORMAL, patch=patch, pair=pair,
                single=np.bincount(pair, minlength=m)[pair] == 1)


def started(rows: Rows, kinds: Pull, multiplier: np.ndarray, h: float) -> Pull:
    """The rows as a substep begins: these multipliers, clamped to their bounds, and the stiffness that follows from them."""
    pull = kinds._replace(multiplier=np.where(kinds.hard, multiplier, 0), lower=rows.lower / h, upper=rows.upper / h)
    force, _ = bounded(pull, pull.multiplier, limits(pull, pull.multiplier))
    unit, load = units_of(rows, kinds, h), np.sqrt(np.bincount(kinds.pair, force * force))[kinds.pair]
    stiffness = np.minimum(np.maximum(load / (LOAD * h * h), unit), MOST * unit)
    normal = np.zeros(kinds.patch.max(initial=0) + 1)
    np.maximum.at(normal, kinds.patch[kinds.is_normal], stiffness[kinds.is_normal])
    stiffness = np.where(kinds.is_friction, np.maximum(stiffness, normal[kinds.patch]), stiffness)
    soft = compliance(rows)
    return pull._replace(multiplier=force, stiffness=np.where(kinds.hard, stiffness, 1 / (h * h * np.where(soft > 0, soft, 1))))


def units_of(rows: Rows, kinds: Pull, h: float) -> np.ndarray:
    """(m,) 1 / (K h2) [N/m] or [N m/rad]; of a vector with the greatest K of its rows."""
    k = np.zeros(len(rows.k))
    np.maximum.at(k, kinds.pair, rows.k)
    return 1 / (h * h * np.where(k > 0, k, 1)[kinds.pair])


def kept(rows: Rows, later: np.ndarray, h: float) -> np.ndarray:
    """(m,) target errors of the sweeps: those at the beginning for held rows, contacts and limits, else `later`.

    Held rows subtract the curvature beforehand: the growth of C by the change of J.  Rods between points do not: vibrations
    across them, which few sweeps leave, would pull them tight and so grow.
    """
    one_sided = (rows.kind == NORMAL) | (rows.kind == LIMIT)
    held = rows.error - np.where(rows.part_kind == DISTANCE, 0, h * rows.curvature)
    return np.where(rows.kind == HELD, held, np.where(one_sided, np.minimum(rows.error, 0), later))


def errors(here: Substep, state64: State) -> np.ndarray:
    """(m,) C at the present poses, to first order."""
    rows, moved = here.rows, displacements_between(here.start, state64.bodies.pose)
    return rows.error + (rows.jacobian * np.concatenate((moved[rows.a], moved[rows.b]), 1)).sum(1)


def relinearised(rows: Rows, state64: State, h: float) -> Rows:
    """The rows, those of parts of joints with J, M^-1 J^T and errors at the present poses."""
    new = with_parts_placed(rows, state64, h)
    return rows._replace(**{name: getattr(new, name) for name in POSED})


def rods_of(rows: Rows, units: Plan) -> Plan:
    """The units of rods between points."""
    first = units.rows[:, 0]
    return some_of(units, (rows.part_kind[first] == DISTANCE) & (rows.kind[first] == HELD))


def straighten(rows: Rows, state64: State, rods: Plan, later: np.ndarray, h: float) -> None:
    """Correct the lengths of rods on positions alone, one after the other, with a new J in each sweep."""
    nothing, free = np.zeros(len(rows.a)), np.full(len(rows.a), np.inf)
    for _ in range(STRAIGHTENING if len(rods.rows) else 0):
        now = relinearised(rows, state64, h)
        moved, _ = sweep(now, Task(now.error - later, nothing, -free, free), rods, nothing, len(state64.bodies.pose))
        displace(state64, moved)


def move(state64: State, here: Substep, rows: Rows, pull: Pull) -> None:
    """One sweep over the bodies."""
    inertia = Inertia(masses(state64, here.h), displacements_between(here.free, state64.bodies.pose))
    displace(state64, descend(rows, here.colors, inertia, pull))


def updated(rows: Rows, pull: Pull, h: float) -> tuple[Pull, np.ndarray]:
    """The rows after a sweep, with multipliers and stiffnesses from the remaining errors; and the forces (m,)."""
    want = wanted(pull, pull.error)
    force, inside = bounded(pull, want, limits(pull, want))
    worst, unit = np.zeros(len(want)), units_of(rows, pull, h)
    np.maximum.at(worst, pull.pair, np.abs(pull.error))
    grown = np.minimum(pull.stiffness + GROWTH * worst[pull.pair] * unit, np.maximum(MOST * unit, pull.stiffness))
    return pull._replace(stiffness=np.where(pull.hard & inside, grown, pull.stiffness),
                         multiplier=np.where(pull.hard, force, 0)), force


def rebound(rows: Rows, state64: State, params: RowParameters, impulses: np.ndarray, leaving: np.ndarray) -> np.ndarray:
    """Give contacts that bounce their speeds of separation (m,); returns the total impulses of the substep [N s]."""
    hit = (leaving > 0) & (impulses > 0)
    if not hit.any():
        return impulses
    units = plan(rows, params)
    first = units.rows[:, 0]
    mine = (rows.kind[first] < OF_PARTS) & np.isin(rows.patch[first], rows.patch[hit])
    return velocity_pass(rows, state64, some_of(units, mine), impulses, leaving)


METHOD = Method("avbd", "Bodies move one by one to their least energy; the stiffness of violated constraints grows",
                only("avbd", CONTACT, JOINT, MOTOR, SPRING), advance)
