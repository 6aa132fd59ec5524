"""Seams: which contacts with edges are left out, and which stay."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import PRESETS, Box, Plane, SolverSettings, Sphere, World
from physics.bodies.arrays import FIRST
from physics.bodies.rotation import matrix
from physics.collision.seams.flush_faces import at_flush_face, face_bit

RADIUS, HALF = 0.2, 0.25
TURN = (0.18257419, 0.36514837, 0.54772256, 0.73029674)


def tiles(tolerance=0.001, precision="single", gap=0.0, up=0.0, kind="static", rotation=(0, 0, 0, 1)):
    """A world with two boxes side by side, the second one `gap` away and `up` higher; and the rotation matrix by rows."""
    turn = matrix(np.array(rotation, float))
    world = World(gravity=(0, 0, 0), precision=precision, solver=SolverSettings(flush_tolerance=tolerance, margin=0.05))
    for place in ((-HALF, 0, -HALF), (HALF + gap, 0, up - HALF)):
        world.add_body(shape=Box(half=(HALF,) * 3), type=kind, position=tuple(turn @ place), rotation=rotation)
    return world, turn


def touched(world):
    """Rows of (number of the box, normal out of it) of the contacts."""
    world.step()
    numbers = {body.uid: k for k, body in enumerate(world.bodies)}
    return [(numbers[m.a.uid], m.normal) if numbers[m.a.uid] < 2 else (numbers[m.b.uid], -m.normal) for m in world.contacts]


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("rotation", [(0, 0, 0, 1), TURN])
@pytest.mark.parametrize(("x", "box"), [(-0.08, 0), (0.08, 1)])
def test_a_ball_beside_a_seam_touches_the_box_below_it_alone(precision, rotation, x, box):
    world, turn = tiles(precision=precision, rotation=rotation)
    world.add_body(shape=Sphere(radius=RADIUS), position=tuple(turn @ (x, 0, RADIUS)))
    (number, normal), = touched(world)
    assert number == box
    np.testing.assert_allclose(normal, turn[:, 2], atol=1e-5)


def test_without_a_tolerance_every_edge_is_an_obstacle():
    world, _ = tiles(tolerance=0.0)
    world.add_body(shape=Sphere(radius=RADIUS), position=(-0.08, 0, RADIUS))
    assert len(touched(world)) == 2


@pytest.mark.parametrize(("up", "contacts"), [(0.0005, 1), (0.0015, 2), (0.02, 2), (-0.02, 1)])
def test_an_edge_that_stands_up_by_more_than_the_tolerance_stays(up, contacts):
    world, _ = tiles(up=up)
    world.add_body(shape=Sphere(radius=RADIUS), position=(-0.08, 0, RADIUS))
    assert len(touched(world)) == contacts


@pytest.mark.parametrize(("gap", "normals"), [(0.0008, [(0, 0, 1), (0, 0, 1)]), (0.01, None)])
def test_above_a_gap_both_edges_bear(gap, normals):
    world, _ = tiles(gap=gap)
    world.add_body(shape=Sphere(radius=RADIUS), position=(gap / 2, 0, RADIUS))
    found = touched(world)
    assert [number for number, _ in found] == [0, 1]
    slope = gap / 2 / RADIUS
    wanted = normals or [(slope, 0, math.sqrt(1 - slope**2)), (-slope, 0, math.sqrt(1 - slope**2))]
    np.testing.assert_allclose([normal for _, normal in found], wanted, atol=1e-4)


def test_a_plane_covers_an_edge():
    world = World(gravity=(0, 0, 0), solver=SolverSettings(margin=0.05))
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(HALF,) * 3), type="static", position=(HALF, 0, -HALF))
    world.add_body(shape=Sphere(radius=RADIUS), position=(-0.08, 0, RADIUS))
    (number, _), = touched(world)
    assert number == 0


def test_a_wall_on_a_floor_stays():
    world = World(gravity=(0, 0, 0), solver=SolverSettings(margin=0.05))
    world.add_body(shape=Box(half=(2, 2, HALF)), type="static", position=(0, 0, -HALF))
    world.add_body(shape=Box(half=(HALF, 2, 0.5)), type="static", position=(HALF, 0, 0.5))
    world.add_body(shape=Sphere(radius=RADIUS), position=(-RADIUS, 0.5, RADIUS))
    world.add_body(shape=Box(half=(0.1, 0.1, 0.1)), position=(-0.1, -0.5, 0.0999), rotation=(0, 0, 0, 1))
    found = touched(world)
    assert sorted(number for number, _ in found) == [0, 0, 1, 1]


def test_a_side_face_that_a_sliding_box_would_meet_is_covered():
    world, _ = tiles()
    world.add_body(shape=Box(half=(0.1, 0.1, 0.1)), position=(-0.101, 0, 0.0995))
    (number, normal), = touched(world)
    assert number == 0
    np.testing.assert_allclose(normal, (0, 0, 1), atol=1e-6)


def test_boxes_that_move_have_no_seams():
    world, _ = tiles(kind="dynamic")
    world.add_body(shape=Sphere(radius=RADIUS), position=(-0.08, 0, RADIUS))
    assert len([number for number, _ in touched(world) if number < 2]) >= 2


@pytest.mark.parametrize("preset", PRESETS)
def test_the_impulse_goes_over_to_the_contact_that_covers(preset):
    """A ball that rolls over a seam weighs the same in every step."""
    world = World(solver=PRESETS[preset], precision="double")
    for k in range(8):
        world.add_body(shape=Box(half=(HALF,) * 3), type="static", position=(2 * HALF * k, 0, -HALF), friction=0)
    ball = world.add_body(shape=Sphere(radius=RADIUS), position=(0, 0, RADIUS), velocity=(2, 0, 0), mass=1, friction=0)
    for _ in range(30):
        world.step()                                     # settle
    for _ in range(60):
        world.step()
        assert sum(p.normal_impulse for m in world.contacts for p in m.points) == pytest.approx(9.81 * world.dt, rel=0.02)
    assert ball.position[0] > 2


def test_threads_and_precision_change_nothing():
    """The pass has one thread; its world has the same bits with two."""
    hashes = []
    for threads in (1, 2):
        world, _ = tiles()
        world.threads = threads
        world.gravity = (0, 0, -9.81)
        world.add_body(shape=Sphere(radius=RADIUS), position=(-0.2, 0, RADIUS), velocity=(1, 0, 0))
        world.add_body(shape=Box(half=(0.1, 0.1, 0.1)), position=(-0.2, 0.15, 0.1), velocity=(1, 0, 0))
        for _ in range(40):
            world.step()
        hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]


def test_a_pit_has_seams_on_its_rim_and_outside_alone():
    """The tops, ends and outer faces of its walls are flush; a body inside is at none of them."""
    world = World(gravity=(0, 0, 0), solver=SolverSettings(margin=0.05))
    for x, y, half in ((1.5, 0, (0.5, 2, 1)), (-1.5, 0, (0.5, 2, 1)), (0, 1.5, (2, 0.5, 1)), (0, -1.5, (2, 0.5, 1))):
        world.add_body(shape=Box(half=half), type="static", position=(x, y, 1))
    inside = world.add_body(shape=Box(half=(0.1, 0.2, 0.3)), position=(0.9, 0.79, 0.5), rotation=TURN)
    above = world.add_body(shape=Sphere(radius=RADIUS), position=(1.2, 1, 2 + RADIUS))
    world.step()
    bodies, east = world._bodies.arrays, FIRST
    assert bodies.flush[east] == sum(face_bit(axis, positive) for axis, positive in (
        (0, True), (1, False), (1, True), (2, False), (2, True))), "all but the inner one"
    for body, at in ((inside, False), (above, True)):
        seen = tuple(body.position - (1.5, 0, 1))
        assert at_flush_face(bodies, east, FIRST + body.uid - 1, (seen, 0.05)) == at
