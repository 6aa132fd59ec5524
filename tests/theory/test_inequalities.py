"""Constraints that only push: limits, contacts, restitution, friction and what is clamped."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Axis, Box, Plane, SixDof, Slider, SolverSettings, Sphere, World
from physics.lab.rows.assembly import assemble_rows, refresh
from physics.lab.rows.row import FRICTION, LIMIT, NORMAL, TWIST, row_parameters
from physics.pipeline.advance import kernel_state, step_parameters
from tests.support.constraint_worlds import read_rows
from tests.support.two_bodies import rows_of

MODES = ["none", "baumgarte", "split_impulse", "soft", "position"]


def world_of(mode: str = "split_impulse", gravity: float = 0.0, **solver) -> World:
    settings = {"substeps": 1, "iterations": 20, "stabilization": mode, "joint_stabilization": mode, "restitution_threshold": 0}
    return World(gravity=(0, 0, -gravity), precision="double", solver=SolverSettings(**settings | solver))


def sliding(mode: str, speed: float, **definition) -> tuple[World, object, object]:
    """A ball on a rail along x between stops at -1 and 1."""
    world = world_of(mode)
    ball = world.add_body(shape=Sphere(radius=0.2), mass=2, velocity=(speed, 0, 0))
    return world, ball, world.add_joint(Slider(a=None, b=ball, anchor=(0, 0, 0), axis=(1, 0, 0), lower=-1, upper=1, **definition))


@pytest.mark.parametrize("mode", ["none", "baumgarte", "soft", "position"])
@pytest.mark.parametrize("side", [-1, 1])
def test_a_limit_acts_when_it_is_reached_and_lets_go(mode, side):
    """0.6, 1.3: no impulse inside, only one that pushes back at the stop, and none when leaving: an equality row would stick."""
    world, ball, joint = sliding(mode, 3 * side)
    for _ in range(60):
        before = ball.velocity[0]
        world.step()
        assert side * (ball.velocity[0] - before) <= 1e-12      # never pulled towards the stop
        if abs(ball.position[0]) < 0.9:
            assert ball.velocity[0] == before
    assert ball.position[0] == pytest.approx(side, abs=0.01) and abs(ball.velocity[0]) < 1e-6
    ball.velocity = (-0.5 * side, 0, 0)
    for _ in range(30):
        world.step()
        assert ball.velocity[0] == pytest.approx(-0.5 * side, abs=1e-12)
        assert np.abs(joint.impulses).max() < 1e-12


def test_a_limit_that_lets_go_forgets_its_impulse():
    """0.6, 0.8: pressed against one stop and then against the other, it starts from nothing, not from what the first one had."""
    world, ball, joint = sliding("split_impulse", 0.0)
    for force in (50, -50):
        for _ in range(90):
            ball.apply_force((force, 0, 0))
            world.step()
        assert ball.position[0] == pytest.approx(np.sign(force), abs=1e-6)
        assert np.abs(joint.force[0]) == pytest.approx(50, abs=1e-6)
        place, speeds = ball.position[0], []
        for _ in range(5):
            world.step()
            speeds.append(ball.velocity[0])
        assert speeds == pytest.approx([0] * 5, abs=1e-9) and ball.position[0] == pytest.approx(place, abs=1e-9)


@pytest.mark.parametrize("mode", MODES)
def test_a_contact_does_not_pull(mode):
    """1.3, 0.6: a row acts when C is violated and C' < 0; imposed when C' >= 0, or not clamped, it would hold the ball."""
    world = world_of(mode)
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5), velocity=(0, 0, 0.7))
    for _ in range(10):
        world.step()
        assert ball.velocity[2] == pytest.approx(0.7, abs=1e-12)


def test_the_jacobian_of_a_contact():
    """1.7: separation' = n . (v_b + w_b x r_b - v_a - w_a x r_a), by finite differences of the rows' own separation."""
    world = world_of(gravity=9.81)
    world.add_body(shape=Box(half=(2, 2, 0.5)), type="static", rotation=(0.1, 0, 0, 0.995))
    box = world.add_body(shape=Box(half=(0.3, 0.2, 0.4)), position=(0, -0.2, 0.9), rotation=(0.1, 0, 0, 0.995),
                        velocity=(0.3, 0.1, 0))
    for _ in range(10):
        world.step()
    world.step(stop=(6, 0, 0))
    made, small = read_rows(world), 1e-6
    normal = made.kind == NORMAL
    assert normal.sum() >= 3
    state, _ = kernel_state(world)
    row = int(made.b[normal][0])
    params = row_parameters(step_parameters(world))
    for k in range(3):
        sides = []
        for sign in (1, -1):
            start = state.bodies.pose.copy()
            state.bodies.pose[row, k] += sign * small
            sides.append(refresh(made, state, params).error[normal])
            state.bodies.pose[:] = start
        assert (sides[0] - sides[1]) / (2 * small) == pytest.approx(made.jacobian[normal, 6 + k], abs=1e-8)
    assert box.position[2] > 0.5


@pytest.mark.parametrize("iterations", [1, 10, 50])
def test_the_speed_of_approach_is_frozen(iterations):
    """1.9: the bounce is that of the speed before the sweeps; read inside them, ten sweeps would leave nothing of it."""
    world = world_of(iterations=iterations)
    world.add_body(shape=Plane(), type="static", restitution=0.5)
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.505), velocity=(0, 0, -1), restitution=0.5)
    world.step()
    assert ball.velocity[2] == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize("overlap", [0.01, 0.05])
def test_bounce_and_push_are_not_summed(overlap):
    """1.9, 1.8: of restitution e v and Baumgarte's beta d / h the larger one; their sum sends a ball too high."""
    world = world_of("baumgarte", beta=0.2, slop=0.0)
    world.add_body(shape=Plane(), type="static", restitution=0.5)
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5 - overlap), velocity=(0, 0, -1), restitution=0.5)
    world.step()
    assert ball.velocity[2] == pytest.approx(max(0.5, 0.2 * overlap / world.dt), abs=1e-12)


