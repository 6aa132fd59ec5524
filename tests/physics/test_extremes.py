"""Extremes: every allowed world can be stepped, and stays finite and within the caps."""
from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from physics import Box, Fixed, Mouse, Plane, SolverSettings, Sphere, World
from physics.definitions.body_definition import FASTEST
from physics.definitions.settings import STABILIZATIONS

SCENES: dict[str, Callable[[World], None]] = {}


def scene(function: Callable[[World], None]) -> Callable[[World], None]:
    """Register a scene."""
    SCENES[function.__name__] = function
    return function


def both(k: int, size: float):
    """A ball or a box."""
    return Box(half=(size, 0.8 * size, 0.6 * size)) if k % 2 else Sphere(radius=size)


@scene
def mass_ratio_of_a_million(world: World) -> None:
    for k in range(4):
        world.add_body(shape=both(k, 0.5), position=(0, 0, 0.5 + k), mass=1e-3 if k % 2 == 0 else 1e3)


@scene
def lightest_and_heaviest(world: World) -> None:
    world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5), mass=1e-9)
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 1.5), mass=1e12)


@scene
def smallest_and_largest(world: World) -> None:
    for k in range(4):
        world.add_body(shape=both(k, 1e-3), position=(2e-3 * k, 0, 1e-3))
        world.add_body(shape=both(k, 1e3), position=(0, 3e3 * (k + 1), 1e3))
    world.add_body(shape=both(1, 1e-3), position=(0, 3e3, 2e3 + 1e-3))


@scene
def needles_and_sheets(world: World) -> None:
    world.add_body(shape=Box(half=(1e-3, 1e-3, 5)), position=(0, 0, 5), rotation=(0.01, 0, 0, 1))
    world.add_body(shape=Box(half=(5, 5, 1e-4)), position=(0, 0, 10.5))


@scene
def all_in_one_place(world: World) -> None:
    for k in range(10):
        world.add_body(shape=both(k, 0.5), position=(0, 0, 1))


@scene
def nearly_in_one_place(world: World) -> None:
    for k in range(10):
        world.add_body(shape=both(k, 0.5), position=(1e-15 * k, 0, 1), rotation=(1e-15 * k, 0, 0, 1))


@scene
def deep_in_the_ground(world: World) -> None:
    for k in range(6):
        world.add_body(shape=both(k, 0.5), position=(3 * k, 0, -50.0 * k))


@scene
def fastest(world: World) -> None:
    for k in range(6):
        world.add_body(shape=both(k, 0.5), position=(5 * k, 0, 1), velocity=(0, FASTEST * (-1) ** k, -FASTEST),
                       angular_velocity=(FASTEST, -FASTEST, FASTEST), restitution=1)


