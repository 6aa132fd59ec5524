"""The velocity pass after a method on positions: contacts with an impulse get their speed of separation.

Source: Mueller, Macklin, Chentanez, Jeschke, Kim, "Detailed Rigid Body Simulation with Extended Position Based Dynamics", 2020.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.substeps import State
from physics.lab.rows.projection import Plan, Task, sweep
from physics.lab.rows.row import NORMAL, Rows, speeds


def velocity_pass(rows: Rows, state64: State, contacts: Plan, impulses: np.ndarray, leaving: np.ndarray) -> np.ndarray:
    """One sweep over these contacts to the speeds `leaving` (m,); returns the total impulses (m,) of the substep [N s]."""
    active = (rows.kind == NORMAL) & (impulses > 0)
    error = speeds(rows, state64.bodies.velocity) + np.where(rows.kind == NORMAL, -leaving, rows.bias)
    task = Task(error, np.zeros(len(error)), np.zeros(len(error)), np.where(active, np.inf, 0))
    change, impulses = sweep(rows, task, contacts, impulses, len(state64.bodies.velocity))
    state64.bodies.velocity[:, :6] += np.where(state64.bodies.awake[:, None] > 0, change, 0)
    return impulses
