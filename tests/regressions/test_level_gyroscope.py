"""A gyroscope held level by a ball socket lost its spin and went round too fast, from half a radian of turn in a substep on.

Seen: a disc of 0.2 m on an arm of 0.3 m at 80 rad/s and 60 steps a second, under the presets of one substep: the spin falls to 71
rad/s in 4 s, the rate is 1.06 to 1.2 of m g r / (I w), the centre sags by 5 cm and the socket opens by 14 cm; hinged on a light
axle the disc broke loose.
Expected: rate and spin within 1 %.  The centre nods about the level by what a kick of half a step's gravity makes of a top, r h W
/ 2 with the rate W of precession, see chapter 5 of the theory: 9 mm at 40 rad/s and 2.5 mm at 150.
Why: joints held for the mean of a body's whole turn; of a turn about its own axis they see nothing.
"""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import PRESETS, BallSocket, Box, Cylinder, Hinge, World
from physics.bodies.rotation import rotate

ARM, SECONDS, LEVEL = 0.3, 4.0, (0, math.sin(math.pi / 4), 0, math.cos(math.pi / 4))
ONE_SUBSTEP = ("classic", "split_impulse", "ngs")
PRECISION = 1.1                                  # more than r h W / 2, for W is not constant while it nods


def level(preset: str, spin: float, on_axle: bool, **solver) -> tuple[World, object, float]:
    """A disc in steady precession, on a socket itself or on an axle that is; and the rate of precession."""
    world = World(solver=PRESETS[preset].replace(**solver), precision="double")
    axle_mass = 0.05 if on_axle else 0.0
    disc = world.add_body(shape=Cylinder(radius=0.2, half_length=0.02), mass=1, position=(ARM, 0, 0), rotation=LEVEL, mask=0)
    rate = 9.81 * ARM * (1 + axle_mass / 2) / (float(disc.inertia[2]) * spin)
    disc.velocity, disc.angular_velocity = (0, ARM * rate, 0), (spin, 0, rate)
    held = disc
    if on_axle:
        held = world.add_body(shape=Box(half=(ARM / 2, 0.03, 0.03)), mass=axle_mass, position=(ARM / 2, 0, 0), mask=0,
                              velocity=(0, ARM / 2 * rate, 0), angular_velocity=(0, 0, rate))
        world.add_joint(Hinge(a=held, b=disc, anchor=(ARM, 0, 0), axis=(1, 0, 0)))
    world.add_joint(BallSocket(a=None, b=held, anchor=(0, 0, 0)))
    return world, disc, rate


def own_spin(disc) -> float:
    """The spin of a disc about its own axis."""
    return float(np.dot(disc.angular_velocity, rotate(disc.rotation, np.array((0.0, 0.0, 1.0)))))


@pytest.mark.parametrize("on_axle", (False, True))
@pytest.mark.parametrize("spin", (40.0, 80.0, 150.0))
@pytest.mark.parametrize("preset", (*ONE_SUBSTEP, "soft_step"))
def test_it_stays_level_and_keeps_its_spin(preset, spin, on_axle):
    """0.7 to 2.5 rad in a step."""
    world, disc, rate = level(preset, spin, on_axle)
    angles, heights = [0.0], []
    for _ in range(round(SECONDS / world.dt)):
        world.step()
        angles.append(math.atan2(disc.position[1], disc.position[0]))
        heights.append(disc.position[2])
    assert np.unwrap(angles)[-1] == pytest.approx(rate * SECONDS, rel=0.01)
    assert own_spin(disc) == pytest.approx(spin, rel=0.002)
    nod = PRECISION * ARM * world.dt / world.solver.substeps * rate / 2 + 0.001
    assert max(map(abs, heights)) < nod
    assert abs(np.mean(heights)) < 0.001
    assert max(joint.gap for joint in world.joints) < 1e-4


@pytest.mark.parametrize("spin", (40.0, 150.0))
def test_swept_joints_keep_its_spin(spin):
    """One solution a sweep: it sags by m g r^2 h^2 / I of the disc across its axis, once, and the nodding dies away."""
    world, disc, rate = level("classic", spin, False, joint_solve="sweep")
    world.step(round(SECONDS / world.dt))
    assert own_spin(disc) == pytest.approx(spin, rel=0.01)
    assert abs(disc.position[2]) < 9.81 * ARM**2 * world.dt**2 / float(disc.inertia[0])


@pytest.mark.parametrize("tilt, aside", ((0.8, 0.0), (0.0, 0.15)))
def test_a_wheel_askew_or_beside_its_hinge_turns_as_before(tilt, aside):
    """Such joints take part in the spin: the disc is no top there.  At 80 rad/s under Soft step it keeps its spin within 1 %."""
    world = World(solver=PRESETS["soft_step"], gravity=(0, 0, 0))
    wheel = world.add_body(shape=Cylinder(radius=0.2, half_length=0.02), mass=1, position=(aside, 0, 0),
                           rotation=(0, math.sin(tilt / 2), 0, math.cos(tilt / 2)), velocity=(0, 80 * aside, 0),
                           angular_velocity=(0, 0, 80))
    world.add_joint(Hinge(a=None, b=wheel, anchor=(0, 0, 0), axis=(0, 0, 1)))
    world.step(180)
    assert np.linalg.norm(wheel.angular_velocity) == pytest.approx(80, rel=0.01)
