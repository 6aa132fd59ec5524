"""What `auto` solves together follows from bodies, joints and the work of elimination, and from nothing else."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Hinge, SolverSettings, Sphere, World
from physics.constraints.together.choice import AUTO, DIRECT, MOST_PRODUCTS, SWEEP, joint_solve_of
from physics.constraints.together.elimination import eliminate
from physics.constraints.together.graph import components_of
from physics.definitions.settings import PRESETS, STABILIZATIONS
from physics.warmup import needs
from tests.support.joined_parts import joined


def hanging(masses: list[float], **solver) -> World:
    """Balls of these masses that hang below each other, from the world."""
    world, last = World(solver=SolverSettings(**solver)), None
    for k, mass in enumerate(masses):
        ball = world.add_body(shape=Sphere(radius=0.2), position=(0, 0, -0.5 * k), mass=mass, group=1)
        world.add_joint(BallSocket(a=last, b=ball, anchor=(0, 0, 0.25 - 0.5 * k)))
        last = ball
    return world


@pytest.mark.parametrize("masses", ([1], [1, 1], [1000, 1], [1, 1, 1]))
def test_bodies_that_hang(masses):
    """One joint is solved as several are."""
    world = hanging(masses)
    world.step()
    assert len(world._contacts.together.touched) == 1 == needs(world).together


@pytest.mark.parametrize("preset", PRESETS)
def test_a_door_on_two_hinges(preset):
    """Its joints hold the same body to the world."""
    world = World(solver=PRESETS[preset])
    door = world.add_body(shape=Box(half=(0.5, 0.05, 1)), position=(0.5, 0, 0), mass=20)
    for height in (-0.8, 0.8):
        world.add_joint(Hinge(a=None, b=door, anchor=(0, 0, height), axis=(0, 0, 1)))
    world.step()
    assert len(world._contacts.together.lane) == 4


@pytest.mark.parametrize("side, together", ((7, True), (8, False)))
def test_small_nets_are_solved_together(side, together):
    """Up to seven by seven balls on ball joints, hung by a row."""
    net = np.array([(side * i + j, side * (i + di) + j + dj) for i in range(side) for j in range(side)
                    for di, dj in ((1, 0), (0, 1)) if i + di < side and j + dj < side and (i or di)])
    parts = joined(net, still=range(side))
    assert (len(components_of(parts, AUTO)) == 1) is together
    made = eliminate(np.where(parts.moving, net, -1), np.inf)
    assert (len(made.target) + len(made.node) < MOST_PRODUCTS * len(net)) is together


def test_a_long_chain_of_hinges_is_solved_together():
    """Of three parts each: point, rotation and motor."""
    world, last = World(), None
    for k in range(30):
        box = world.add_body(shape=Box(half=(0.2, 0.1, 0.1)), position=(0.5 * k, 0, 0), group=1)
        world.add_joint(Hinge(a=last, b=box, anchor=(0.5 * k - 0.25, 0, 0), axis=(0, 1, 0), motor_speed=1, motor_torque=5))
        last = box
    world.step()
    assert len(world._contacts.together.lane) == 90


def test_the_same_choice_whatever_else_there_is():
    """Places and speeds have no part in it, nor have strangers."""
    chain = np.array([(k, k + 1) for k in range(5)])
    alone = components_of(joined(chain), AUTO)
    both = components_of(joined(np.concatenate([chain + 10, chain])), AUTO)
    assert len(alone) == 1 and len(both) == 2
    assert (both[1].elimination.order == alone[0].elimination.order).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_it_is_the_default(preset):
    assert SolverSettings().joint_solve == PRESETS[preset].joint_solve == "auto"


@pytest.mark.parametrize("stabilization", STABILIZATIONS)
def test_under_every_stabilization(stabilization):
    solver = SolverSettings(stabilization=stabilization, joint_stabilization="split_impulse")
    assert joint_solve_of(solver) == AUTO and joint_solve_of(solver.replace(joint_solve="direct")) == DIRECT
    world = hanging([1, 1, 1], stabilization=stabilization)
    world.step()
    assert len(world._contacts.together.touched) == 1 == needs(world).together


def test_methods_of_the_laboratory_know_nothing_of_it():
    assert joint_solve_of(SolverSettings(method="jacobi", joint_solve="direct")) == SWEEP
