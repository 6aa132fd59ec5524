"""Where nothing touches, the way in which contacts and joints are stabilized changes nothing."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, SolverSettings, Sphere, World
from physics.definitions.settings import STABILIZATIONS


def flown(stabilization: str, substeps: int) -> bytes:
    """Every bit of the motion of a thrown ball, a tumbling box and a driven one, through two seconds."""
    world = World(precision="double", solver=SolverSettings(stabilization=stabilization, joint_stabilization=stabilization,
                                                            substeps=substeps))
    world.add_body(shape=Sphere(radius=0.5), position=(9, 0, 10), velocity=(5, 0, 10))
    world.add_body(shape=Box(half=(0.1, 0.2, 0.3)), angular_velocity=(1, 2, 3), linear_damping=0.1)
    driven = world.add_body(shape=Box(half=(1, 1, 1)), position=(0, 9, 0), angular_damping=0.2)
    found = []
    for _ in range(120):
        driven.apply_force((3, 1, 2))
        driven.apply_torque((1, 0, 2))
        world.step()
        found += [world.positions, world.rotations, world.velocities, world.angular_velocities]
    assert np.abs(world.positions - ((9, 0, 10), (0, 0, 0), (0, 9, 0))).max() > 5
    return b"".join(array.tobytes() for array in found)


@pytest.mark.parametrize("substeps", [1, 4])
def test_stabilization_leaves_free_bodies_alone(substeps):
    assert len({flown(stabilization, substeps) for stabilization in STABILIZATIONS}) == 1