@scene
def no_friction_and_too_much(world: World) -> None:
    for k in range(8):
        world.add_body(shape=both(k, 0.5), position=(3 * (k // 2), 0, 0.5 + k % 2), friction=100 if k < 4 else 0,
                       velocity=(5, 0, 0), angular_velocity=(0, 0, 30))


@scene
def most_resistance(world: World) -> None:
    for k in range(8):
        world.add_body(shape=both(k, 0.5), position=(3 * (k // 2), 0, 0.5 + k % 2), velocity=(5, 0, 0),
                       angular_velocity=(0, 0, 30), rolling_resistance=1000 if k < 4 else 0,
                       rolling_share=10 if k >= 4 else 0, spinning_share=10)


@scene
def everything_bounces(world: World) -> None:
    for k in range(8):
        world.add_body(shape=both(k, 0.4), position=(0.3 * k, 0, 1 + k), restitution=1)


@scene
def hardest_mouse(world: World) -> None:
    for k, hertz in enumerate((0, 240)):
        body = world.add_body(shape=both(k, 0.5), position=(5 * k, 0, 0.5), mass=1e-3)
        world.add_joint(Mouse(a=body, anchor=(5 * k + 0.5, 0, 0.5), target=(1e4, 1e4, 1e4), hertz=hertz, damping_ratio=0, beta=1))


@scene
def largest_forces(world: World) -> None:
    for k in range(4):
        body = world.add_body(shape=both(k, 0.5), position=(3 * k, 0, 0.5))
        body.apply_force((1e12, -1e12, 1e12), at=(0, 0, 0))
        body.apply_torque((1e12, 0, 1e12))


@scene
def no_bodies(world: World) -> None:
    world.remove(world.bodies[0])


def check(world: World, h: float) -> None:
    """Finite, and within the caps."""
    for name in ("positions", "rotations", "velocities", "angular_velocities"):
        assert np.isfinite(getattr(world, name)).all(), name
    dynamic = np.array([body.type == "dynamic" for body in world.bodies], bool)
    speeds = np.linalg.norm(world.velocities[dynamic].astype(float), axis=1)
    spins = np.linalg.norm(world.angular_velocities[dynamic].astype(float), axis=1)
    assert (speeds <= 1.00001 * world.solver.max_speed).all(), speeds.max()
    assert (spins * h <= 1.00001 * world.solver.max_rotation).all(), spins.max() * h
    lengths = np.linalg.norm(world.rotations.astype(float), axis=1)
    assert np.allclose(lengths, 1, atol=1e-5)


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("stabilization", STABILIZATIONS)
@pytest.mark.parametrize("name", SCENES)
def test_scenes(name, stabilization, precision):
    world = World(precision=precision, solver=SolverSettings(stabilization=stabilization, substeps=2, iterations=4))
    world.add_body(shape=Plane(), type="static")
    SCENES[name](world)
    for _ in range(60):
        world.step()
        check(world, world.dt / 2)
    assert np.isfinite(world.energy()).all() and math.isfinite(world.max_penetration())


def heap(**options) -> World:
    world = World(**options)
    world.add_body(shape=Plane(), type="static")
    for k in range(12):
        world.add_body(shape=both(k, 0.4), position=(0.2 * (k % 3), 0.1 * k, 0.5 + 0.7 * k), restitution=0.3)
    return world


@pytest.mark.parametrize("stabilization", STABILIZATIONS)
@pytest.mark.parametrize("dts", [(1e-6,), (0.5,), (1.0,), (1 / 30, 1 / 240), (1e-6, 0.1), (0.0, 1 / 60)], ids=str)
def test_time_steps(dts, stabilization):
    """Tiny, huge, and another one each step: impulses carried over are scaled, nothing explodes."""
    world = heap(solver=SolverSettings(stabilization=stabilization))
    for k in range(90):
        world.dt = dts[k % len(dts)]
        world.step()
        if world.dt:
            check(world, world.dt / 4)


@pytest.mark.parametrize("stabilization", STABILIZATIONS)
@pytest.mark.parametrize("change", [{"iterations": 0}, {"iterations": 0, "relax_iterations": 0}, {"iterations": 200},
                                    {"substeps": 64}, {"warm_start": 0}, {"beta": 0}, {"beta": 1}, {"slop": 0}, {"margin": 0},
                                    {"margin": 0.1},
                                    {"contact_hertz": 0}, {"contact_hertz": 240, "contact_damping_ratio": 0}, {"push_speed": 0},
                                    {"gyroscopic": "explicit"}, {"friction_model": "pyramid"},
                                    {"friction_model": "manifold_centre"},
                                    {"position_iterations": 0}, {"position_iterations": 50}, {"max_speed": 1},
                                    {"max_rotation": 0.01}, {"restitution_threshold": 0}], ids=str)
def test_settings_at_their_ends(change, stabilization):
    world = heap(solver=SolverSettings(stabilization=stabilization).replace(**change))
    for _ in range(60):
        world.step()
        check(world, world.dt / world.solver.substeps)


@pytest.mark.parametrize("half", [(1e-4, 1e-4, 2e-4), (200, 100, 100), (1e4, 1e4, 5e3)], ids=str)
def test_spins_and_welds_of_all_sizes(half):
    """Cubes of inertias and determinants of K leave single precision; what turns and what is welded do not."""
    def spin(precision: str) -> np.ndarray:
        world = World(precision=precision, gravity=(0, 0, 0))
        world.add_body(shape=Box(half=half), angular_velocity=(3, 1, 2))
        a = world.add_body(shape=Box(half=half), position=(4 * half[0], 0, 0), angular_velocity=(1, 0, 2))
        b = world.add_body(shape=Box(half=half), position=(6 * half[0], 0, 0), angular_velocity=(0, 2, 0))
        world.add_joint(Fixed(a=a, b=b))
        for _ in range(10):
            world.step()
        return world.angular_velocities.astype(float)

    assert spin("single") == pytest.approx(spin("double"), abs=0.01)


def test_without_gravity_nothing_moves():
    world = World(gravity=(0, 0, 0), precision="double", sleep=False)
    for k in range(5):
        world.add_body(shape=both(k, 0.5), position=(2 * k, 0, 0))
    before = world.state_hash()
    for _ in range(60):
        world.step()
    assert world.state_hash() == before


def test_without_sweeps_bodies_fall_through():
    world = heap(precision="double", solver=SolverSettings(iterations=0, relax_iterations=0, warm_start=0))
    for _ in range(120):
        world.step()
    assert (world.positions[1:, 2] < -5).all()


@pytest.mark.parametrize("dt", [1e-6, 1 / 240, 1 / 30])
def test_a_change_of_step_leaves_rest_alone(dt):
    """A ball at rest stays at rest when the time step changes: its impulse is scaled to the new one."""
    world = World(precision="double", solver=SolverSettings(stabilization="split_impulse", substeps=1, iterations=1))
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.4975))
    for k in range(60):
        world.step()
    for k in range(20):
        world.dt = dt if k % 2 == 0 else 1 / 60
        world.step()
        assert abs(ball.velocity[2]) < 1e-12
