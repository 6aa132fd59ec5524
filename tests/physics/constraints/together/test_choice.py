"""What `auto` solves together follows from bodies, masses and the work of elimination, and from nothing else."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Hinge, SolverSettings, Sphere, World
from physics.constraints.together.choice import (
    AUTO,
    DIRECT,
    MOST_PRODUCTS,
    RIGID,
    SLOW_RATE,
    SWEEP,
    joint_solve_of,
    slowest_rate,
    sweeps_are_slow,
)
from physics.constraints.together.elimination import eliminate
from physics.constraints.together.graph import components_of
from physics.definitions.settings import PRESETS, STABILIZATIONS
from physics.warmup import needs

HOOK, UPPER, LOWER = 0, 1, 2
HUNG = np.array([(HOOK, UPPER), (UPPER, LOWER)])


def hanging(masses: list[float], **solver) -> World:
    """Balls of these masses that hang below each other, from the world."""
    world, last = World(solver=SolverSettings(**solver)), None
    for k, mass in enumerate(masses):
        ball = world.add_body(shape=Sphere(radius=0.2), position=(0, 0, -0.5 * k), mass=mass, group=1)
        world.add_joint(BallSocket(a=last, b=ball, anchor=(0, 0, 0.25 - 0.5 * k)))
        last = ball
    return world


def rate_of_sweeps(pairs: np.ndarray, inverse_mass: np.ndarray, sweeps: int = 60) -> float:
    """What a sweep of rows along one line multiplies the error by, in the end."""
    jacobian = np.zeros((len(pairs), len(inverse_mass)))
    np.add.at(jacobian, (np.arange(len(pairs)), pairs[:, 0]), -1)
    np.add.at(jacobian, (np.arange(len(pairs)), pairs[:, 1]), 1)
    matrix = jacobian * inverse_mass @ jacobian.T
    error = np.ones(len(pairs))
    for _ in range(sweeps):
        before = np.abs(error).max()
        for k, row in enumerate(matrix):
            error[k] -= row @ error / row[k]
    return float(np.abs(error).max() / before)


@pytest.mark.parametrize("load", (0.1, 1, 3, 10, 100))
def test_the_rate_is_that_of_sweeps(load):
    """Of a load below another body: load / (load + 1)."""
    inverse_mass = np.array([0, 1, 1 / load])
    assert slowest_rate(HUNG, inverse_mass) == pytest.approx(load / (1 + load))
    assert slowest_rate(HUNG, inverse_mass) == pytest.approx(rate_of_sweeps(HUNG, inverse_mass))


def test_three_equal_bodies_are_as_slow_as_a_load_of_three():
    """cos^2(pi / 6) = 3/4."""
    chain = np.array([(k, k + 1) for k in range(3)])
    assert rate_of_sweeps(chain, np.array([0, 1, 1, 1])) == pytest.approx(np.cos(np.pi / 6) ** 2) == pytest.approx(SLOW_RATE)


def test_the_rate_of_all_rows_is_at_least_that_of_two():
    """Of chains of random masses."""
    rng, chain = np.random.default_rng(3), np.array([(k, k + 1) for k in range(7)])
    for _ in range(50):
        inverse_mass = np.concatenate([[0], 10 ** rng.uniform(-1, 1, 7)])
        assert rate_of_sweeps(chain, inverse_mass, 400) > slowest_rate(chain, inverse_mass) - 1e-6


def test_two_joints_of_the_same_bodies_do_not_pull_against_each_other():
    """Nor do two that hold a body to whatever does not move."""
    assert slowest_rate(np.array([(UPPER, LOWER), (LOWER, UPPER)]), np.array([0, 1.0, 1e-3])) == 0
    assert slowest_rate(np.array([(0, 2), (1, 2)]), np.array([0, 0, 1.0])) == 0
    assert slowest_rate(np.zeros((0, 2), np.int64), np.zeros(0)) == 0


@pytest.mark.parametrize("masses, together", (([1], False), ([1, 1], False), ([1, 2.9], False), ([2.9, 1], False),
                                              ([1, 3.1], True), ([1, 1000], True), ([1000, 1], False), ([1, 1, 1], True)))
def test_bodies_that_hang(masses, together):
    """Pairs are swept unless the lower one is three times as heavy."""
    world = hanging(masses)
    world.step()
    assert len(world._contacts.together.touched) == together == needs(world).together


@pytest.mark.parametrize("side, together", ((7, True), (8, False)))
def test_small_nets_are_solved_together(side, together):
    """Up to seven by seven balls on ball joints, hung by a row."""
    net = np.array([(side * i + j, side * (i + di) + j + dj) for i in range(side) for j in range(side)
                    for di, dj in ((1, 0), (0, 1)) if i + di < side and j + dj < side and (i or di)])
    inverse_mass = np.ones(side * side)
    inverse_mass[:side] = 0
    assert (len(components_of(net, inverse_mass, AUTO)) == 1) is together
    made = eliminate(np.where(inverse_mass[net] > 0, net, -1), np.inf)
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
    alone = components_of(chain, np.ones(20), AUTO)
    both = components_of(np.concatenate([chain + 10, chain]), np.ones(20), AUTO)
    assert len(alone) == 1 and len(both) == 2
    assert (both[1].elimination.order == alone[0].elimination.order).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_it_is_the_default(preset):
    assert SolverSettings().joint_solve == PRESETS[preset].joint_solve == "auto"


@pytest.mark.parametrize("stabilization", STABILIZATIONS)
def test_contacts_that_do_not_give_way(stabilization):
    """`auto` sweeps where these push overlap out as speed, and `direct` takes joints together all the same."""
    solver = SolverSettings(stabilization=stabilization, joint_stabilization="split_impulse")
    assert joint_solve_of(solver) == (SWEEP if stabilization in RIGID else AUTO)
    assert joint_solve_of(solver.replace(joint_solve="direct")) == DIRECT
    world = hanging([1, 1, 1], stabilization=stabilization)
    world.step()
    assert len(world._contacts.together.touched) == (stabilization not in RIGID) == needs(world).together


def test_methods_of_the_laboratory_know_nothing_of_it():
    assert joint_solve_of(SolverSettings(method="jacobi", joint_solve="direct")) == SWEEP


def test_slow_is_three_bodies_or_a_load_of_three():
    """At the border."""
    assert sweeps_are_slow(HUNG, np.array([0, 1, 1 / 3])) and not sweeps_are_slow(HUNG, np.array([0, 1, 0.34]))
    assert sweeps_are_slow(np.array([(0, 1), (1, 2)]), np.ones(3))
