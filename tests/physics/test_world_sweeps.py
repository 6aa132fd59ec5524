"""Sweeps of whole worlds, contacts and joints in their colours, against a plain scalar solver in the same order."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Distance, Fixed, Hinge, SolverSettings, Sphere, World
from physics.definitions.settings import FRICTION_MODELS, STABILIZATIONS
from physics.dynamics.coloring import COLORS
from physics.lab.rows.row import FRICTION, NORMAL
from tests.support.constraint_worlds import heap, random_rotation, read_rows, velocity_rows
from tests.support.gauss_seidel import Sweep, apply, speed, sweep
from tests.support.joint_zoo import zoo


@pytest.mark.parametrize("model", FRICTION_MODELS)
@pytest.mark.parametrize("stabilization", STABILIZATIONS)
def test_one_sweep_is_that_of_a_scalar_solver(stabilization, model):
    """The wide sweep and a plain Gauss-Seidel in the same order give the same velocities and impulses."""
    together = model == "cone"
    solver = {"stabilization": stabilization, "joint_stabilization": stabilization, "friction_model": model,
              "block_solve": together, "joint_solve": "sweep"}
    for world, belts in ((heap(5, belts=True, **solver), True), (zoo(5, **solver), False)):
        start = world.snapshot()
        for sweeps in range(3):
            world.restore(start)
            world.step(stop=(8, 0, sweeps))
            made, velocity = read_rows(world), velocity_rows(world)
            assert np.abs(made.impulse).max() > 0.1
            assert made.surface_velocity.any() == belts
            sweep(made, velocity, Sweep(cone=model != "pyramid", backward=sweeps % 2 == 1, block=together))
            world.restore(start)
            world.step(stop=(8, 0, sweeps + 1))
            after = read_rows(world)
            assert np.abs(after.impulse - made.impulse).max() < 1e-9
            assert np.abs(velocity_rows(world) - velocity).max() < 1e-9


@pytest.mark.parametrize("model", FRICTION_MODELS)
def test_masses_of_friction(model):
    """Round friction takes the mass of a place's stiffest direction, the pyramid's rows each their own."""
    world, found = heap(11, friction_model=model), 0
    world.step(stop=(8, 0, 0))
    made = read_rows(world)
    for first in np.unique(made.group[made.kind == FRICTION]):
        members = np.flatnonzero(made.group == first)
        k = made.jacobian[members] @ made.response[members].T
        expected = 1 / np.diag(k) if model == "pyramid" else 1 / np.linalg.eigvalsh(k)[-1]
        assert made.effective_mass[members] == pytest.approx(expected, rel=1e-9)
        found += abs(k[0, 1]) > 0.01 * k[0, 0]
    assert found > 3


def hub(**solver) -> World:
    """A wheel with more joints of all kinds than there are colours, so that many are solved one after another."""
    rng = np.random.default_rng(2)
    world = World(precision="double", solver=SolverSettings(**{"substeps": 1, "iterations": 6} | solver))
    wheel = world.add_body(shape=Sphere(radius=0.5), mass=50, angular_velocity=(0, 0, 2))
    for k in range(COLORS + 20):
        at = random_rotation(rng)[:3]
        ball = world.add_body(shape=Sphere(radius=0.02), position=at / np.linalg.norm(at), mass=0.1, velocity=rng.normal(size=3),
                              group=1)
        ends = {"a": wheel, "b": ball} if k % 2 else {"a": ball, "b": wheel}
        anchors = {"anchor_a": 0.9 * ends["a"].position, "anchor_b": 0.9 * ends["b"].position}
        world.add_joint((lambda: BallSocket(**ends, anchor=0.7 * ball.position), lambda: Fixed(**ends),
                         lambda: Hinge(**ends, anchor=0.7 * ball.position, axis=(0, 1, 0.2), hertz=3, rest=0.1),
                         lambda: Distance(**ends, **anchors, upper=0.9))[k % 4]())
    for _ in range(3):
        world.step()
    return world


@pytest.mark.parametrize("stabilization", ["split_impulse", "soft"])
def test_more_joints_than_colors(stabilization):
    """What finds no colour at a body with very many joints is solved one after another, as a scalar solver does it."""
    world = hub(joint_stabilization=stabilization)
    start = world.snapshot()
    world.step(stop=(8, 0, 1))
    made, velocity = read_rows(world), velocity_rows(world)
    state = world._contacts
    assert state.parts.color_start[COLORS + 1] > state.parts.color_start[COLORS]
    sweep(made, velocity)
    world.restore(start)
    world.step(stop=(8, 0, 2))
    assert np.abs(read_rows(world).impulse - made.impulse).max() < 1e-9
    assert np.abs(velocity_rows(world) - velocity).max() < 1e-9


@pytest.mark.parametrize("make", [heap, zoo])
def test_relaxing_sweep_is_that_of_a_scalar_solver(make):
    """After positions moved, rows without impulse that are apart wait; the others lose their push.

    With the gyroscopic term that ends before positions: the sweep is the last that changes velocities.
    """
    world = make(6, stabilization="soft", joint_stabilization="soft", relax_iterations=1, gyroscopic="implicit",
                 joint_solve="sweep")
    start = world.snapshot()
    world.step(stop=(9, 0, 0))
    made, velocity = read_rows(world, "relax"), velocity_rows(world)
    idle = (made.kind == NORMAL) & (made.impulse == 0) & (made.error > 0)
    sweep(made, velocity, Sweep(backward=True, waiting=idle))
    world.restore(start)
    world.step()
    assert np.abs(velocity_rows(world) - velocity).max() < 1e-9


def push_rows(world: World) -> np.ndarray:
    """(rows, 6) pseudo velocities of all body rows."""
    return world._bodies.arrays.push[:, :6].copy()


@pytest.mark.parametrize("seed", [11, 13])
def test_push_sweep_is_that_of_a_scalar_solver(seed):
    """Pseudo velocities: only points that are there push, and those that do not bounce."""
    world = heap(seed, stabilization="split_impulse", joint_stabilization="none", iterations=4, beta=0.4, slop=0.001)
    for body in world.bodies[1:]:
        body.position = body.position - (0, 0, 0.01)
    start = world.snapshot()
    world.step(stop=(8, 0, 0))
    made, push = read_rows(world, "push"), push_rows(world)
    normal = made.kind == NORMAL
    made = made._replace(impulse=np.zeros(len(made.a)), bias=np.where(made.error > 0, 0, made.bias))
    for i in np.flatnonzero(normal & (made.target <= 0)):
        wanted = made.impulse[i] - (speed(made, i, push) + made.bias[i]) / made.k[i]
        change, made.impulse[i] = max(wanted, 0) - made.impulse[i], max(wanted, 0)
        apply(made, i, change, push)
    assert np.abs(push).max() > 1e-3
    world.restore(start)
    world.step(stop=(8, 0, 1))
    assert np.abs(push_rows(world) - push).max() < 1e-9


def test_second_substep_follows_the_bodies():
    """In later substeps the error of a row counts the motion since the start of the step."""
    world = heap(7, stabilization="baumgarte", substeps=2, iterations=3)
    start = world.snapshot()
    world.step(stop=(8, 1, 0))
    made, velocity = read_rows(world, substep=1), velocity_rows(world)
    sweep(made, velocity)
    world.restore(start)
    world.step(stop=(8, 1, 1))
    assert np.abs(velocity_rows(world) - velocity).max() < 1e-9
