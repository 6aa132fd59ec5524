"""Contacts after the last pair is gone.

Seen: in a storm of edits a world without pairs listed four contacts without bodies.  Expected: none.  Why: the list of touching
pairs is made in chunks, and the last chunk notes how many there are; of no pair there is no chunk.
"""
from __future__ import annotations

from physics import Sphere, World


def test_no_pair_no_contact():
    world = World()
    world.add_body(shape=Sphere(radius=0.5))
    world.step()
    alone = world.snapshot()
    world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.99))
    world.step()
    assert world.contact_count == 1 == len(world.contact_arrays().separations)
    world.restore(alone)
    world.step()
    assert world.contact_count == 0 == len(world.contact_arrays().separations)
