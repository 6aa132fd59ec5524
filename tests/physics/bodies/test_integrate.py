"""Free bodies against plain formulas in numpy: integration, damping, speed limits, gyroscopic terms."""
from __future__ import annotations

import math

import numpy as np
import pytest
from numba import njit

from physics import Box, SolverSettings, Sphere, World
from physics.bodies.arrays import FIRST
from physics.bodies.gyroscopic import explicit_gyroscopic, implicit_gyroscopic
from physics.bodies.integrate import integrate_positions, integrate_velocities
from physics.bodies.rotation import matrix, rotate, rotate_back
from physics.pipeline.advance import step_parameters
from physics.simd.value import W
from tests.support.constraint_worlds import random_rotation


def flying(count: int = 40, seed: int = 0, **solver) -> World:
    """Boxes, balls and kinematic boxes in free flight, damped, pushed and turned."""
    rng = np.random.default_rng(seed)
    world = World(precision="double", gravity=(0.3, -0.2, -9.81), solver=SolverSettings(**{"substeps": 1} | solver))
    for k in range(count):
        shape = Sphere(radius=0.5) if k % 3 == 0 else Box(half=tuple(rng.uniform(0.2, 1, 3)))
        body = world.add_body(shape=shape, type="kinematic" if k % 7 == 3 else "dynamic", position=(20 * k, 0, 0),
                              rotation=random_rotation(rng), velocity=rng.normal(size=3), angular_velocity=2 * rng.normal(size=3),
                              mass=rng.uniform(0.5, 5), linear_damping=rng.uniform(0, 3), angular_damping=rng.uniform(0, 3))
        body.apply_force(rng.normal(size=3) * 10)
        body.apply_torque(rng.normal(size=3))
    return world


def cross_matrix(a: np.ndarray) -> np.ndarray:
    """[a]x, with [a]x b = a x b."""
    return np.cross(np.eye(3), a)


def expected_step(world: World, gyroscopic: str) -> list[tuple[np.ndarray, ...]]:
    """Position, velocity, spin of each body after a step, by the formulas; rotations are compared through the spin."""
    h, g, found = world.dt, np.array(world.gravity), []
    for body in world.bodies:
        row = world._bodies.rows[body.uid]
        force, torque = world._bodies.arrays.force[row, :3], world._bodies.arrays.force[row, 3:6]
        v, w, q = body.velocity, body.angular_velocity, body.rotation
        if body.type == "dynamic":
            linear, angular = world._bodies.arrays.local[row, 4:6]
            v = v / (1 + h * linear) + h * (g + force / body.mass)
            w = w / (1 + h * angular)
            local, inertia = rotate_back(q, w), body.inertia
            tumbles = len({round(i, 12) for i in inertia}) > 1
            if tumbles and gyroscopic == "explicit":
                local = local - h * np.cross(local, inertia * local) / inertia
            if tumbles and gyroscopic == "implicit":
                jacobian = np.diag(inertia) + h * (cross_matrix(local) @ np.diag(inertia) - cross_matrix(inertia * local))
                local = local - np.linalg.solve(jacobian, h * np.cross(local, inertia * local))
            w = rotate(q, local) + h * rotate(q, rotate_back(q, torque) / body.inertia)
        found.append((body.position + h * v, v, w))
    return found


@pytest.mark.parametrize("gyroscopic", ["off", "explicit", "implicit"])
def test_a_free_step_by_the_formulas(gyroscopic):
    world = flying(gyroscopic=gyroscopic)
    expected, before = expected_step(world, gyroscopic), world.rotations.copy()
    world.step()
    for body, (x, v, w) in zip(world.bodies, expected):
        assert body.position == pytest.approx(x, abs=1e-12)
        assert body.velocity == pytest.approx(v, abs=1e-12)
        assert body.angular_velocity == pytest.approx(w, abs=1e-12)
    turned = np.einsum("nij,nkj->nik", matrix(world.rotations), matrix(before))
    for m, (_, _, w) in zip(turned, expected):
        angle = world.dt * np.linalg.norm(w)
        assert np.trace(m) == pytest.approx(1 + 2 * math.cos(angle), abs=1e-12)
        assert m @ w == pytest.approx(w, abs=1e-12)


