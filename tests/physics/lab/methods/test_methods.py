"""Every method there is: found by its file, chosen by its name, and right in small worlds."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Hinge, Plane, SettingError, SolverSettings, Sphere, World
from physics.definitions.method_names import OURS, method_names
from physics.definitions.tunable import tunables
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING
from physics.pipeline.advance import kernel_state
from physics.pipeline.methods import kinds_in, method_of
from tests.support.joint_zoo import zoo

METHODS = method_names()
MANY = {"jacobi": 40}                             # sweeps that a stack or a chain needs
LOST = {"xpbd": 1.0, "avbd": 1.0}                        # energy of a pendulum in a second [J]: speeds from positions lose some


def settings(method: str, **changes) -> SolverSettings:
    """With as many sweeps as the method needs."""
    return SolverSettings(method=method, **{"iterations": MANY.get(method, 10)} | changes)


def supported(method: str, *kinds: str) -> None:
    """Skip where the method says that it cannot."""
    reason = method_of(method).supports(set(kinds))
    if reason:
        pytest.skip(reason)


@pytest.mark.parametrize("method", METHODS)
def test_a_method_is_its_file(method):
    """Its name, a line about it, and a place among the choices of `solver.method`."""
    found = method_of(method)
    assert found.name == method and "\n" not in found.about and len(found.about) > 20
    assert method in tunables(SolverSettings)["method"].choices
    assert SolverSettings(method=method).method == method
    reason = found.supports({CONTACT, JOINT, "magnet"})
    assert reason is not None and "\n" not in reason and "magnet" in reason


def test_the_wide_solver_is_first_and_the_default():
    assert METHODS[0] == OURS == SolverSettings().method and len(METHODS) > 3


def test_a_name_that_is_none():
    with pytest.raises(SettingError, match="jacobi"):
        SolverSettings(method="jacoby")


@pytest.mark.parametrize("method", METHODS)
def test_free_flight_is_equal_for_all_methods(method):
    """Without constraints there is nothing to differ in."""
    found = []
    for name in (OURS, method):
        world = World(solver=settings(name), precision="double")
        body = world.add_body(shape=Box(half=(0.1, 0.2, 0.3)), velocity=(1, 2, 3), angular_velocity=(1, 4, 2))
        for _ in range(30):
            world.step()
        found.append(np.concatenate((body.position, body.rotation, body.velocity, body.angular_velocity)))
    assert np.abs(found[0] - found[1]).max() < 1e-9


@pytest.mark.parametrize("method", METHODS)
def test_a_stack_stands(method):
    """Five boxes stay where they are, and the floor bears their weight."""
    supported(method, CONTACT)
    world = World(solver=settings(method, substeps=2), precision="double", sleep=False)
    world.add_body(shape=Plane(), type="static")
    boxes = [world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0.02 * (k % 2), 0, 0.5 + k), mass=2) for k in range(5)]
    for _ in range(60):
        world.step()
    assert abs(boxes[-1].position[2] - 4.5) < 0.01
    assert np.abs(world.velocities).max() < 0.02
    borne = sum(p.normal_impulse for m in world.contacts if 1 in (m.a.uid, m.b.uid) for p in m.points)
    assert borne == pytest.approx(5 * 2 * 9.81 / 60, rel=0.05)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("friction", "slides"), [(0.3, True), (0.6, False)])
def test_a_slope_holds_or_does_not(method, friction, slides):
    """tan 24 deg = 0.45: a block slides with 0.3 and rests with 0.6."""
    supported(method, CONTACT)
    angle = np.radians(24)
    down = (9.81 * np.sin(angle), 0, -9.81 * np.cos(angle))
    world = World(solver=settings(method, substeps=1), precision="double", gravity=down, sleep=False)
    world.add_body(shape=Plane(), type="static", friction=friction)
    block = world.add_body(shape=Box(half=(0.5, 0.5, 0.2)), position=(0, 0, 0.2), friction=friction)
    for _ in range(60):
        world.step()
    way = 0.5 * 9.81 * (np.sin(angle) - friction * np.cos(angle)) if slides else 0
    assert block.position[0] == pytest.approx(way, abs=0.03)


@pytest.mark.parametrize("method", METHODS)
def test_a_pendulum_keeps_its_length(method):
    """And its energy, nearly, over a swing."""
    supported(method, JOINT)
    world = World(solver=settings(method, substeps=4), precision="double")
    ball = world.add_body(shape=Sphere(radius=0.1), position=(1, 0, 0), mass=1)
    joint = world.add_joint(BallSocket(a=ball, b=None, anchor=(0, 0, 0)))
    energy = world.energy().total
    for _ in range(60):
        world.step()
        assert joint.gap < 5e-3
    assert -LOST.get(method, 0.3) < world.energy().total - energy < 0.3


@pytest.mark.parametrize("method", METHODS)
def test_kinds_of_a_world(method):
    """What a step has is told to the method; one that cannot solve it says so instead of stepping."""
    world = World(solver=settings(method))
    world.add_body(shape=Plane(), type="static")
    box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.49))
    world.add_joint(Hinge(a=box, b=None, anchor=(0, 0, 1), axis=(0, 1, 0), motor_speed=1.0, motor_torque=10.0))
    reference = World()
    reference.restore(world.snapshot())
    reference.solver = SolverSettings()
    reference.step()
    kinds = kinds_in(*kernel_state(reference))
    assert kinds == {"contact", "joint", "motor"}
    reason = method_of(method).supports(kinds)
    if reason:
        with pytest.raises(SettingError, match="solver.method: " + reason.split(" ")[0]):
            world.step()
    else:
        world.step()
        assert np.isfinite(world.positions).all()


@pytest.mark.parametrize("method", METHODS)
def test_a_zoo_of_joints_holds_together(method):
    """All kinds of joints at once, half a second: finite, and no joint falls apart."""
    supported(method, CONTACT, JOINT, MOTOR, SPRING)
    world = zoo(3, steps=30, method=method, iterations=MANY.get(method, 10), substeps=2)
    assert np.isfinite(world.positions).all() and np.abs(world.velocities).max() < 100


def test_the_laboratory_takes_small_worlds_only():
    """The wide solver takes any; the others say how many constraints are too many."""
    world = World(solver=settings("jacobi"))
    world.add_body(shape=Plane(), type="static")
    for k in range(650):
        world.add_body(shape=Sphere(radius=0.5), position=(1.5 * (k % 26), 1.5 * (k // 26), 0.499))
    with pytest.raises(SettingError, match="at most 600 constraints; this step has 650"):
        world.step()
    world.solver = SolverSettings()
    world.step()


def test_the_time_of_a_method_of_the_laboratory_is_that_of_solve():
    """It counts no ticks by verb; a profile that showed nothing would tell that it costs nothing."""
    world = World(solver=SolverSettings(method="projected_gauss_seidel"))
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5))
    world.step()
    assert world.profile["solve"] > 0.0 and world.profile["integrate velocities"] == 0.0


@pytest.mark.parametrize("name", [name for name in method_names() if name != "force_based"])
def test_a_step_without_iterations_can_be_taken(name):
    """A slider goes down to 0: nothing holds then, and nothing goes wrong."""
    world = World(solver=SolverSettings(method=name, iterations=0))
    world.add_body(shape=Plane(), type="static")
    box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5), velocity=(1, 0, -1))
    for _ in range(3):
        world.step()
    assert np.isfinite(box.position).all() and np.isfinite(box.velocity).all()
