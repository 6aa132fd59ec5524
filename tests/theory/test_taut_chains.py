"""Chains under tension: links in zigzag are springs, which a substep follows or does not, and which `geometric_stiffness` slows.

Links of mass m, length L and inertia I under the tension T swing in zigzag at omega^2 = T L / I.  A step multiplies that by the
larger root of z^2 + (q - 2) z + 1 = 0, q = (omega h)^2, whose modulus is 1 up to q = 4.
"""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, SolverSettings, Sphere, World

LENGTH, HALF, LINKS, GRAVITY = 0.5, (0.12, 0.12, 0.23), 5, 9.81
INERTIA = (HALF[0] ** 2 + HALF[2] ** 2) / 3
H = 1 / 60


def zigzag(tension: float) -> float:
    """(omega h)^2 of the fastest swing of LINKS links of 1 kg between two ends that stay."""
    phase = np.pi * (LINKS - 1) / LINKS
    bent = 2 - 2 * np.cos(phase)
    return H * H * tension / LENGTH * bent / (0.5 * (1 + np.cos(phase)) + INERTIA / LENGTH ** 2 * bent)


def growth(q: float, **solver) -> float:
    """By how much a small swing of a chain, whose fastest has (omega h)^2 = q, grows in a step."""
    ball = q / zigzag(1) / GRAVITY - 0.5 * LINKS
    world = World(dt=H, precision="double", sleep=False, solver=SolverSettings.preset("classic").replace(**solver))
    draw, above = np.random.default_rng(1), None
    for k in range(LINKS):
        link = world.add_body(shape=Box(half=HALF), position=(0, 0, -LENGTH * (k + 0.5)), mass=1, group=1,
                              velocity=(*(1e-7 * draw.normal(size=2)), 0))
        world.add_joint(BallSocket(a=above, b=link, anchor=(0, 0, -LENGTH * k)))
        above = link
    end = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, -LENGTH * LINKS - 0.5), mass=ball, group=1)
    world.add_joint(BallSocket(a=above, b=end, anchor=(0, 0, -LENGTH * LINKS)))
    spins = []
    while len(spins) < 200 and (not spins or spins[-1] < 1e-2):
        world.step()
        spins.append(np.abs(world.angular_velocities[:LINKS, :2]).max())
    early = len(spins) // 2
    return float((spins[-1] / spins[early]) ** (1 / (len(spins) - 1 - early)))


@pytest.mark.parametrize("q", [3.5, 4.2, 5.0, 8.0])
def test_a_swing_grows_as_a_spring_that_is_too_stiff_for_the_step(q):
    """With the rows solved exactly; up to 4 it does not grow."""
    expected = np.abs(np.roots((1, q - 2, 1))).max()
    found = growth(q, method="global_direct", joint_stabilization="none", geometric_stiffness=False)
    assert found == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize("stabilization", ["none", "split_impulse", "position"])
@pytest.mark.parametrize("q", [5.0, 8.0, 40.0])
def test_links_that_turn_as_if_they_were_heavier_do_not(q, stabilization):
    assert growth(q, iterations=100, joint_stabilization=stabilization) < 1.02


def test_what_hangs_by_one_point_is_left_as_it_is():
    """A bob that turns about its only anchor is no link, however light its own inertia."""
    def swing(geometric_stiffness: bool) -> np.ndarray:
        solver = SolverSettings.preset("classic").replace(geometric_stiffness=geometric_stiffness)
        world = World(precision="double", dt=H, sleep=False, solver=solver)
        bob = world.add_body(shape=Sphere(radius=0.02), position=(0.3, 0, -0.4), mass=5)
        world.add_joint(BallSocket(a=None, b=bob, anchor=(0, 0, 0)))
        for _ in range(120):
            world.step()
        return world.positions[0].copy()

    assert np.allclose(swing(False), swing(True), atol=1e-12)


def test_a_link_within_reach_of_the_step_keeps_its_bits():
    """At q = 1.5 nothing is scaled: not a bit differs."""
    hashes = []
    for on in (False, True):
        world = World(dt=H, sleep=False, solver=SolverSettings.preset("split_impulse").replace(geometric_stiffness=on))
        above = None
        for k in range(4):
            link = world.add_body(shape=Box(half=(0.23, 0.12, 0.12)), position=(0.5 * k + 0.25, 0, 0), mass=1, group=1)
            world.add_joint(BallSocket(a=above, b=link, anchor=(0.5 * k, 0, 0)))
            above = link
        for _ in range(60):
            world.step()
        hashes.append((world.positions.tobytes(), world.velocities.tobytes()))
    assert hashes[0] == hashes[1]
