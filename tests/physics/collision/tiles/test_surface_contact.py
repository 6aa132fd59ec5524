"""Height fields: bodies roll, slide and rest on them as on one surface."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import Box, Capsule, Compound, Cone, Convex, Cylinder, HeightField, Plane, Sphere, World
from tests.support.solid_reference import unit
from tests.support.surface_reference import as_seen, distances, height_at, near, triangles

BUMPY = HeightField(heights=np.random.default_rng(3).uniform(-0.35, 0.35, (9, 9)), spacing=0.7)
FLAT = HeightField(heights=np.zeros((7, 61)), spacing=0.5)


def world_with(field, **more):
    world = World(sleep=False, **more)
    return world, world.add_body(shape=field, friction=0.5)


@pytest.mark.parametrize("speed", [0.5, 2.0, 5.0, 8.0])
def test_nothing_is_felt_of_flat_seams(speed):
    """At most 1 % of the speed is lost and hops stay under 1 mm, as over flush boxes."""
    world, _ = world_with(FLAT)
    ball = world.add_body(shape=Sphere(radius=0.2), position=(-14, 0.13, 0.2), velocity=(speed, 0, 0),
                          angular_velocity=(0, speed / 0.2, 0))
    puck = world.add_body(shape=Box(half=(0.2, 0.2, 0.1)), position=(-14, -0.63, 0.1), velocity=(speed, 0, 0), friction=0)
    rod = world.add_body(shape=Capsule(radius=0.1, half_length=0.3), position=(-14, 0.9, 0.1), velocity=(speed, 0, 0),
                         rotation=(math.sqrt(0.5), 0, 0, math.sqrt(0.5)), angular_velocity=(0, speed / 0.1, 0))
    for _ in range(min(int(26 / speed * 60), 240)):
        world.step()
        assert max(abs(ball.position[2] - 0.2), abs(puck.position[2] - 0.1), abs(rod.position[2] - 0.1)) < 1e-3
    for body in (ball, puck, rod):
        assert body.velocity[0] == pytest.approx(speed, rel=0.01)


@pytest.mark.parametrize("heading", [0.0, 0.5, 2.2])
def test_a_slope_of_triangles_is_a_slope(heading):
    """A ball, a box and a cylinder go down it as down a plane."""
    angle, way = math.radians(20), np.array([math.cos(heading), math.sin(heading)])
    x, y = np.meshgrid(np.arange(41) * 0.5 - 10, np.arange(41) * 0.5 - 10)
    field = HeightField(heights=-math.tan(angle) * (way[0] * x + way[1] * y), spacing=0.5)
    normal = np.array([*(math.sin(angle) * way), math.cos(angle)])
    ends = []
    for ground in (field, Plane(normal=tuple(normal))):
        world, _ = world_with(ground)
        level = np.array([*(-6 * way), 6 * math.tan(angle)])
        side = np.array([-way[1], way[0], 0.0])
        bodies = [world.add_body(shape=Sphere(radius=0.2), position=level + 0.2 * normal)]
        tilt = (math.sin(angle / 2) * side[0], math.sin(angle / 2) * side[1], 0, math.cos(angle / 2))
        bodies.append(world.add_body(shape=Box(half=(0.3, 0.3, 0.1)), position=level + 2 * side + 0.1 * normal, rotation=tilt,
                                     friction=0.02))
        world.step(100)
        ends.append([(body.position, body.velocity) for body in bodies])
    for (place, velocity), (expected, wanted) in zip(*ends):
        assert place == pytest.approx(expected, abs=0.01) and velocity == pytest.approx(wanted, abs=0.02)


def test_a_ball_in_a_valley_presses_on_both_sides():
    """N = m g / (2 cos slope) on either side."""
    slope, radius = math.radians(30), 0.3
    field = HeightField(heights=np.tile(np.abs(np.arange(9) - 4) * math.tan(slope), (9, 1)), spacing=1.0)
    world, ground = world_with(field)
    ball = world.add_body(shape=Sphere(radius=radius), position=(0.02, 0.3, radius / math.cos(slope) + 0.01), mass=2, friction=0,
                          linear_damping=1)
    world.step(300)
    sides = {}
    for manifold in world.contacts:
        x = np.array(manifold.normal)[0] * (1 if manifold.a is ground else -1)
        sides[x > 0] = sides.get(x > 0, 0) + sum(p.normal_impulse for p in manifold.points) / world.dt
    assert ball.position[2] == pytest.approx(radius / math.cos(slope), abs=1e-3) and abs(ball.position[0]) < 1e-3
    assert list(sides.values()) == pytest.approx([2 * 9.81 / (2 * math.cos(slope))] * 2, rel=0.01)


def test_what_is_on_a_crest_touches_it_squarely():
    """A plate over a ridge is held by vertical forces, and does not slide off though nothing rubs."""
    field = HeightField(heights=np.tile(-np.abs(np.arange(9) - 4) * 0.3, (9, 1)), spacing=1.0)
    world = World(sleep=False)
    ground = world.add_body(shape=field, friction=0)
    plate = world.add_body(shape=Box(half=(0.8, 0.5, 0.05)), position=(0, 0.2, 0.06), friction=0)
    for _ in range(60):
        world.step()
        for manifold in world.contacts:
            assert abs(manifold.normal[2]) > 0.9999
    assert ground.position[2] == 0 and plate.position == pytest.approx((0, 0.2, 0.05), abs=2e-3)


def test_all_shapes_rest_on_the_surface():
    """After a fall each is nearer than 2 mm to it, and 20 mm higher up by 4 mm at least, by the distance from all triangles."""
    rng = np.random.default_rng(8)
    field = HeightField(heights=np.random.default_rng(3).uniform(-0.3, 0.3, (13, 13)), spacing=0.7)
    corners = triangles(field)
    world, _ = world_with(field)
    shapes = [Box(half=(0.3, 0.2, 0.1)), Cylinder(radius=0.25, half_length=0.1), Convex(points=rng.normal(size=(12, 3)) * 0.2),
              Box(half=(0.9, 0.15, 0.05)), Convex(points=[(-0.3, -0.3, 0), (0.3, -0.3, 0), (0, 0.3, 0), (0, 0, 0.4)])]
    bodies = [world.add_body(shape=shape, position=(3 * (k % 2) - 1.5, 1.5 * (k // 2) - 1.5, 1.2),
                             rotation=unit(rng.normal(size=4)), angular_damping=0.5, rolling_share=0.05)
              for k, shape in enumerate(shapes)]
    world.step(600)
    for body in bodies:
        assert np.linalg.norm(body.velocity) < 0.01
        (shape, turn), around = as_seen(body.shape, body.rotation), near(corners, body.position, 1.2)
        lifted = body.position + (0, 0, 0.02)
        apart = distances(shape, lifted, turn, around, rng)
        assert 0.004 < apart.min() < 0.022, shape


def test_what_is_below_the_surface_is_lifted_out():
    world, _ = world_with(BUMPY)
    sunk = [world.add_body(shape=shape, position=(x, 0.1, height_at(BUMPY, x, 0.1) - 0.8))
            for shape, x in ((Sphere(radius=0.2), -1.0), (Box(half=(0.2, 0.2, 0.2)), 0.4))]
    world.step(400)
    for body in sunk:
        assert body.position[2] > height_at(BUMPY, *body.position[:2])


def test_a_field_that_moves_carries_what_lies_on_it():
    """A box slips by v^2 / 2 mu g until it has the ground's speed."""
    world = World()
    field = world.add_body(shape=HeightField(heights=np.zeros((5, 5)), spacing=1.0), type="kinematic", friction=0.5)
    box = world.add_body(shape=Box(half=(0.3, 0.2, 0.1)), position=(0, 0, 0.1), friction=0.5)
    world.step(30)
    field.velocity = (0.5, 0, 0)
    world.step(60)
    slip = 0.25 / (2 * 0.5 * 9.81)
    assert box.position == pytest.approx((0.5 - slip, 0, 0.1), abs=2e-3)
    field.velocity = (0.5, 0, 0.4)
    world.step(60)
    assert field.position == pytest.approx((1.0, 0, 0.4), abs=1e-3)
    assert box.position == pytest.approx((1.0 - slip, 0, 0.5), abs=5e-3)


