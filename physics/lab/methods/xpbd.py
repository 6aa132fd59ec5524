"""XPBD: extended position based dynamics; constraints move bodies, and velocities follow from the displacements.

With a constraint's error C, its compliance alpha (0: rigid) and a multiplier for each row, 0 at the beginning of a substep,

    multiplier += -(C + alpha / h2 multiplier) / (J M^-1 J^T + alpha / h2),      x += M^-1 J^T change of the multiplier

row after row, `iterations` times; then v = (x - x0) / h.  This is one step of Newton's method on the implicit Euler equations
M (x - x0 - h v) = J^T multiplier,  C + alpha / h2 multiplier = 0, where the equation of motion is solved to first order only:
multiplier / h is the impulse.  Damping enters as in `substep_poses.goals`.

Contacts: normal rows have multiplier >= 0.  Friction opposes the slip since the beginning of the substep, within a cone of
friction times the normal multipliers; this is both static and sliding friction.  A velocity pass follows for contacts with an
impulse: the normal speed becomes 0, or restitution times the speed of approach, so that the removal of an overlap leaves no
speed.  The total impulse remains >= 0, and friction within its cone.  Sweeps run forwards and each linearises C again.  Points of
round bodies stay where they touch while the bodies roll, see `rows.anchored_rows`.

Settings: accuracy comes from `substeps`: errors fall with h2, so 20 substeps of 1 iteration are better than 1 substep of 20;
`iterations` are the sweeps in each, of the velocity pass too, of which the paper has one.  `push_speed` bounds how fast errors
from before the substep are corrected with soft stabilization.  The other settings of stabilization have no effect: no warm
start, no bias, no hertz of contacts and joints, which are rigid; springs, motors and limits of joints keep their own
parameters.  `friction_model`, `restitution_threshold`, speed limits and gyroscopic torques are as in all methods.

Sources: Macklin, Mueller, Chentanez, "XPBD: Position-Based Simulation of Compliant Constrained Dynamics", MIG 2016; Macklin et
al., "Small Steps in Physics Simulation", SCA 2019; Mueller, Macklin, Chentanez, Jeschke, Kim, "Detailed Rigid Body Simulation
with Extended Position Based Dynamics", SCA 2020.  Unlike there, sliding friction is solved on positions too.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.assembly import renew
from physics.lab.rows.displacements import displace, farthest, settle
from physics.lab.rows.projection import Task, of_contacts, plan, sweep
from physics.lab.rows.row import row_parameters, speeds
from physics.lab.rows.stored_impulses import store_row_impulses
from physics.lab.rows.substep_poses import (
    accelerate,
    begin,
    bounces,
    compliance,
    end_spins,
    goals,
    movable,
    restitutions,
    write,
)
from physics.lab.rows.velocity_pass import velocity_pass
from physics.parallel.team import by_oneself


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step."""
    p, h, params, most = parameters, parameters.motion.h, row_parameters(parameters), farthest(parameters)
    state64, rows = begin(state, extent, p, params)
    bodies = state64.bodies
    units, e = plan(rows, params), restitutions(state, rows)
    contacts = of_contacts(rows, units)
    for substep in range(p.substeps):
        renew(rows, state64, params)
        before = speeds(rows, bodies.velocity)
        start, moved, goal = bodies.pose.copy(), bodies.delta.copy(), goals(rows, params, h)
        accelerate(state, state64, extent, p)
        leaving = bounces(rows, e, before, p, bodies.velocity)
        displace(state64, h * bodies.velocity[:, :6], most)
        multipliers = np.zeros(len(rows.a))
        for _ in range(p.iterations):
            renew(rows, state64, params)
            task = Task(rows.error - goal, compliance(rows), h * rows.lower, h * rows.upper)
            displacement, multipliers = sweep(rows, task, units, multipliers, len(start))
            displace(state64, displacement, most)
        made, free = settle(bodies, start, moved, h, most), movable(state64)
        bodies.velocity[free, :6] = made[free] / h
        impulses = multipliers / h
        if extent.contacts:
            impulses = velocity_pass(rows, state64, contacts, impulses, (leaving, p.iterations))
        store_row_impulses(state, extent, rows, impulses)
        end_spins(state, state64, start, p)
        write(state, state64, extent, p, substep + 1)
    by_oneself(lambda team: keep_results(team, state, extent, p))


METHOD = Method("xpbd", "Constraints move bodies, and velocities follow; many substeps make it stiff",
                only("xpbd", CONTACT, JOINT, MOTOR, SPRING), advance,
                "places and lengths with few substeps, since each begins from nothing: in shootout_ratio boxes sink 634 mm")