def test_forces_act_for_one_step():
    world = flying(5)
    world.step()
    before = [body.velocity for body in world.bodies if body.type == "dynamic" and body.uid]
    plain = [v / (1 + world.dt * world._bodies.arrays.local[world._bodies.rows[b.uid], 4]) + world.dt * np.array(world.gravity)
             for v, b in zip(before, [b for b in world.bodies if b.type == "dynamic"])]
    world.step()
    after = [b.velocity for b in world.bodies if b.type == "dynamic"]
    assert np.allclose(after, plain, atol=1e-12)


@pytest.mark.parametrize("kernel", [integrate_velocities, integrate_positions])
def test_ranges_add_up_to_the_whole(kernel):
    """Blocks of bodies in one go or in two give the same bits."""
    whole, split = flying(60), flying(60)
    motion = step_parameters(whole).motion
    first, end = FIRST // W, whole._bodies.end_block
    kernel(first, end, whole._bodies.arrays, motion)
    for begin, stop in ((first + 2, end), (first, first + 1), (first + 1, first + 2)):
        kernel(begin, stop, split._bodies.arrays, motion)
    for name in ("pose", "velocity", "delta"):
        assert getattr(whole._bodies.arrays, name).tobytes() == getattr(split._bodies.arrays, name).tobytes()


def test_too_fast_bodies_are_slowed():
    world = World(precision="double", gravity=(0, 0, 0), solver=SolverSettings(substeps=2, max_speed=100, max_rotation=0.5))
    fast = world.add_body(shape=Sphere(radius=1), velocity=(300, 400, 0), angular_velocity=(0, 0, 1000))
    slow = world.add_body(shape=Sphere(radius=1), position=(0, 0, 50), velocity=(60, 79, 0), angular_velocity=(0, 0, 59))
    world.step()
    assert fast.velocity == pytest.approx([60, 80, 0]) and fast.angular_velocity == pytest.approx([0, 0, 60])
    assert slow.velocity.tolist() == [60, 79, 0] and slow.angular_velocity == pytest.approx([0, 0, 59])
    assert fast.position == pytest.approx([1, 80 / 60, 0])


@pytest.mark.parametrize("precision", ["single", "double"])
def test_speeds_beyond_all_numbers_are_slowed(precision):
    """What has no square in single precision, or is infinite, leaves finite speeds and poses, along its axis."""
    world = World(precision=precision, gravity=(0, 0, 0), solver=SolverSettings(substeps=1, max_speed=100, max_rotation=0.5))
    body = world.add_body(shape=Sphere(radius=1))
    for number in (1e25, np.inf):
        world._bodies.arrays.velocity[world._bodies.rows[body.uid], :6] = (0, -number, 0, 0, 0, number)
        world.step()
        assert body.velocity == pytest.approx([0, -100, 0]) and body.angular_velocity == pytest.approx([0, 0, 30])
        assert np.isfinite(body.position).all() and np.isfinite(body.rotation).all()


@njit
def one_gyroscopic(rule, w, inertia, h):
    """Call a formula on numbers."""
    return rule(w, inertia, h)


def test_gyroscopic_rules_differ_as_said():
    """Explicit gains energy, implicit loses; both nearly keep it in a small step."""
    inertia, w, h = (1.0, 2.0, 4.0), (3.0, -2.0, 1.0), 1e-3
    before = sum(i * x * x for i, x in zip(inertia, w))
    explicit = sum(i * x * x for i, x in zip(inertia, one_gyroscopic(explicit_gyroscopic, w, inertia, h)))
    implicit = sum(i * x * x for i, x in zip(inertia, one_gyroscopic(implicit_gyroscopic, w, inertia, h)))
    assert before < explicit < before * (1 + 1e-3) and before * (1 - 1e-3) < implicit < before
