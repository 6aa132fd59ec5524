"""Bodies whose own axes are not their principal ones: what people see is along their own, and they move as they should."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics import Box, Convex, Plane, SolverSettings, World
from physics.bodies.rotation import matrix, product, rotate
from physics.definitions.method_names import OURS, method_names
from physics.definitions.settings import PRESETS

HALF = np.array([0.2, 0.35, 0.6])
TILT = np.array([0.2, -0.4, 0.3, 0.843])
TILT /= np.linalg.norm(TILT)
PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])
EXACT = {"single": 3e-6, "double": 1e-12}


def tilted_box(centre=(0.5, -0.3, 0.2)):
    """A box as a hull whose own axes are turned against its edges, described from a place that is not its centre."""
    return Convex(rotate(TILT, np.array(list(itertools.product((-1, 1), repeat=3))) * HALF) + centre)


def free_world(**options):
    return World(gravity=(0, 0, 0), **options)


def test_the_principal_axes_are_the_edges_of_the_box():
    shape, box = tilted_box(), Box(half=tuple(HALF))
    assert sorted(shape.unit_inertia) == pytest.approx(sorted(box.unit_inertia))
    assert shape.volume == pytest.approx(box.volume) and shape.centre == pytest.approx((0.5, -0.3, 0.2))
    axes = matrix(np.array(shape.principal_axes)).T @ matrix(TILT)
    assert np.abs(np.sort(np.abs(axes)) - (0, 0, 1)).max() < 1e-9, "each is one of them, in any order"


@PRECISIONS
def test_rotation_and_surface_velocity_are_along_its_own_axes(precision):
    """What is put in comes out, as a body's property and among all, whatever other bodies the world has."""
    world, exact = free_world(precision=precision), EXACT[precision]
    world.add_body(shape=Plane(), type="static")
    body = world.add_body(shape=tilted_box(), position=(1, 2, 3), rotation=TILT)
    assert body.rotation == pytest.approx(TILT, abs=exact)
    other = np.array([0.5, 0.5, -0.5, 0.5])
    body.rotation = other
    assert body.rotation == pytest.approx(other, abs=exact) or body.rotation == pytest.approx(-other, abs=exact)
    assert abs(world.rotations[1] @ other) == pytest.approx(1, abs=exact)
    body.surface_velocity, body.surface_spin = (1, 2, 3), (-1, 0.5, 2)
    assert body.surface_velocity == pytest.approx((1, 2, 3), abs=exact)
    assert body.surface_spin == pytest.approx((-1, 0.5, 2), abs=exact)
    assert body.world_point((0.1, 0.2, 0.3)) == pytest.approx(body.position + rotate(other, np.array([0.1, 0.2, 0.3])), abs=exact)
    world.step()
    assert abs(world.rotations[1] @ other) == pytest.approx(1, abs=exact)


@PRECISIONS
def test_an_impulse_turns_it_as_it_turns_the_box(precision):
    """The same impulse at the same point of the world."""
    spins = []
    for shape, rotation in ((Box(half=tuple(HALF)), TILT), (tilted_box(), (0, 0, 0, 1))):
        body = free_world(precision=precision).add_body(shape=shape, rotation=rotation, mass=3)
        body.apply_impulse((1, -2, 3), at=(0.1, 0.3, -0.2))
        spins.append((*body.velocity, *body.angular_velocity))
    assert spins[1] == pytest.approx(spins[0], rel=10 * EXACT[precision])


def flights(solver, precision, seconds=3.0, spin=(2.0, 4.0, -1.0)):
    """(box, hull) of equal inertia and places, after they flew freely; of each (momentum, energy) before, after."""
    found = []
    for shape, rotation in ((Box(half=tuple(HALF)), TILT), (tilted_box(), np.array([0.0, 0, 0, 1]))):
        world = free_world(precision=precision, solver=solver)
        body = world.add_body(shape=shape, rotation=rotation, mass=2, velocity=(1, 0, 0), angular_velocity=spin)
        kept = []
        for end in (0, round(seconds / world.dt)):
            for _ in range(end):
                world.step()
            pose = world._bodies.arrays.pose[body._row, 3:7].astype(float)
            axes = matrix(pose)
            momentum = axes @ (body.inertia * (axes.T @ body.angular_velocity))
            kept.append((momentum, momentum @ body.angular_velocity / 2))
        found.append((body, kept, product(np.array(body.rotation), np.array((0, 0, 0, 1.0)) if shape.name == "convex" else
                                          TILT * (-1, -1, -1, 1))))
    return found


@PRECISIONS
@pytest.mark.parametrize("preset", PRESETS)
def test_it_tumbles_as_the_box_does(preset, precision):
    """Free flight about no axis in particular: momentum and energy stay, and hull and box stay together."""
    (box, kept, turn), (hull, hull_kept, hull_turn) = flights(SolverSettings.preset(preset), precision)
    for (before, energy), (after, energy_after) in (kept, hull_kept):
        assert after == pytest.approx(before, abs=1e-3 * np.linalg.norm(before))
        assert energy_after == pytest.approx(energy, rel=1e-3)
    assert abs(turn @ hull_turn) == pytest.approx(1, abs=1e-3 if precision == "single" else 1e-9)
    assert hull.position == pytest.approx(box.position, abs=1e-4)


@pytest.mark.parametrize("method", sorted(set(method_names()) - {OURS}))
def test_every_method_of_the_laboratory_turns_it_as_the_box(method):
    (box, kept, turn), (hull, hull_kept, hull_turn) = flights(SolverSettings(method=method), "double", 1.0)
    assert abs(turn @ hull_turn) == pytest.approx(1, abs=1e-6)
    assert hull.angular_velocity == pytest.approx(np.array(box.angular_velocity), abs=1e-5)
    assert hull.position == pytest.approx(box.position, abs=1e-6)


@PRECISIONS
def test_it_lands_and_rests_as_the_box_does(precision):
    """A hull that is a box, beside one: both come to rest flat, at the same height."""
    world = World(precision=precision)
    world.add_body(shape=Plane(), type="static")
    for k, (shape, turn) in enumerate(((Box(half=tuple(HALF)), (0, 0, 0, 1)), (tilted_box(), TILT * (-1, -1, -1, 1)))):
        world.add_body(shape=shape, position=(3 * k, 0, 0.65), rotation=turn)
    for _ in range(120):
        world.step()
    assert world.positions[1:, 2] == pytest.approx(np.full(2, 0.6), abs=2e-3)
    assert world.positions[2, :2] == pytest.approx((3, 0), abs=2e-3)
