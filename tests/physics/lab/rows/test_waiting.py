"""Which rows relaxing leaves out: one law, of lanes in single contacts and of the laboratory's explicit rows."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics import SolverSettings, Sphere, World
from physics.lab.rows.bias import find_waiting
from physics.lab.rows.row import FRICTION, HELD, NORMAL, blank

THRESHOLD = 1.0
CLOSE = 1e-9
# kind, impulse, separation, speed, restitution, target
CASES = list(itertools.product((NORMAL, FRICTION, HELD), (0.0, 2.0), (-0.01, 0.0, 0.01), (-3.0, -0.5, 3.0), (0.0, 0.5),
                               (0.0, 1.5)))


def test_rows_that_wait():
    """Normal rows without impulse that do not bounce in this substep, and are apart or come fast enough to bounce in the next."""
    kind, impulse, separation, speed, restitution, target = np.array(CASES).T
    rows = blank(len(CASES))
    for name, column in (("kind", kind), ("impulse", impulse), ("error", separation), ("restitution", restitution),
                         ("target", target)):
        getattr(rows, name)[:] = column
    waiting = np.empty(len(CASES), bool)
    find_waiting(rows, speed, THRESHOLD, waiting)
    comes = (restitution > 0) & (speed < -THRESHOLD)
    assert np.array_equal(waiting, (kind == NORMAL) & (impulse == 0) & ((separation > 0) | comes) & (target == 0))
    assert 0 < waiting.sum() < (kind == NORMAL).sum()


def line_of_balls(method: str, gap: float) -> World:
    """The middle one of three elastic balls has just been hit and comes to the third, whose contact is solved first."""
    world = World(gravity=(0, 0, 0), precision="double",
                  solver=SolverSettings(method=method, row_order="color", restitution_threshold=THRESHOLD))
    for x, speed in ((0.0, 0.0), (1 + gap, 0.0), (-1 - gap, 5.0)):
        world.add_body(shape=Sphere(radius=0.5), position=(x, 0, 0), velocity=(speed, 0, 0), restitution=1.0, friction=0.0)
    return world


@pytest.mark.parametrize("gap", [0.0005, 0.002, 0.01])
def test_a_row_that_is_about_to_bounce_waits_in_the_laboratory_too(gap):
    """It overlaps already, without an impulse: slowing it down now would take from its bounce in the next substep."""
    wide, plain = (line_of_balls(method, gap) for method in ("sequential_impulse", "projected_gauss_seidel"))
    for _ in range(3):
        wide.step()
        plain.step()
        assert np.abs(wide.velocities - plain.velocities).max() < CLOSE
    assert wide.velocities[1, 0] == pytest.approx(5.0, rel=0.01)