@pytest.mark.parametrize("model", ["cone", "pyramid", "manifold_centre"])
def test_friction_rows(model):
    """1.10, 4.6: two rows along tangents at each point, or two and a twist for the whole contact, each against the sliding."""
    world = world_of(gravity=9.81, friction_model=model)
    world.add_body(shape=Plane(), type="static", friction=0.4)
    box = world.add_body(shape=Box(half=(0.5, 0.5, 0.2)), position=(0, 0, 0.2), velocity=(3, 0, 0), friction=0.4)
    for _ in range(20):
        world.step()
    made = rows_of(world)
    friction, normal = (made.kind == FRICTION) | (made.kind == TWIST), made.kind == NORMAL
    assert normal.sum() == 4
    assert friction.sum() == (3 if model == "manifold_centre" else 8)
    tangents = made.jacobian[friction][:, 6:9]
    moves = np.linalg.norm(tangents, axis=1) > 0.5           # not the twist
    assert np.abs(tangents[moves][:, 2]).max() < 1e-12
    assert np.abs(tangents[moves][0] @ tangents[moves][1]) < 1e-12
    assert box.velocity[0] == pytest.approx(3 - 0.4 * 9.81 * 20 / 60, abs=0.02)
    assert np.abs(box.velocity[1:]).max() < 1e-6


def test_the_sum_is_clamped_and_not_each_change():
    """1.11: a sweep may take back some of what an earlier one gave, as long as the sum stays one that pushes."""
    world = world_of(gravity=9.81, iterations=30, warm_start=0)
    world.add_body(shape=Plane(), type="static")
    for k in range(6):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0.12 * (k % 2), 0, 0.5 + k), velocity=(0, 0, -(k % 2)))
    start, last, taken = world.snapshot(), None, 0
    for sweeps in range(1, 12):
        world.restore(start)
        world.step(stop=(8, 0, sweeps))
        made = read_rows(world)
        impulse = made.impulse[made.kind == NORMAL]
        assert impulse.min() >= 0
        if last is not None:
            taken += int((impulse < last - 1e-6).sum())
        last = impulse
    assert taken > 5


def test_free_axes_have_no_rows():
    """0.11, 0.6: free axes have no row, whose K would be 0; limits have one of their own with bounds, fixed ones are held."""
    expected = {"free": 0, "limit": 1, "fixed": 1}
    for x in expected:
        for rz in expected:
            world = world_of()
            box = world.add_body(shape=Box(half=(0.3, 0.2, 0.1)))
            axes = {name: Axis(mode="free") for name in ("y", "z", "rx", "ry")}
            axes |= {"x": Axis(mode=x, lower=-1, upper=1), "rz": Axis(mode=rz, lower=-1, upper=1)}
            world.add_joint(SixDof(a=None, b=box, anchor=(0, 0, 0), **axes))
            made = rows_of(world)
            assert len(made.k) == expected[x] + expected[rz]
            assert (made.k > 0).all()
            limits = made.kind == LIMIT
            assert limits.sum() == (x == "limit") + (rz == "limit")
            assert (made.lower[limits] == 0).all() and (made.upper[limits] > 1e20).all()


def test_rows_exist_only_while_something_is_there():
    """0.6: two bodies apart have no row at all."""
    world = world_of()
    world.add_body(shape=Sphere(radius=0.5))
    world.add_body(shape=Sphere(radius=0.5), position=(3, 0, 0))
    world.step(stop=(6, 0, 0))
    state, extent = kernel_state(world)
    assert len(assemble_rows(state, extent, row_parameters(step_parameters(world))).a) == 0
