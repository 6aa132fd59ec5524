"""The velocity pass after a method on positions: contacts with an impulse get their speed of separation.

The paper has one sweep.  That is exact for one contact; a box on its corners, of which the last swept takes from the others,
comes back lower than a ball does, and of touching balls a blow reaches the second alone.  With more sweeps all are right
together.

Source: Mueller, Macklin, Chentanez, Jeschke, Kim, "Detailed Rigid Body Simulation with Extended Position Based Dynamics", 2020.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import kernel
from physics.dynamics.substeps import State
from physics.lab.rows.projection import Plan, Task, sweep
from physics.lab.rows.row import NORMAL, Rows
from physics.lab.rows.row_products import speed_of


def velocity_pass(rows: Rows, state64: State, contacts: Plan, impulses: np.ndarray,
                  rebound: tuple[np.ndarray, int]) -> np.ndarray:
    """Sweeps over these contacts; returns the total impulses (m,) of the substep [N s], from those of its positions.

    rebound = (speeds of separation (m,) [m/s], 0 without a bounce; number of sweeps).
    """
    velocity, pushes, (leaving, sweeps) = state64.bodies.velocity, impulses, rebound
    for _ in range(sweeps):
        task = Task(*np.zeros((len(Task._fields), len(rows.a))))
        find_speeds_to_remove(rows, velocity, pushes, leaving, task)
        change, impulses = sweep(rows, task, contacts, impulses, len(velocity))
        add_velocities(state64.bodies, change)
    return impulses


@kernel
def find_speeds_to_remove(rows, velocity, impulses, leaving, task):
    """Fill the errors of a task with speeds that are to become 0, and its upper bounds; the others begin as 0.

    Reads   rows.a rows.b rows.jacobian rows.kind rows.bias velocity impulses leaving
    Writes  task.error task.upper
    """
    for i in range(len(impulses)):
        normal, speed = rows.kind[i] == NORMAL, speed_of(rows.jacobian, i, velocity, rows.a[i], rows.b[i])
        task.error[i] = speed + (-leaving[i] if normal else rows.bias[i])
        task.upper[i] = np.inf if normal and impulses[i] > 0 else 0.0


@kernel
def add_velocities(bodies, change):
    """Add changes (n, 6) to the velocities of awake bodies.

    Reads   bodies.awake change
    Writes  bodies.velocity
    """
    for body in range(len(change)):
        if bodies.awake[body] > 0:
            for k in range(6):
                bodies.velocity[body, k] += change[body, k]
