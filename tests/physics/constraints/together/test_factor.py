"""The factor of a substep is used again where nothing changed that it is made of, and made anew where something did."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, SolverSettings, World
from physics.constraints.together.aim import aim_at_velocities
from physics.constraints.together.solve import solve_components
from physics.dynamics.parameters import parameters
from physics.pipeline.advance import kernel_state, step_parameters


def chain(**solver) -> World:
    """Five boxes of different masses that hang askew, after some steps."""
    world, last = World(precision="double", solver=SolverSettings(joint_solve="direct", **solver)), None
    for k in range(5):
        box = world.add_body(shape=Box(half=(0.25, 0.1, 0.15)), position=(0.5 * k + 0.25, 0, 0), mass=1 + 3 * (k % 2), group=1)
        world.add_joint(BallSocket(a=last, b=box, anchor=(0.5 * k, 0.05, 0.02)))
        last = box
    for _ in range(5):
        world.step()
    return world


def factored_anew(world: World, params) -> bool:
    """Whether a further solution of the last substep with these JointRowParameters factors the matrix."""
    state, extent = kernel_state(world)
    h = step_parameters(world).motion.h
    state.together.reduced[:] = np.nan           # which factoring alone writes
    aim_at_velocities(extent.first, extent.parts, state.parts, state.together, params)
    solve_components(0, extent.together, state.bodies, (state.parts, state.together), h)
    assert np.isfinite(world.velocities).all()
    return bool(np.isfinite(state.together.reduced).all())


@pytest.mark.parametrize("hertz, anew", ((0.0, False), (20.0, True)))
def test_relaxing(hertz, anew):
    """Joints as stiff as can be are relaxed with the matrix that solved them, springs with a rigid one."""
    world = chain(joint_hertz=hertz, relax_iterations=0)
    numbers = step_parameters(world).together
    assert not factored_anew(world, numbers.solve)
    assert factored_anew(world, numbers.relax) == anew


def test_a_row_at_its_bound_has_no_unknown():
    """One that leaves its bound changes the matrix."""
    world = chain(relax_iterations=0)
    solve, together = step_parameters(world).together.solve, world._contacts.together
    assert not factored_anew(world, solve)
    together.made_for[2, 1] += 1
    assert factored_anew(world, solve) and not factored_anew(world, solve)


def test_relaxing_is_without_bias():
    """It removes the speed that mends errors; with a frequency of their own joints are rigid then."""
    stiff, own = (parameters(SolverSettings(joint_hertz=hertz), (0, 0, -9.81), 1 / 60).together for hertz in (0.0, 20.0))
    assert stiff.relax == stiff.solve._replace(bias_rate=0.0) and stiff.solve.bias_rate > 0
    assert (own.relax.bias_rate, own.relax.mass_scale, own.relax.impulse_scale) == (0, 1, 0) != own.solve[:3]
