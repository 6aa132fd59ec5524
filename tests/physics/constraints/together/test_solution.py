"""Joints solved together against a full matrix of the same rows, against sweeps that converged, and against the laboratory."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Angle, BallSocket, Box, Distance, Fixed, Hinge, Mouse, Slider, SolverSettings, Sphere, World
from physics.introspection.law.of_step import law_in_step
from physics.introspection.record import record_of
from physics.lab.rows.row import matrix_between, speeds

MODES = ("none", "baumgarte", "split_impulse", "soft", "position")


def linkage(steps: int, loop: bool = True, load: float = 200, **solver) -> World:
    """A crooked chain of boxes by joints of all widths, which ends in a loop, a light link and a heavy ball."""
    world = World(precision="double", solver=SolverSettings(**{"substeps": 1, "iterations": 1, "joint_solve": "direct"} | solver))
    rng, last = np.random.default_rng(5), None
    for k in range(9):
        body = world.add_body(shape=Box(half=(0.25, 0.1, 0.15)), position=(0.5 * k + 0.25, 0.1 * np.sin(k), 0), mass=0.5 + k % 3,
                              angular_velocity=tuple(0.5 * rng.normal(size=3)), group=1)
        anchor, axis = (0.5 * k, 0.05, 0.02), (0, 1, 0.2 * k)
        world.add_joint((BallSocket(a=last, b=body, anchor=anchor), Hinge(a=last, b=body, anchor=anchor, axis=axis),
                         Fixed(a=last, b=body))[k % 3] if k else BallSocket(a=None, b=body, anchor=anchor))
        last = body
    ball = world.add_body(shape=Sphere(radius=0.3), position=(4.7, 0, 0), mass=load, group=1)
    world.add_joint(BallSocket(a=last, b=ball, anchor=(4.4, 0, 0)))
    if loop:
        world.add_joint(Distance(a=world.bodies[1], b=world.bodies[6], anchor_a=(0.8, 0.2, 0), anchor_b=(3.2, 0.2, 0.1)))
        world.add_joint(BallSocket(a=None, b=world.bodies[4], anchor=(2.2, 0.1, 0)))
    for _ in range(steps):
        world.step()
    return world


@pytest.mark.parametrize("mode", MODES)
def test_against_a_full_matrix(mode):
    """(J M^-1 J^T + softness K) change = -(J V + bias + softness K impulse), solved by numpy for the rows of the laboratory."""
    world = linkage(12, load=20, substeps=8, joint_stabilization=mode)
    assert world._contacts.together.share.min() == 1
    record = record_of(world)
    substep, p = record.substeps[-1], record.parameters
    rows, law = substep.rows, law_in_step(substep.rows, record.places, record.state, p)
    matrix, same = matrix_between(rows), rows.group[:, None] == rows.group[None, :]
    soft = (law.impulse_scale / law.mass_scale)[:, None] * np.where(same, matrix, 0.0)
    wanted = np.linalg.solve(matrix + soft, -(speeds(rows, substep.velocity) + law.bias))
    found = record.impulses[substep.first + p.iterations]
    assert len(found) > 30 and np.linalg.cond(matrix + soft) < 1e9
    np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-8 * np.abs(wanted).max())


def driven(mode: str, **solver) -> World:
    """Three rods with a motor, a slider between stops and a hinge between stops; joints as soft as sweeps resolve them."""
    world = World(precision="double", solver=SolverSettings(**{
        "substeps": 2, "iterations": 1, "joint_hertz": 20.0, "relax_iterations": 1, "position_iterations": 0,
        "joint_stabilization": mode, "gyroscopic": "off"} | solver))
    first, second, third = (world.add_body(shape=Box(half=(0.3, 0.1, 0.1)), position=(0.6 * k + 0.3, 0, 0), mass=1 + k, group=1)
                            for k in range(3))
    world.add_joint(Hinge(a=None, b=first, anchor=(0, 0, 0), axis=(0, 1, 0), motor_speed=2.0, motor_torque=3.0))
    world.add_joint(Slider(a=first, b=second, anchor=(0.6, 0, 0), axis=(1, 0, 0), lower=-0.05, upper=0.05))
    world.add_joint(Hinge(a=second, b=third, anchor=(1.2, 0, 0), axis=(0, 1, 0), upper=0.09, lower=-0.08))
    return world


def assert_same_way(one: World, other: World) -> None:
    """60 steps of both, in which limits are reached and left."""
    slides, folds = [], []
    for _ in range(60):
        one.step()
        other.step()
        measures = one.joint_arrays().measures
        slides.append(measures[1])
        folds.append(measures[2])
    assert np.abs(one.velocities).max() > 0.5
    assert min(slides) < 0.04 and max(slides) > 0.049 and max(folds) > 0.085 and min(folds) < -0.05
    np.testing.assert_allclose(one.positions, other.positions, atol=1e-8)
    np.testing.assert_allclose(one.velocities, other.velocities, atol=1e-7)


@pytest.mark.parametrize("mode", MODES)
def test_sweeps_come_to_it(mode):
    """One solution a substep is what 200 sweeps come to."""
    assert_same_way(driven(mode, joint_solve="direct", relax_iterations=0), driven(mode, iterations=200, relax_iterations=0))


@pytest.mark.parametrize("mode", ("none", "soft"))
def test_against_the_laboratory(mode):
    """global_direct solves the same rows as a complementarity problem in full matrices."""
    assert_same_way(driven(mode, joint_solve="direct"), driven(mode, method="global_direct"))


def test_dependent_rows_are_left_out():
    """Two welds of the same bodies ask for the same: motion and forces are those of one, however long."""
    def world(welds: int) -> World:
        made = World(solver=SolverSettings.preset("split_impulse").replace(joint_solve="direct"))
        rod = made.add_body(shape=Box(half=(0.5, 0.1, 0.1)), position=(0.5, 0, 0), mass=2)
        end = made.add_body(shape=Box(half=(0.5, 0.1, 0.1)), position=(1.5, 0, 0), mass=2)
        made.add_joint(Hinge(a=None, b=rod, anchor=(0, 0, 0), axis=(0, 1, 0)))
        for _ in range(welds):
            made.add_joint(Fixed(a=rod, b=end))
        for _ in range(600):
            made.step()
        return made

    one, two = world(1), world(2)
    np.testing.assert_allclose(one.positions, two.positions, atol=2e-3)
    forces = two.joint_arrays().forces
    assert np.isfinite(forces).all() and np.abs(forces[1:]).max() < 200


def test_a_mouse_pulls_with_no_more_than_its_force():
    """A crate too heavy for it stays down, one that is light enough comes up; at its bound the force points to the target."""
    for mass, lifted in ((1.0, True), (50.0, False)):
        world = World(solver=SolverSettings(joint_solve="direct"))
        crate = world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=(0, 0, 0), mass=mass)
        hung = world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=(0, 0, -0.5), mass=mass)
        world.add_joint(BallSocket(a=crate, b=hung, anchor=(0, 0, -0.25)))
        mouse = world.add_joint(Mouse(a=crate, anchor=(0, 0, 0.2), target=(0, 0, 1.2), hertz=3, max_force=100))
        for _ in range(20):
            world.step()
        force = np.linalg.norm(mouse.force)
        assert force <= 100.01 and (crate.position[2] > 0) == lifted
        if not lifted:
            assert abs(force - 100) < 0.5
            assert abs(crate.velocity[2] + (9.81 - 100 / (2 * mass)) * 20 / 60) < 0.05


def test_what_moves_by_itself_takes_others_along():
    """A kinematic body turns; what keeps its turn against it turns with it, and a stop holds against a motor."""
    world = World(precision="double", solver=SolverSettings.preset("split_impulse").replace(joint_solve="direct"))
    turning = world.add_body(shape=Box(half=(0.3, 0.1, 0.1)), type="kinematic", angular_velocity=(1, 0.5, 2))
    taken = world.add_body(shape=Box(half=(0.3, 0.1, 0.1)), position=(0, 1, 0), mass=2)
    world.add_joint(Angle(a=turning, b=taken))
    world.add_joint(BallSocket(a=None, b=taken, anchor=(0, 1, 0)))
    rod = world.add_body(shape=Box(half=(0.5, 0.1, 0.1)), position=(0.5, 5, 0), mass=2)
    stop = world.add_joint(Hinge(a=None, b=rod, anchor=(0, 5, 0), axis=(0, 0, 1), lower=-1, upper=0.2, motor_speed=1.5,
                                 motor_torque=300))
    for _ in range(60):
        world.step()
    np.testing.assert_allclose(taken.angular_velocity, turning.angular_velocity, atol=0.02)
    assert np.nanmax(world.joint_arrays().tilts) < 1e-6 and abs(world.joint_arrays().measures[2] - 0.2) < 1e-5
