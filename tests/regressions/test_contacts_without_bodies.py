"""Contacts between bodies that do not exist.

Seen: the panel said that bodies overlapped by 3115 mm, in a scene where nothing did.  Expected: a few millimetres.
Why: places in the list of pairs that fell empty counted as manifolds to keep, so what a pair had left there long ago stayed,
and was listed as a contact of two dummies.
"""
from __future__ import annotations

import pytest

from physics import Box, Plane, World
from physics.bodies.arrays import ANCHOR_SLOTS, COUNT, KNOWN, MANIFOLD_SLOTS, PAIR_KINDS
from tests.support.samples import collide


@pytest.mark.parametrize("shape", ["plane", "box"])
def test_places_without_a_pair_have_no_points(shape):
    world = World()
    floor = Plane() if shape == "plane" else Box(half=(5, 5, 1))
    world.add_body(shape=floor, type="static", position=(0, 0, -1))
    world.add_body(shape=Box(half=(0.3, 0.3, 0.3)), position=(0, 0, 0.3))
    world.step()
    pairs = world._contacts.pairs
    block = int(pairs.kind_start[PAIR_KINDS.index(("box", shape))])
    manifold, anchor = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, 16)[block], pairs.anchors.reshape(-1, ANCHOR_SLOTS, 16)[block]
    assert manifold[COUNT, 0] == 4 and anchor[KNOWN, 0] == 1
    manifold[COUNT, 1:], anchor[KNOWN, 1:] = 4, 0          # as a list leaves it that was used before
    collide(world._bodies.arrays, pairs, 0.02, 0.1)
    assert manifold[COUNT, 0] == 4
    assert (manifold[COUNT, 1:] == 0).all()