@pytest.mark.parametrize("threads", [2, 4])
def test_the_same_bits_for_any_number_of_threads(threads):
    def state(count):
        rng, world = np.random.default_rng(9), World(threads=count)
        world.add_body(shape=BUMPY)
        for k in range(40):
            shape = (Sphere(radius=0.15), Box(half=(0.2, 0.1, 0.1)), Cone(radius=0.15, half_length=0.2),
                     Compound(children=[(Sphere(radius=0.1),), (Box(half=(0.1, 0.1, 0.3)), (0, 0, 0.2))]))[k % 4]
            world.add_body(shape=shape, position=(*rng.uniform(-1.5, 1.5, 2), 1 + 0.1 * k), rotation=unit(rng.normal(size=4)))
        world.step(200)
        return world.state_hash()

    assert state(threads) == state(1)


def test_sleepers_lie_on_it_and_wake():
    world = World(sleep=True)
    world.add_body(shape=BUMPY)
    boxes = [world.add_body(shape=Box(half=(0.2, 0.2, 0.1)), position=(x, 0.3, 1.0)) for x in (-1.4, 0.0, 1.4)]
    world.step(600)
    assert all(box.asleep for box in boxes)
    boxes[1].velocity = (0, 0, 2)
    world.step(2)
    assert [box.asleep for box in boxes] == [True, False, True]
