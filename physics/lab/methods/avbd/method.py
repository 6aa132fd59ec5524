"""AVBD: augmented vertex block descent; bodies move one after the other, and the stiffness of violated constraints grows.

Each substep is a step of the paper's algorithm 1.  With E = C(x) - alpha C(x0) a row pulls along J^T by

    f = multiplier - k E          within its bounds: >= 0 at contacts, |friction| <= friction times the normal forces

    begin      multiplier, k as the last substep left them, decayed        `stiffness`        equation 19
               x between x0 + h v and free motion                          `starting_point`
    sweep      every body to the least energy of its six coordinates       `body_descent`     equations 4 to 6, 13 and 17
               multiplier = f,   k = k + beta |E| inside the bounds        `stiffness`        equations 11 and 16
    end        v = (x - x0) / h

so multipliers converge to the forces, with any k, and a heavy body on a light one, which needs a great k, gets it after some
sweeps.  Springs and motors with a compliance have no multiplier, and k grows up to 1 / (h2 compliance).

**Old errors**, C(x0), are no business of the sweeps but for the share 1 - alpha (equation 18): what they remove becomes speed.
With post-stabilization, as in the authors' program, alpha is 1, and after v is known one more sweep, of positions alone, removes
them: all at once, or with soft stabilization as fast as `push_speed` says.

Settings: `iterations` are the sweeps (the authors: 10 with one substep), `avbd_alpha`, `avbd_beta`, `avbd_gamma`,
`avbd_post_stabilization`.  The paper's beta is one number for all rows, to be found for each scene; with `avbd_beta` 0 it follows
the inertia that a row moves, see `stiffness`.  Bias, hertz of contacts and joints and relax iterations have no effect.

What it loses: momentum and energy, as far as sweeps have not converged; what lands sinks in until k has grown, and an impact's
multiplier is dealt again in the next substep unless k is large by then.  The paper has no restitution: contacts that bounce get
their speed by a velocity pass of `iterations` sweeps, as in `xpbd`, and begin the next substep without multiplier.

Source: Giles, Diaz, Yuksel, "Augmented Vertex Block Descent", ACM Transactions on Graphics 44 (SIGGRAPH), 2025.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.methods.avbd.body_descent import correct_bodies, descent_of, find_moved, solve_rows
from physics.lab.methods.avbd.bonds import bonds_of
from physics.lab.methods.avbd.goals import Goals, find_kept
from physics.lab.methods.avbd.kept_stiffness import keep_stiffness, take_stiffness
from physics.lab.methods.avbd.poses import set_velocities
from physics.lab.methods.avbd.pull import pull_of
from physics.lab.methods.avbd.starting_point import Velocities, begin_bodies, keep_falling
from physics.lab.methods.avbd.stiffness import begin_pull
from physics.lab.rows.assembly import renew
from physics.lab.rows.displacements import displace, farthest, settle
from physics.lab.rows.projection import plan, some_of
from physics.lab.rows.row import NORMAL, OF_PARTS, RowParameters, Rows, row_parameters, speeds
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


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step."""
    p, h, params = parameters, parameters.motion.h, row_parameters(parameters)
    state64, rows = begin(state, extent, p, params)
    bodies, pull, goals, most = state64.bodies, pull_of(rows, params), goals_of(rows, state, extent), farthest(p)
    here = descent_of(rows, pull, bonds_of(rows, movable(state64)), bodies, state64.parts)._replace(h=h, most=most)
    pull.multiplier[:] = p.warm_start * rows.impulse / h
    take_stiffness(state, rows, pull.stiffness)
    velocities = Velocities(*np.zeros((2, *bodies.velocity.shape)))
    for substep in range(p.substeps):
        renew(rows, state64, params)
        here.start[:], velocities.before[:], moved = bodies.pose, bodies.velocity, bodies.delta.copy()
        accelerate(state, state64, extent, p)
        velocities.after[:] = bodies.velocity
        if extent.contacts:
            before = speeds(rows, velocities.before)
            pull.multiplier[(goals.leaving > 0) | rebounded(goals.restitution, before, p)] = 0
            goals.leaving[:] = bounces(rows, goals.restitution, before, p, velocities.after)
        find_goals(rows, h * params.contact.push_speed, h * params.joint.push_speed, h, goals.later)
        find_compliance(rows, pull.soft)
        find_kept(rows, 1.0 if p.descent.after else p.descent.alpha, goals)
        begin_pull(rows, pull, bodies, p.descent, h)
        displace(state64, h * bodies.velocity[:, :6], most)
        here.free[:] = bodies.pose
        begin_bodies(here.bonds, bodies, velocities, h)
        find_moved(here)
        solve_rows(here, goals.kept, p.iterations)
        set_velocities(bodies, here.start, h)
        rebound = goals.leaving, p.iterations
        store_row_impulses(state, extent, rows, bounced(rows, state64, params, h * pull.force, rebound))
        keep_falling(bodies, velocities)
        if p.descent.after:
            correct_bodies(here, goals.later)
        settle(bodies, here.start, moved, h, most)
        end_spins(state, state64, here.start, p)
        write(state, state64, extent, p, substep + 1)
    by_oneself(lambda team: keep_results(team, state, extent, p))
    keep_stiffness(state, rows, pull.stiffness)


def goals_of(rows: Rows, state: State, extent: Extent) -> Goals:
    """Goals with the coefficients of restitution; the others are 0."""
    goals = Goals(*np.zeros((4, len(rows.a))))
    if extent.contacts:
        goals.restitution[:] = restitutions(state, rows)
    return goals


def rebounded(restitution: np.ndarray, speed: np.ndarray, parameters: Parameters) -> np.ndarray:
    """(m,) bool: rows that part as only after a bounce, which is at e times the threshold at least; `speed` (m,) is J V."""
    return (restitution > 0) & (speed > 0.5 * restitution * parameters.restitution_threshold)


def bounced(rows: Rows, state64: State, params: RowParameters, impulses: np.ndarray,
            rebound: tuple[np.ndarray, int]) -> np.ndarray:
    """Give contacts that bounce their speeds of separation; returns the total impulses (m,) of the substep [N s]."""
    hit = (rebound[0] > 0) & (impulses > 0)
    if not hit.any():
        return impulses
    units = plan(rows, params)
    first = units.rows[:, 0]
    reached = rows.patch[struck(rows, hit, impulses > 0, movable(state64))]
    mine = (rows.kind[first] < OF_PARTS) & np.isin(rows.patch[first], reached)
    return velocity_pass(rows, state64, some_of(units, mine), impulses, rebound)


def struck(rows: Rows, hit: np.ndarray, pressing: np.ndarray, free: np.ndarray) -> np.ndarray:
    """(m,) bool: normal rows that a blow reaches: those `hit` (m,), and those `pressing` (m,) on a body that moves, `free` (n,),
    and that one of these presses on."""
    normal, found = pressing & (rows.kind == NORMAL), hit
    while True:
        bodies = np.zeros(len(free), bool)
        bodies[rows.a[found]] = bodies[rows.b[found]] = True
        bodies &= free
        more = normal & (bodies[rows.a] | bodies[rows.b])
        if np.array_equal(more, found):
            return found
        found = more


METHOD = Method("avbd", "Bodies move one by one to their least energy; the stiffness of violated constraints grows",
                only("avbd", CONTACT, JOINT, MOTOR, SPRING), advance,
                "momentum and places until stiffness has grown: of 6 kg m/s with which a ball hits a box it loses 2.3 with two "
                "sweeps, 0.04 with ten")
