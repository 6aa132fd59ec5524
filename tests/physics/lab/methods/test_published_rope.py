"""AVBD against its authors' program (avbd-demo2d, 2025): its heavy rope, with its constants.

Nineteen links of 1 m and 0.5 kg, the first fixed, and at the end a block of 900 kg, whose joint starts 0.5 m apart.  The widest
joint [m] after 4, 8 and 60 steps of 1/60 s is published in DART's pull request 3432 as 0.4989, 0.4978 and 0.076; the program
itself, built without its window, gives 0.4989, 0.4978 and 0.0761, and with its bodies by colours, as here, 0.4989, 0.4978 and
0.0755.  All digits below are of that program.  It is flat, so the same boxes, a metre deep, move in a plane here.
"""
from __future__ import annotations

import pytest

from physics import BallSocket, Box, SolverSettings, World

LINKS, BLOCK = 20, 15.0                          # bodies; half size of the last one [m]
OFFSET = 0.5                                     # of the last joint at the beginning [m]
WITH_POST = {1: 0.4997, 4: 0.4989, 8: 0.4978, 20: 0.1375, 40: 0.0739, 60: 0.0761, 90: 0.1015, 120: 0.0740}
BY_ALPHA = {1: 0.4958, 4: 0.4817, 8: 0.4628, 20: 0.4152, 40: 0.3489, 60: 0.3063, 90: 0.2554, 120: 0.1928}


def heavy_rope(**settings) -> World:
    """The rope with the authors' constants; no joint is pulled back slower than at once."""
    solver = {"method": "avbd", "substeps": 1, "iterations": 10, "avbd_beta": 1e5, "push_speed": 500} | settings
    world, before = World(precision="double", gravity=(0, 0, -10), solver=SolverSettings(**solver), length_scale=1.0), None
    for k in range(LINKS):
        last = k == LINKS - 1
        x, half = (k - OFFSET + BLOCK, (BLOCK, 0.5, BLOCK)) if last else (k, (0.5, 0.5, 0.25))
        link = world.add_body(shape=Box(half=half), mass=8 * half[0] * half[1] * half[2], position=(x, 0, 10),
                              type="static" if k == 0 else "dynamic", group=1)
        if before is not None:
            world.add_joint(BallSocket(a=before, b=link, anchor=(k - 0.5, 0, 10)))
        before = link
    before.position = (LINKS - 1 + BLOCK, 0, 10)
    return world


@pytest.mark.parametrize("settings, published", [({}, WITH_POST), ({"avbd_post_stabilization": False}, BY_ALPHA)])
def test_the_heavy_rope(settings, published):
    """With post-stabilization, as the program comes, and by alpha alone; its bodies go from the block to the first link."""
    world = heavy_rope(**settings)
    for step in range(1, 121):
        world.step()
        if step in published:
            assert max(joint.gap for joint in world.joints) == pytest.approx(published[step], rel=0.03), step


@pytest.mark.parametrize("name, value", [("avbd_alpha", 0.9), ("avbd_beta", 1e3), ("avbd_gamma", 0.5)])
def test_what_the_parameters_do(name, value):
    """Less alpha closes the joint sooner; less beta or gamma leaves it softer, so it opens further."""
    gaps = []
    for changes in ({}, {name: value}):
        world = heavy_rope(avbd_post_stabilization=False, **changes)
        for _ in range(60):
            world.step()
        gaps.append(max(joint.gap for joint in world.joints))
    assert (gaps[1] < 0.5 * gaps[0]) if name == "avbd_alpha" else (gaps[1] > 1.1 * gaps[0])
