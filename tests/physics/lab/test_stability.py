"""The linear map of a step: known radii, and what worlds do."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, SolverSettings, Sphere, World
from physics.lab.stability import chain, spectral_radius, step_map

LINK = 0.22


def settings(stabilization: str, sweeps: int, **changes) -> SolverSettings:
    return SolverSettings(**{"substeps": 1, "iterations": sweeps, "joint_stabilization": stabilization} | changes)


@pytest.mark.parametrize(("ratio", "sweeps", "radius"), [(1, 4, 1.034), (10, 10, 1.039), (10, 20, 1.006), (100, 20, 1.051)])
def test_baumgarte_with_warm_starting_is_unstable(ratio, sweeps, radius):
    """E07: ten links of 1 kg, the last heavier, beta 0.2: radii of an analysis made elsewhere; split and soft are stable."""
    hanging = chain(10, ratio)
    assert spectral_radius(hanging, settings("baumgarte", sweeps)) == pytest.approx(radius, abs=6e-4)
    assert spectral_radius(hanging, settings("split_impulse", sweeps)) < 1
    assert spectral_radius(hanging, settings("soft", sweeps)) < 1
    assert spectral_radius(hanging, SolverSettings()) < 1


def test_what_cures_baumgarte():
    """Enough sweeps, no warm starting, or a part of it."""
    hanging = chain(10, 10)
    sick = settings("baumgarte", 10)
    assert spectral_radius(hanging, sick) > 1.03
    for cure in ({"iterations": 30}, {"warm_start": 0.0}, {"warm_start": 0.85}):
        assert spectral_radius(hanging, sick.replace(**cure)) < 1
    assert spectral_radius(chain(3, 1), settings("baumgarte", 200)) == pytest.approx(0.8, abs=1e-9)     # 1 - beta: all is solved


def hanging_world(ratio: float, solver: SolverSettings) -> World:
    """Balls that hang straight on each other, let go without impulses to start from."""
    world, above = World(precision="double", solver=solver, sleep=False), None
    for k in range(10):
        ball = world.add_body(shape=Sphere(radius=0.05), mass=ratio if k == 9 else 1, position=(0, 0, -(k + 1) * LINK), group=1)
        world.add_joint(BallSocket(a=above, b=ball, anchor=(0, 0, -k * LINK)))
        above = ball
    return world


@pytest.mark.parametrize(("stabilization", "ratio", "sweeps"), [("baumgarte", 10, 10), ("baumgarte", 1, 4), ("soft", 10, 2),
                                                                ("split_impulse", 1, 4)])
def test_a_world_does_what_the_map_says(stabilization, ratio, sweeps):
    """Errors of a chain, swept from the top down one row after the other, grow or die by the spectral radius."""
    solver = settings(stabilization, sweeps, method="projected_gauss_seidel", row_order="natural", joint_over_relaxation=1.0)
    world = hanging_world(ratio, solver)
    radius, heights = spectral_radius(chain(10, ratio), solver), []
    for _ in range(400):
        world.step()
        heights.append(world.positions[:, 2].copy())
        if np.abs(world.velocities).max() > 0.05 and len(heights) > 200:
            break
    speed = np.linalg.norm(np.diff(heights, axis=0), axis=1)
    window = speed[len(speed) // 2:]
    measured = np.exp(np.polyfit(np.arange(len(window)), np.log(window), 1)[0])
    assert measured == pytest.approx(radius, abs=4e-3)
    assert (measured > 1) == (stabilization == "baumgarte")


def test_positions_have_no_such_map():
    with pytest.raises(ValueError, match="position"):
        step_map(chain(3, 1), settings("position", 4))
