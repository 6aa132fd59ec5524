"""Joints at work: each holds what it should and nothing else, and reports what moved the bodies."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import Angle, Axis, BallSocket, Box, Distance, Fixed, Hinge, SixDof, Slider, Sphere, World
from physics.bodies.rotation import matrix, rotate
from tests.support.joint_errors import largest_error
from tests.support.joint_worlds import G, empty, every_mode, run


def spun(world: World, seed: int, **settings) -> tuple:
    """Two different boxes side by side that fly and turn."""
    draw = np.random.default_rng(seed)
    made = []
    for k, half in enumerate(((0.4, 0.3, 0.2), (0.2, 0.5, 0.3))):
        made.append(world.add_body(shape=Box(half=half), mass=1 + 2 * k, position=(1.2 * k, 0, 0),
                                   rotation=tuple(draw.normal(size=4)), velocity=tuple(draw.normal(size=3)),
                                   angular_velocity=tuple(draw.normal(size=3)), **settings))
    return tuple(made)


BETWEEN = {                                      # joints of two bodies that are one at (0, 0, 0) and one at (1.2, 0, 0)
    "ball_socket": lambda a, b: BallSocket(a=a, b=b, anchor=(0.6, 0, 0), axis=(1, 0, 0), cone=0.3, twist_lower=-0.1,
                                           twist_upper=0.2),
    "hinge": lambda a, b: Hinge(a=a, b=b, anchor=(0.6, 0, 0), axis=(1, 1, 0), lower=-0.5, upper=0.6),
    "slider": lambda a, b: Slider(a=a, b=b, anchor=(0.6, 0, 0), axis=(1, 1, 1), lower=-0.2, upper=0.1),
    "fixed": lambda a, b: Fixed(a=a, b=b),
    "rod": lambda a, b: Distance(a=a, b=b, anchor_a=(0, 0, 0.1), anchor_b=(1.2, 0, 0)),
    "rope": lambda a, b: Distance(a=a, b=b, anchor_a=(0, 0, 0.1), anchor_b=(1.2, 0, 0), upper=1.4),
    "angle": lambda a, b: Angle(a=a, b=b),
    "six_dof": lambda a, b: SixDof(a=a, b=b, anchor=(0.6, 0, 0), frame=(0.1, 0.2, 0.3, 1), y=Axis("limit", -0.1, 0.1), rx="free",
                                   rz=Axis("limit", -0.4, 0.4)),
}


def momenta(bodies: tuple) -> tuple[np.ndarray, np.ndarray]:
    """Linear and angular momentum [kg m/s], [kg m2/s]."""
    linear = sum(body.mass * body.velocity for body in bodies)
    turning = 0.0
    for body in bodies:
        axes = matrix(body.rotation)
        turning = turning + np.cross(body.position, body.mass * body.velocity)
        turning = turning + axes @ (body.inertia * (axes.T @ body.angular_velocity))
    return linear, turning


@every_mode
@pytest.mark.parametrize("name", BETWEEN)
def test_two_bodies_in_space(name, mode):
    """A joint between two free bodies holds, gives no momentum away and adds no energy."""
    world = empty(mode, gyroscopic="implicit", substeps=8)
    bodies = spun(world, 1)
    joint = world.add_joint(BETWEEN[name](*bodies))
    world.step()
    linear, turning = momenta(bodies)
    energy, worst = world.energy().total, 0.0
    for _ in range(180):
        world.step()
        worst = max(worst, largest_error(joint))
    assert worst < 0.01 and largest_error(joint) < 0.005
    after = momenta(bodies)
    assert after[0] == pytest.approx(linear, abs=1e-9)
    assert after[1] == pytest.approx(turning, abs=0.05 * np.linalg.norm(turning))
    assert world.energy().total < 1.001 * energy
    assert max(np.linalg.norm(body.velocity) for body in bodies) > 0.1, "nothing moves, nothing is tested"


def hung(name: str, world: World) -> tuple:
    """A box of 2 kg at (0, 0, 0) that hangs at rest from the world."""
    box = world.add_body(shape=Box(half=(0.3, 0.2, 0.1)), mass=2)
    joints = {
        "ball_socket": lambda: BallSocket(a=None, b=box, anchor=(0, 0, 1)),
        "hinge": lambda: Hinge(a=None, b=box, anchor=(0, 0, 1), axis=(0, 1, 0)),
        "slider across": lambda: Slider(a=None, b=box, anchor=(0, 0, 1), axis=(0, 1, 0)),
        "slider on its stop": lambda: Slider(a=None, b=box, anchor=(0, 0, 1), axis=(0, 0, 1), lower=0),
        "slider motor": lambda: Slider(a=None, b=box, anchor=(0, 0, 1), axis=(0, 0, 1), motor_force=100),
        "fixed": lambda: Fixed(a=None, b=box), "rod": lambda: Distance(a=None, b=box, anchor_a=(0, 0, 1), anchor_b=(0, 0, 0)),
        "rope": lambda: Distance(a=None, b=box, anchor_a=(0, 0, 1), anchor_b=(0, 0, 0), upper=1),
        "six_dof": lambda: SixDof(a=None, b=box, anchor=(0, 0, 1), rz="free")}
    return box, world.add_joint(joints[name]())


HANGING = ("ball_socket", "hinge", "slider across", "slider on its stop", "slider motor", "fixed", "rod", "rope", "six_dof")


@every_mode
@pytest.mark.parametrize("name", HANGING)
def test_what_hangs_weighs(name, mode):
    """The force on b is its weight, whichever parts bear it; the impulses of the rows have the same size."""
    world = empty(mode, G)
    box, joint = hung(name, world)
    run(world, 2)
    assert joint.force == pytest.approx((0, 0, 2 * G), abs=1e-3)
    assert joint.torque == pytest.approx((0, 0, 0), abs=1e-3)
    assert np.abs(joint.impulses).max() == pytest.approx(2 * G * world.dt, rel=1e-3)
    assert box.position == pytest.approx((0, 0, 0), abs=1e-3) and largest_error(joint) < 1e-3


@every_mode
@pytest.mark.parametrize("side", ["a", "b"])
def test_a_beam_in_the_wall(side, mode):
    """The torque on b about its anchor carries the beam, whose centre is 1 m away; seen from the other side all is opposite."""
    world = empty(mode, G, iterations=4)
    beam = world.add_body(shape=Box(half=(1, 0.1, 0.1)), mass=3, position=(1, 0, 0))
    joint = world.add_joint(Fixed(**({"a": beam, "b": None} if side == "a" else {"a": None, "b": beam}), anchor=(0, 0, 0)))
    run(world, 2)
    sign = 1 if side == "b" else -1
    assert joint.force == pytest.approx((0, 0, sign * 3 * G), abs=0.01)
    assert joint.torque == pytest.approx((0, sign * -3 * G, 0), abs=0.02)
    assert beam.position == pytest.approx((1, 0, 0), abs=2e-3)


@every_mode
def test_hinge_motor_and_stop(mode):
    """The motor brings b to its speed and against the stop; angles count on past half a turn, torques are about the axis."""
    world = empty(mode)
    wheel = world.add_body(shape=Sphere(radius=0.5), mass=4)
    joint = world.add_joint(Hinge(a=None, b=wheel, anchor=(0, 0, 0), axis=(0, 0, 2), motor_speed=3, motor_torque=0.5))
    inertia = wheel.inertia[2]
    run(world, 1)
    assert wheel.angular_velocity == pytest.approx((0, 0, 0.5 / inertia), abs=1e-6)
    assert joint.torque == pytest.approx((0, 0, 0.5), abs=1e-6)
    run(world, 2)
    assert wheel.angular_velocity == pytest.approx((0, 0, 3), abs=1e-6) and joint.torque == pytest.approx((0, 0, 0), abs=1e-6)
    angle = joint.measure
    assert angle > math.pi
    joint.upper = 2 * math.pi + 1
    run(world, 4)
    assert joint.measure == pytest.approx(2 * math.pi + 1, abs=2e-3) and largest_error(joint) < 2e-3
    assert abs(wheel.angular_velocity[2]) < 1e-3 and joint.torque == pytest.approx((0, 0, 0), abs=1e-3), "stop against motor"
    joint.motor_speed = -1
    run(world, 1)
    assert wheel.angular_velocity[2] < -0.1, "the stop sticks"


@every_mode
def test_slider_between_stops(mode):
    world = empty(mode, G)
    box = world.add_body(shape=Box(half=(0.3, 0.2, 0.1)), mass=2, rotation=(0.1, 0.2, 0.3, 1))
    joint = world.add_joint(Slider(a=None, b=box, anchor=(0, 0, 0), axis=(1, 0, 1), lower=-0.5, upper=0.7))
    run(world, 2)
    along = np.array((1, 0, 1)) / math.sqrt(2)
    assert box.position == pytest.approx(-0.5 * along, abs=2e-3) and joint.measure == pytest.approx(-0.5, abs=2e-3)
    assert box.rotation == pytest.approx(np.array((0.1, 0.2, 0.3, 1)) / math.sqrt(1.14), abs=1e-3)
    joint.set(motor_speed=2, motor_force=50)
    run(world, 0.25)
    assert box.velocity @ along == pytest.approx(2, abs=0.02)
    run(world, 1)
    assert joint.measure == pytest.approx(0.7, abs=2e-3)
    assert joint.force == pytest.approx((0, 0, 2 * G), abs=0.01)


@pytest.mark.parametrize("mode", ["soft", "split_impulse", "none"])
def test_springs_have_their_frequency(mode):
    """Hinge, slider, distance and six_dof springs without damping swing at `hertz`: zeros of x are half a period apart."""
    def period(add) -> float:
        world = empty(mode, substeps=32)
        body = world.add_body(shape=Sphere(radius=0.5), mass=2, position=(2, 0, 0))
        joint, times, before = add(world, body), [], None
        for _ in range(180):
            world.step()
            x = joint.measure if joint.measure is not None else body.position[0] - 2.1
            x -= 2.1 if joint.type_name == "distance" else 0.1 if joint.type_name != "six_dof" else 0
            if before is not None and before * x < 0:
                times.append(world.time - world.dt * x / (x - before))
            before = x
        return 2 * float(np.diff(times).mean())

    along = {"anchor": (2, 0, 0), "axis": (1, 0, 0), "hertz": 2, "damping_ratio": 0, "rest": 0.1}
    for add in (lambda w, b: w.add_joint(Slider(a=None, b=b, **along)), lambda w, b: w.add_joint(Hinge(a=None, b=b, **along)),
                lambda w, b: w.add_joint(Distance(a=None, b=b, anchor_a=(0, 0, 0), anchor_b=(2, 0, 0), length=2.1, hertz=2,
                                                  damping_ratio=0)),
                lambda w, b: w.add_joint(SixDof(a=None, b=b, anchor=(2, 0, 0),
                                                x=Axis("free", hertz=2, damping_ratio=0, rest=0.1)))):
        assert period(add) == pytest.approx(0.5, rel=2e-3)


@every_mode
def test_a_cone_and_a_twist(mode):
    """b swings and twists as far as it may, and comes back."""
    world = empty(mode)
    stick = world.add_body(shape=Box(half=(0.1, 0.1, 1)), mass=1, angular_velocity=(1, 0, 0.5))
    joint = world.add_joint(BallSocket(a=None, b=stick, anchor=(0, 0, 0), axis=(0, 0, 1), cone=0.6, twist_upper=0.4))
    swings = []
    for _ in range(240):
        world.step()
        swings.append(math.acos(min(1, rotate(stick.rotation, np.array((0.0, 0, 1)))[2])))
    assert max(swings) < 0.6 + 5e-3 and max(swings) > 0.59
    assert largest_error(joint) < 5e-3


@every_mode
def test_an_angle_is_held_and_places_are_free(mode):
    """For 1.5 s each: the axes of these bodies are opposite after 2.1 s, where the angle between them has no meaning."""
    world = empty(mode)
    a, b = spun(world, 4)
    joint = world.add_joint(Angle(a=a, b=b, axis=(1, 2, 0), angle=0.3))
    run(world, 1.5)
    assert joint.measure == pytest.approx(0.3, abs=2e-3)
    assert np.linalg.norm(a.position - b.position) > 1.5
    joint.angle = -0.5
    run(world, 2)
    assert joint.measure == pytest.approx(-0.5, abs=2e-3)


def test_a_disabled_joint_does_nothing():
    world = empty(gravity=G)
    box, joint = hung("fixed", world)
    run(world, 0.2)
    joint.enabled = False
    world.step()
    assert joint.force.tolist() == [0, 0, 0] and joint.torque.tolist() == [0, 0, 0] and joint.impulses.tolist() == [0] * 6
    run(world, 0.5)
    assert box.velocity[2] == pytest.approx(-G * (0.5 + world.dt), rel=1e-6)


def test_measures_without_a_part_and_with_one_agree():
    """A hinge or slider with nothing on its axis is measured by its places."""
    world = empty()
    plain, measured = [], []
    for k, extra in enumerate(({}, {"lower": -100.0})):
        for joints, cls, turn in ((plain, Hinge, (0, 0, 1)), (measured, Slider, (0, 0, 0))):
            body = world.add_body(shape=Sphere(radius=0.1), position=(5 * k, 5 * turn[2], 0), angular_velocity=turn,
                                  velocity=(0, 0, 1 - turn[2]))
            joints.append(world.add_joint(cls(a=None, b=body, anchor=body.position, axis=(0, 0, 1), **extra)))
    run(world, 2)
    for first, second in (plain, measured):
        assert first.measure == pytest.approx(2, abs=1e-3) and first.measure == pytest.approx(second.measure, abs=1e-9)


def test_a_length_is_a_gap_and_an_angle_a_tilt():
    """Points have gaps, directions tilts, and a hinge both: here the stop that it is beyond.  Swept, for solved together it is at
    its stop at once."""
    world = empty()
    world.solver = world.solver.replace(joint_solve="sweep")
    a, b = spun(world, 3)
    held = [world.add_joint(made) for made in (BallSocket(a=a, b=b, anchor=(0.6, 0, 0)), Angle(a=a, b=b))]
    other = spun(world, 4)
    stop = world.add_joint(Hinge(a=other[0], b=other[1], anchor=(0.6, 0, 0), axis=(1, 1, 0), lower=-0.5, upper=0.6))
    world.step()
    stop.set(lower=0.5, upper=0.6)
    world.step()
    assert [(joint.gap is None, joint.tilt is None) for joint in (*held, stop)] == [(False, True), (True, False), (False, False)]
    assert stop.tilt > 0.05 > stop.gap
