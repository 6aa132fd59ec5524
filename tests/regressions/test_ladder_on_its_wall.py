"""A smooth ladder stays on its wall until it has slid to two thirds of its height.

Seen: a thin ladder makes a small length scale, and so a contact margin of 0.2 mm.  Its top followed a curved path, was farther
than that from the wall after a step, lost its contact and hit the wall again: the last contact was at 0.558 (Soft step) and
0.574 (others) of its length instead of 0.600, and it went on 1 to 2 % too fast.
"""
from __future__ import annotations

import math

import pytest

from physics import PRESETS, Box, Plane, SolverSettings, World

LENGTH, SINE = 2.0, 0.9


@pytest.mark.parametrize("preset", PRESETS)
def test_a_ladder(preset):
    half, thick, angle = LENGTH / 2, 0.005, math.asin(SINE)
    world = World(precision="double", sleep=False, solver=SolverSettings.preset(preset))
    wall = world.add_body(shape=Plane(normal=(1, 0, 0)), type="static", friction=0)
    world.add_body(shape=Plane(), type="static", friction=0)
    ladder = world.add_body(shape=Box(half=(half, 0.3, thick)), friction=0,
                            rotation=(0, math.sin(angle / 2), 0, math.cos(angle / 2)),
                            position=(half * math.cos(angle) + thick * SINE, 0, half * SINE + thick * math.cos(angle)))
    pressed, sines = [], []
    while not sines or sines[-1] > 0.2:
        world.step()
        x, y, z, w = ladder.rotation
        sines.append(abs(2 * (x * z - w * y)))
        pressed.append(any(point.normal_impulse > 0 for manifold in world.contacts if wall in (manifold.a, manifold.b)
                           for point in manifold.points))
    last = len(pressed) - 1 - pressed[::-1].index(True)
    assert sum(pressed[:last + 1]) >= last - 1                                 # two steps without, at most
    assert abs(sines[last] - 2 / 3 * SINE) < 0.07                              # two steps of 1/60 s
    exact = 2 / 3 * SINE * math.sqrt(9.81 * SINE / LENGTH)                     # of its centre along the floor [m/s]
    assert ladder.velocity[0] == pytest.approx(exact, rel=0.0125)
