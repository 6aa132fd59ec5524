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

import numpy as np

from physics.compile.decorators import kernel
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.methods.avbd.body_descent import Descent, descent_of, move_bodies, set_errors, solve_rows
from physics.lab.methods.avbd.bonds import bonds_of
from physics.lab.methods.avbd.energy_bound import FreeMotion, driven, hold_energy
from physics.lab.methods.avbd.goals import Goals, start_rows
from physics.lab.methods.avbd.poses import set_velocities
from physics.lab.methods.avbd.pull import pull_of
from physics.lab.methods.avbd.rods import rods_of, straighten
from physics.lab.methods.avbd.support import Velocities, support_bodies
from physics.lab.rows.assembly import renew
from physics.lab.rows.displacements import displace, farthest, settle
from physics.lab.rows.placed_rows import place_part_rows
from physics.lab.rows.projection import plan, some_of
from physics.lab.rows.row import HELD, OF_PARTS, RowParameters, Rows, row_parameters, speeds
from physics.lab.rows.stored_impulses import store_row_impulses
from physics.lab.rows.substep_poses import (
    accelerate,
    begin,
    bounces,
    end_spins,
    find_compliance,
    find_goals,
    movable,
    restitutions,
    write,
)
from physics.lab.rows.velocity_pass import velocity_pass
from physics.parallel.team import by_oneself

STRAIGHTENING = 6                                # sweeps over rods for their lengths


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step."""
    p, h, params = parameters, parameters.motion.h, row_parameters(parameters)
    state64, rows = begin(state, extent, p, params)
    bodies, pull, goals = state64.bodies, pull_of(rows, params), goals_of(rows, state, extent)
    here = descent_of(rows, pull, bonds_of(rows, movable(state64)), bodies, (h, farthest(p)))
    rods = rods_of(rows)
    pull.multiplier[:] = p.warm_start * rows.impulse / h
    velocities = Velocities(*np.zeros((2, *bodies.velocity.shape)))
    for substep in range(p.substeps):
        renew(rows, state64, params)
        here.start[:], velocities.before[:], moved = bodies.pose, bodies.velocity, bodies.delta.copy()
        accelerate(state, state64, extent, p)
        velocities.after[:] = bodies.velocity
        if extent.contacts:
            pull.multiplier[goals.leaving > 0] = 0
            goals.leaving[:] = bounces(rows, goals.restitution, speeds(rows, velocities.before), p, velocities.after)
        find_goals(rows, h * params.contact.push_speed, h * params.joint.push_speed, h, goals.later)
        find_compliance(rows, pull.soft)
        start_rows(rows, pull, goals, here.bonds.every, h)
        displace(state64, h * bodies.velocity[:, :6], here.most)
        here.free[:] = bodies.pose
        support_bodies(here, velocities)
        solve_rows(here, goals.kept, p.iterations)
        set_velocities(bodies, here.start, h)
        store_row_impulses(state, extent, rows, rebound(rows, state64, params, h * pull.force, goals.leaving))
        correct(here, state64, extent, goals, rods)
        settle(bodies, here.start, moved, h, here.most)
        hold_energy(rows, state64, (pull.force != 0) | (rows.kind == HELD), driven(rows, state64) | (goals.leaving > 0),
                    FreeMotion(here.start, velocities.after))
        end_spins(state, state64, here.start, p)
        write(state, state64, extent, p, substep + 1)
    by_oneself(lambda team: keep_results(team, state, extent, p))


def goals_of(rows: Rows, state: State, extent: Extent) -> Goals:
    """Goals with the coefficients of restitution; the others are 0."""
    goals = Goals(*np.zeros((4, len(rows.a))))
    if extent.contacts:
        goals.restitution[:] = restitutions(state, rows)
    return goals


def correct(here: Descent, state64: State, extent: Extent, goals: Goals, rods: np.ndarray) -> None:
    """The last sweep, of positions alone, to the errors `goals.later`; rows of parts with J at the present poses."""
    keep_errors(here, goals.later)
    if extent.parts:
        place_part_rows(here.rows, here.bodies, state64.parts, here.h)
        subtract(here.rows, goals.later, here.pull.error)
    move_bodies(here)
    if len(rods):
        straighten(here, state64.parts, rods, goals.later, STRAIGHTENING)


@kernel
def keep_errors(descent, later):
    """Errors at the present poses, to first order, less their goals (m,).

    Reads   descent.rows descent.bodies.awake descent.bodies.pose descent.bodies.velocity descent.start descent.moved
            descent.h later
    Writes  descent.moved descent.pull.error
    """
    set_errors(descent, later)


@kernel
def subtract(rows, later, error):
    """Errors of the rows of parts less their goals (m,).

    Reads   rows.kind rows.error later
    Writes  error
    """
    for i in range(len(later)):
        if rows.kind[i] >= OF_PARTS:
            error[i] = rows.error[i] - later[i]


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
