"""XPBD: extended position based dynamics; constraints move bodies, and velocities are where the bodies went.

With a constraint's error C, its compliance alpha (0: rigid) and a multiplier per row that starts every substep at 0,

    multiplier += -(C + alpha / h2 multiplier) / (J M^-1 J^T + alpha / h2),      x += M^-1 J^T change of the multiplier

row after row, `iterations` times; then v = (x - x0) / h.  This is one step of Newton's method on the implicit Euler equations
M (x - x0 - h v) = J^T multiplier,  C + alpha / h2 multiplier = 0, in which the bodies' equation is solved only to first order:
multiplier / h is the impulse.  Damping enters as in `substep_poses.goals`.

Contacts: normal rows push, multiplier >= 0.  Friction holds the slip since the substep began within a cone of friction times
the normal multipliers, which is static and sliding friction in one.  A pass over velocities follows for contacts that bore: the
normal speed becomes 0, or restitution times the speed of approach, so that parting an overlap leaves no speed; the impulse as
a whole still only pushes, and friction still keeps to its cone.  Sweeps go forwards and each linearises C anew.

Settings: `substeps` is the dial: errors fall with h2, so 20 substeps of 1 iteration do more than 1 substep of 20; `iterations`
are sweeps in each.  `push_speed` bounds how fast errors that were there are corrected with soft stabilization.  Nothing else of
stabilization counts: no warm start, no bias, no hertz of contacts and joints, which are rigid; springs, motors and limits of
joints keep their own numbers.  `friction_model`, `restitution_threshold`, caps and gyroscopic torques are those of all methods.

Sources: Macklin, Mueller, Chentanez, "XPBD: Position-Based Simulation of Compliant Constrained Dynamics", MIG 2016; Macklin et
al., "Small Steps in Physics Simulation", SCA 2019; Mueller, Macklin, Chentanez, Jeschke, Kim, "Detailed Rigid Body Simulation
with Extended Position Based Dynamics", SCA 2020.  Unlike there, friction while sliding is found on positions too.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.assembly import refresh
from physics.lab.rows.projection import Task, of_contacts, plan, sweep
from physics.lab.rows.row import laws_of, speeds
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


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step."""
    p, h, laws = parameters, parameters.motion.h, laws_of(parameters)
    state64, made = begin(state, extent, p, laws)
    units, e = plan(made, movable(state64), laws), restitutions(state, made)
    contacts = of_contacts(made, units)
    for _ in range(p.substeps):
        made = refresh(made, state64, laws)
        before = speeds(made, state64.bodies.velocity)
        start, goal = state64.bodies.pose.copy(), goals(made, laws, h)
        accelerate(state, state64, extent, p)
        leaving = bounces(made, e, before, p, state64.bodies.velocity)
        displace(state64, h * state64.bodies.velocity[:, :6])
        multipliers = np.zeros(len(made.a))
        for _ in range(p.iterations):
            made = refresh(made, state64, laws)
            task = Task(made.error - goal, compliance(made), h * made.lower, h * made.upper)
            way, multipliers = sweep(made, task, units, multipliers, len(start))
            displace(state64, way)
        free = movable(state64)
        state64.bodies.velocity[free, :6] = ways_between(start, state64.bodies.pose)[free] / h
        impulses = multipliers / h
        if extent.contacts:
            impulses = velocity_pass(made, state64, contacts, impulses, leaving)
        note(state, extent, made, impulses)
        write(state, state64, extent, p)
    by_oneself(lambda team: keep_results(team, state, extent, h))


METHOD = Method("xpbd", "positions first: constraints move bodies, speeds follow; many substeps make it stiff",
                only("xpbd", CONTACT, JOINT, MOTOR, SPRING), advance)
