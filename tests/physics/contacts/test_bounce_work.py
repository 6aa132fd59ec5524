"""Bounces make no energy: elastic bodies of all shapes that tumble over a floor, with and without friction, and legs that land.

Newton's law of impact and Coulomb's of friction together made up to 31 % of energy in three seconds, and relaxing the rows of a
bounce, after the body had turned, up to 46 %.  A compound that landed on all its legs at once, in a single sweep with friction,
went away turning: the friction of one leg met the motion of a body whose other legs had not bounced.
"""
from __future__ import annotations

import numpy as np
import pytest

from physics import PRESETS, Box, Capsule, Compound, Cone, Cylinder, Plane, Sphere, World

G, COUNT, STEPS = 9.81, 24, 150
MOST = 0.1                       # share of its energy that a body may gain, for position errors are pushed out as well
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
LEGS = tuple((Box(half=(0.05, 0.05, 0.3)), (x, y, -0.3), UPRIGHT) for x in (-0.4, 0.4) for y in (-0.3, 0.3))
TABLE = Compound(children=(*LEGS, (Box(half=(0.5, 0.4, 0.05)), (0.0, 0.0, 0.05), UPRIGHT)))
SHAPES = (Box(half=(0.5, 0.4, 0.2)), Box(half=(0.3, 0.3, 0.3)), Cylinder(radius=0.3, half_length=0.3), TABLE,
          Capsule(radius=0.2, half_length=0.3), Cone(radius=0.3, half_length=0.4))


def floor(preset: str, **surface: float) -> World:
    """A world with nothing but a floor."""
    world = World(solver=PRESETS[preset], precision="double", sleep=False)
    world.add_body(shape=Plane(), type="static", **surface)
    return world


def energies(world: World, masses: np.ndarray, inertias: np.ndarray) -> np.ndarray:
    """(n,) what a free body keeps in steps of h: its energy minus m g v h / 2."""
    axis, w = world.rotations[1:, :3], world.rotations[1:, 3:]
    turning, velocity, h = world.angular_velocities[1:], world.velocities[1:], world.dt / world.solver.substeps
    spin = turning + 2 * np.cross(-axis, np.cross(-axis, turning) + w * turning)                       # in the axes of the bodies
    moving = 0.5 * masses * (velocity ** 2).sum(1) + 0.5 * (inertias * spin ** 2).sum(1)
    return moving + masses * G * (world.positions[1:, 2] - 0.5 * h * velocity[:, 2])


@pytest.mark.parametrize("friction", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("preset", PRESETS)
def test_elastic_bodies_that_tumble(preset, friction):
    rng, world = np.random.default_rng(3), floor(preset, restitution=1.0, friction=friction)
    for k in range(COUNT):
        turn = rng.normal(size=4)
        world.add_body(shape=SHAPES[k % len(SHAPES)], position=(20.0 * k, 0.0, 2.0), rotation=turn / np.linalg.norm(turn),
                       velocity=rng.normal(size=3) * (2, 2, 0), angular_velocity=3 * rng.normal(size=3), restitution=1.0,
                       friction=friction)
    masses, inertias = (np.array([getattr(body, name) for body in world.bodies[1:]]) for name in ("mass", "inertia"))
    start = most = energies(world, masses, inertias)
    for _ in range(STEPS):
        world.step()
        most = np.maximum(most, energies(world, masses, inertias))
    assert (most / start).max() < 1 + MOST, (most / start).round(3)


@pytest.mark.parametrize("restitution", [0.5, 1.0])
@pytest.mark.parametrize("shape", [TABLE, Compound(children=((Sphere(radius=0.1), (-0.2, 0.0, 0.0), UPRIGHT),
                                                             (Sphere(radius=0.1), (0.2, 0.0, 0.0), UPRIGHT)))],
                         ids=["table", "two balls"])
@pytest.mark.parametrize("preset", PRESETS)
def test_legs_that_land_together(preset, shape, restitution):
    """It comes up as it came down, without turning."""
    world = floor(preset, restitution=restitution, friction=0.5)
    body = world.add_body(shape=shape, position=(0, 0, 2.0), restitution=restitution, friction=0.5)
    fastest = 0.0
    for _ in range(45):
        world.step()
        fastest = max(fastest, body.velocity[2])
        assert np.abs(body.velocity[:2]).max() < 0.01 and np.abs(body.angular_velocity).max() < 0.02
    assert fastest > restitution * 4.5
