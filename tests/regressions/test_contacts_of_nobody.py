"""Contacts between bodies that do not exist.

Seen: the panel said that bodies overlapped by 3115 mm, in a scene where nothing did.  Expected: a few millimetres.
Why: places in the list of pairs that fell empty counted as manifolds to keep, so what a pair had left there long ago stayed,
and was listed as a contact of two dummies.
"""
from __future__ import annotations

import numpy as np

from physics import Box, Plane, World


def test_no_contact_is_left_where_pairs_went():
    world = World()
    world.add_body(shape=Plane(), type="static")
    boxes = [world.add_body(shape=Box(half=(0.3, 0.3, 0.3)), position=(0.7 * k, 0, 0.3)) for k in range(40)]
    for _ in range(5):
        world.step()
    assert world.contact_count == 160
    for box in boxes[::2]:
        box.velocity = (0, 0, 30)
    for step in range(60):
        world.step()
        made = world.contact_arrays()
        assert (made.bodies > 0).all()
        assert len(made.separations) == world.contact_count
    assert world.contact_count == 80
    assert world.max_penetration() < 0.01 and np.isfinite(made.positions).all()
