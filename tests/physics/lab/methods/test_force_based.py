"""The force-based method on rigid bodies: accelerations as asked for, drift and springs, limits and motors, what it refuses."""
from __future__ import annotations

import numpy as np
import pytest

from app.studies.validate.direct_world import chain
from physics import Angle, BallSocket, Box, Distance, Hinge, Plane, SettingError, Slider, SolverSettings, Sphere, World
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING
from physics.lab.links import CONE, circle
from physics.lab.methods.force_based import METHOD
from physics.lab.particles import Springs, by_forces, resting, weight
from tests.support.joint_zoo import zoo


def settings(ks: float = 0.0, kd: float = 0.0, **changes) -> SolverSettings:
    """One substep of this method."""
    return SolverSettings(**{"method": "force_based", "substeps": 1, "force_stiffness": ks, "force_damping": kd} | changes)


def swinging(dt: float, ks: float = 0.0, kd: float = 0.0) -> tuple[float, float]:
    """(largest gap [m], energy gained [J]) of a rod that swings on a hinge from level for a second."""
    world = World(dt=dt, precision="double", solver=settings(ks, kd, gyroscopic="off"))
    rod = world.add_body(shape=Box(half=(0.5, 0.05, 0.05)), mass=1, position=(0.5, 0, 0))
    hinge = world.add_joint(Hinge(a=None, b=rod, anchor=(0, 0, 0), axis=(0, 1, 0)))
    start, worst = world.energy().total, 0.0
    for _ in range(round(1 / dt)):
        world.step()
        worst = max(worst, hinge.gap)
    return worst, world.energy().total - start


@pytest.mark.parametrize(("ks", "kd"), [(0, 0), (100, 0.01), (400, 40)])
@pytest.mark.parametrize("mass", [1, 4])
def test_a_ball_is_a_particle(ks, kd, mass):
    """On a distance joint from its centre it goes the way of the particle on the cone, step by step."""
    world = World(precision="double", solver=settings(ks, kd))
    ball = world.add_body(shape=Sphere(radius=0.1), mass=mass, position=(1, 0, 0))
    world.add_joint(Distance(a=None, b=ball, anchor_a=(0, 0, 0), anchor_b=(1, 0, 0)))
    now, link = resting((mass,), ((1, 0),)), circle(1.0, CONE)
    for _ in range(120):
        world.step()
        now = by_forces(now, weight(now, (0, -9.81)), link, world.dt, Springs(ks, kd))
        assert ball.position[[0, 2]] == pytest.approx(now.position[0], abs=1e-6)


@pytest.mark.parametrize("kind", [BallSocket, Hinge])
def test_a_turning_body_accelerates_towards_its_pivot(kind):
    """w^2 r, J' v alone: one short step from a spin about the axis."""
    dt, spin = 1e-4, 3.0
    world = World(gravity=(0, 0, 0), dt=dt, precision="double", solver=settings())
    rod = world.add_body(shape=Box(half=(0.5, 0.05, 0.05)), mass=2, position=(0.5, 0, 0), velocity=(0, 0.5 * spin, 0),
                         angular_velocity=(0, 0, spin))
    joint = world.add_joint(kind(a=None, b=rod, anchor=(0, 0, 0), **({} if kind is BallSocket else {"axis": (0, 0, 1)})))
    world.step()
    assert (rod.velocity - (0, 0.5 * spin, 0)) / dt == pytest.approx((-spin**2 * 0.5, 0, 0), abs=1e-4)
    assert abs(joint.force[0]) == pytest.approx(2 * spin**2 * 0.5, rel=1e-5)


def test_the_force_is_the_weight():
    """At rest a joint bears what hangs on it, at once and exactly."""
    world = World(precision="double", solver=settings(100, 20))
    box = world.add_body(shape=Box(half=(0.1, 0.1, 0.1)), mass=3)
    joint = world.add_joint(BallSocket(a=None, b=box, anchor=(0, 0, 0.1)))
    for _ in range(5):
        world.step()
        assert np.abs(joint.force) == pytest.approx((0, 0, 3 * 9.81), abs=1e-6)
    assert np.abs(box.velocity).max() < 1e-9


def test_drift_is_of_first_order_and_springs_hold():
    """Half the step, half the drift; with springs far less of it."""
    gaps = {dt: swinging(dt)[0] for dt in (1 / 60, 1 / 120, 1 / 240)}
    assert gaps[1 / 60] / gaps[1 / 120] == pytest.approx(2, abs=0.4)
    assert gaps[1 / 120] / gaps[1 / 240] == pytest.approx(2, abs=0.25)
    gap, gained = swinging(1 / 240, 400, 40)
    assert gap < 0.15 * gaps[1 / 240] and abs(gained) < 0.3


