"""Runners of the cases about particles that forces hold."""
from __future__ import annotations

import numpy as np

from app.studies.validate.formula import value
from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics.lab.links import circle
from physics.lab.particles import Particles, Springs, by_forces, resting, weight

TIMES = (1, 2, 5, 10)                            # when the drift is read [s]


def around(link, particle: Particles, gravity: tuple[float, float], course: tuple[float, float, Springs]) -> np.ndarray:
    """|d| - L [m] after every step of dt for so many seconds with springs; course: these three."""
    dt, seconds, springs = course
    force, found = weight(particle, gravity), np.empty(round(seconds / dt))
    for k in range(len(found)):
        particle = by_forces(particle, force, link, dt, springs)
        found[k] = link.stretch(particle.position)[0]
    return found


@runner("F01", "F01b", "F01c")
def drift(run: Run) -> Measured:
    """From rest at (1, 0)."""
    found = []
    for point in run.points:
        dt = value(point["dt"], {})
        course = (dt, run["seconds"], Springs(point["ks"], point["kd"]))
        far = around(circle(1.0, run["form"]), resting((run["mass"],), ((1.0, 0.0),)), (0.0, -run["g"]), course)
        found.append({f"drift after {t} s": far[round(t / dt) - 1] for t in TIMES} | {"largest drift": np.abs(far).max()})
    return found
