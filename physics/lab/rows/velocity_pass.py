"""A pass over velocities after a method on positions: contacts that bore leave with the speed that they are to leave with.

Source: Mueller, Macklin, Chentanez, Jeschke, Kim, "Detailed Rigid Body Simulation with Extended Position Based Dynamics", 2020.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.substeps import State
from physics.lab.rows.projection import Plan, Task, sweep
from physics.lab.rows.row import NORMAL, Rows, speeds


def velocity_pass(made: Rows, state64: State, contacts: Plan, impulses: np.ndarray, leaving: np.ndarray) -> np.ndarray:
    """One sweep over these contacts; returns the impulses (m,) of the substep as a whole [N s]."""
    bears = (made.kind == NORMAL) & (impulses > 0)
    error = speeds(made, state64.bodies.velocity) + np.where(made.kind == NORMAL, -leaving, made.bias)
    task = Task(error, np.zeros(len(error)), np.zeros(len(error)), np.where(bears, np.inf, 0))
    change, impulses = sweep(made, task, contacts, impulses, len(state64.bodies.velocity))
    state64.bodies.velocity[:, :6] += np.where(state64.bodies.awake[:, None] > 0, change, 0)
    return impulses