def test_short_steps_come_to_the_exact_solution():
    """The end of a chain after a quarter of a second, beside the direct solution, which corrects all drift."""
    from app.studies.validate.direct_world import step_directly
    ends = []
    for dt in (1 / 120, 1 / 480):
        by_force, exact = (chain(4, seed=2, method=method, force_stiffness=400, force_damping=40)
                           for method in ("force_based", "sequential_impulse"))
        for world in (by_force, exact):
            world.dt = dt
            for body in world.bodies:
                body.velocity = body.angular_velocity = (0, 0, 0)
        for _ in range(round(0.25 / dt)):
            by_force.step()
            step_directly(exact)
        ends.append(np.abs(by_force.positions - exact.positions).max())
    assert ends[1] < 0.5 * ends[0] and ends[1] < 0.005, ends


def test_a_limit_stops_a_door():
    """What comes to a limit rests there, and can leave again."""
    world = World(gravity=(0, 0, 0), precision="double", solver=settings(100, 20))
    door = world.add_body(shape=Box(half=(0.5, 0.05, 1)), mass=10, position=(0.5, 0, 0), angular_velocity=(0, 0, 2),
                          velocity=(0, 1, 0))
    hinge = world.add_joint(Hinge(a=None, b=door, anchor=(0, 0, 0), axis=(0, 0, 1), lower=-0.5, upper=0.5))
    for _ in range(60):
        world.step()
    assert hinge.measure == pytest.approx(0.5, abs=0.01) and np.abs(door.angular_velocity).max() < 0.05
    door.angular_velocity, door.velocity = (0, 0, -1), np.cross((0, 0, -1), door.position)
    for _ in range(20):
        world.step()
    assert hinge.measure == pytest.approx(0.5 - 20 / 60, abs=0.03)


def test_a_motor_pushes_with_the_force_it_has():
    """10 N on 2 kg until it is fast enough."""
    world = World(gravity=(0, 0, 0), precision="double", solver=settings(100, 20))
    box = world.add_body(shape=Box(half=(0.1, 0.1, 0.1)), mass=2)
    world.add_joint(Slider(a=None, b=box, anchor=(0, 0, 0), axis=(1, 0, 0), motor_speed=2.0, motor_force=10.0))
    for k in range(1, 61):
        world.step()
        assert box.velocity[0] == pytest.approx(min(2.0, 5.0 * k / 60), abs=1e-6)


def test_loops_have_an_answer():
    """Two hinges and an angle hold one box twice over: forces are shared and nothing bursts."""
    world = World(precision="double", solver=settings(100, 20, substeps=4))
    box = world.add_body(shape=Box(half=(0.5, 0.1, 0.1)), mass=2, position=(0.5, 0, 0))
    hinges = [world.add_joint(Hinge(a=None, b=box, anchor=(0.5, y, 0), axis=(0, 1, 0))) for y in (-0.1, 0.1)]
    world.add_joint(Angle(a=None, b=box))
    for _ in range(120):
        world.step()
    assert np.abs(box.velocity).max() < 1e-6 and np.abs(box.position - (0.5, 0, 0)).max() < 1e-6
    assert [abs(hinge.force[2]) for hinge in hinges] == pytest.approx([9.81, 9.81], rel=1e-3)


@pytest.mark.parametrize("seed", [0, 1, 6])
@pytest.mark.parametrize("precision", ["single", "double"])
def test_every_joint_at_once(seed, precision):
    """The zoo in the air: all kinds of joints, motors, springs and limits, until two boxes meet."""
    world = zoo(seed, steps=0, precision=precision, floor=False, method="force_based", substeps=2)
    for _ in range(20):
        world.step()
        assert np.isfinite(world.positions).all() and np.abs(world.velocities).max() < 20


def test_contacts_are_refused():
    """In one line that says why; the world is as it was."""
    reason = METHOD.supports({CONTACT, JOINT})
    assert reason == "force_based cannot solve contacts: an impact has no acceleration"
    assert METHOD.supports({JOINT, MOTOR, SPRING}) is None and "magnet" in METHOD.supports({"magnet"})
    world = World(solver=settings())
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.49))
    with pytest.raises(SettingError, match="cannot solve contacts: an impact"):
        world.step()


def test_what_the_settings_say_of_others():
    assert settings().unused("force_stiffness") is None
    assert "only by force_based" in SolverSettings().unused("force_damping")
