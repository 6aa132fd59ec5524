"""Tilts of hinges on wheels that turn by much in a substep: they become smaller, and never grow."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Cylinder, Hinge, SolverSettings, Sphere, World
from physics.bodies.rotation import product

TILT = 0.01
WHOLE = (6.2, 12.0)                              # nearly whole turns: a spin askew tilts nothing in them


@pytest.mark.parametrize("joint_stabilization", ["baumgarte", "split_impulse", "soft", "position"])
@pytest.mark.parametrize("swapped", [0, 1])
@pytest.mark.parametrize("turn", [0.3, 1.5, 3.0, 5.0, 8.0, *WHOLE])
def test_tilts_become_smaller(joint_stabilization, swapped, turn):
    """`turn` is that of a substep [rad].  Before, tilts of 0.01 rad grew from turns of 3 rad on, with a bias as with pushes."""
    world = World(gravity=(0, 0, 0), precision="double",
                  solver=SolverSettings(substeps=1, iterations=4, stabilization="none", joint_stabilization=joint_stabilization))
    lean, made = np.array((np.sin(TILT / 2), 0, 0, np.cos(TILT / 2))), []
    for k, shape in enumerate((Sphere(radius=0.1), Cylinder(0.2, 0.05))):
        wheel = world.add_body(shape=shape, mass=1, position=(k, 0, 0), angular_velocity=(0, 0, turn / world.dt))
        pair = {"a": wheel, "b": None} if swapped else {"a": None, "b": wheel}
        made.append((wheel, world.add_joint(Hinge(**pair, anchor=(k, 0, 0), axis=(0, 0, 1)))))
    for _ in range(2):                           # roles are chosen at the end of a step
        world.step()
    for wheel, _ in made:
        wheel.rotation = product(lean, wheel.rotation)
    for _ in range(240):
        world.step()
    assert max(joint.tilt for _, joint in made) < TILT * (1.001 if turn in WHOLE else 0.5)
    assert all(abs(wheel.angular_velocity[2] * world.dt / turn - 1) < 0.01 for wheel, _ in made)
