"""Rolling shares of compounds: the radius is that of the part that touches, and flat parts have none."""
from __future__ import annotations

import pytest

from physics import Box, Compound, Plane, Sphere, World
from physics.contacts import layout
from physics.simd.value import W
from tests.physics.contacts.test_rolling import G

RADIUS, SHARE = 0.2, 0.05
AXLE = tuple((Sphere(radius=RADIUS), (0, y, 0)) for y in (-0.5, 0.5))


def rolling(ground: dict, **surface) -> World:
    """Two balls, one body, that roll side by side at 2 m/s."""
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static", **ground)
    world.add_body(shape=Compound(children=AXLE), position=(0, 0, RADIUS), mass=3, velocity=(2, 0, 0),
                   angular_velocity=(0, 2 / RADIUS, 0), **surface)
    return world


def deceleration(world: World, steps: int = 30) -> float:
    """Of the speed of the last body [m/s2]."""
    body = world.bodies[-1]
    speed = body.velocity[0]
    for _ in range(steps):
        world.step()
    return float(speed - body.velocity[0]) / (steps * world.dt)


@pytest.mark.parametrize("ground, own", (({}, {"rolling_share": SHARE}), ({"rolling_share": SHARE}, {})))
def test_round_parts_roll_on_their_own_radius(ground, own):
    """5/7 s g, as of one ball, for both turn about the line through their centres; and to the last bit as with an arm of s R.

    Solids touch in the middle of their overlap, so a capsule or a part rolls 1e-3 off what spheres do.
    """
    found = deceleration(rolling(ground, **own))
    assert found == pytest.approx(5 / 7 * SHARE * G, rel=2e-3)
    assert found == deceleration(rolling({}, rolling_resistance=SHARE * RADIUS))


def test_each_part_has_its_radius():
    """Arms of a ball of 0.1 m, of one of 0.3 m and of a box, all of one body on a plane; and of a share that is changed."""
    children = ((Sphere(radius=0.1), (0, 0, 0.1)), (Sphere(radius=0.3), (1, 0, 0.3)), (Box(half=(0.1, 0.1, 0.1)), (0.5, 1, 0.1)))
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static")
    shape = Compound(children=children)
    body = world.add_body(shape=shape, position=shape.centre, rolling_share=0.1, rolling_resistance=0.001)

    def arms() -> list[float]:
        world.step()
        blocks = world._contacts.contacts
        slots = blocks.resistance.reshape(-1, layout.RESISTANCE_SLOTS, W)[:, layout.ROLLING_ARM].ravel()
        pairs, empty = blocks.pair[:world._contacts.contact_blocks * W], len(world._contacts.pairs.a) - 1
        return sorted(float(slots[k]) for k, pair in enumerate(pairs) if pair < empty)

    assert arms() == pytest.approx([0.001, 0.011, 0.031])
    body.rolling_share = 0.2
    assert arms() == pytest.approx([0.001, 0.021, 0.061])
