"""A held angle: the smallest turn back at any swing, whole turns where its joint holds the axis, what people read."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Angle, Axis, BallSocket, Box, Hinge, SixDof, SolverSettings, World
from physics.bodies.rotation import moved, opposite, product, rotate
from physics.constraints import part
from physics.constraints.curvature import FAST
from physics.constraints.parts.angle import ANGLE
from physics.constraints.place import place_parts
from physics.definitions.settings import PRESETS
from physics.joints.placement import Placement
from physics.joints.recipe import recipe
from physics.lab.rows.assembly import assemble_rows
from tests.support.part_formulas import curvature, placed
from tests.support.part_worlds import STEP, placed_rows, random_parts, row_params, settings_of, used

COUNT = 500
X = (1.0, 0.0, 0.0)
TWISTING = 6e4                                   # [N m]
every_preset = pytest.mark.parametrize("preset", PRESETS)


def swung(relative: np.ndarray, target: np.ndarray, last: np.ndarray):
    """Held angles (n,) whose b's frame is turned against a's by these quaternions (n, 4)."""
    apart = random_parts(ANGLE, len(relative), 2)
    numbers = apart.numbers
    numbers[:, part.FRAME_A:part.FRAME_A + 8] = (0, 0, 0, 1, 0, 0, 0, 1)
    apart.poses[1][:, 3:] = product(apart.poses[0][:, 3:], relative)
    apart = used(apart._replace(worlds=(np.zeros(len(relative), bool),) * 2), part.HOLD, last)
    apart.numbers[:, part.TARGET], apart.numbers[:, part.COUNTED] = target, 0
    return apart


def rows_of(apart) -> tuple[np.ndarray, np.ndarray]:
    """(n,) errors and (n, 3) u in the world."""
    made = placed_rows(apart, settings_of())[2]
    return made.error, made.jacobian[:, 9:]


def about(axis, angle) -> np.ndarray:
    """(n, 4) turns by these angles (n,) about one axis (3,) or several (n, 3)."""
    angle = np.asarray(angle, float)
    axis = np.broadcast_to(axis, (len(angle), 3))
    return np.concatenate((np.sin(angle / 2)[:, None] * axis, np.cos(angle / 2)[:, None]), 1)


def anyhow(seed: int):
    """Held angles at any poses, targets within three half turns, last angles at their targets."""
    rng = np.random.default_rng(seed)
    relative, target = rng.normal(size=(COUNT, 4)), rng.uniform(-9, 9, COUNT)
    return swung(relative / np.linalg.norm(relative, axis=1, keepdims=True), target, target)


def test_the_error_is_the_way_back():
    """Turned by -e about u, which has the length 1 at any swing, b is at the angle; no shorter turn goes there."""
    apart = anyhow(1)
    error, u = rows_of(apart)
    assert np.abs(np.linalg.norm(u, axis=1) - 1).max() < 1e-12
    assert np.median(np.abs(error)) > 0.3
    at = placed(apart.numbers, *apart.poses)
    q = product(opposite(at.frame_a), at.frame_b)
    assert (np.abs(error) <= np.pi - 2 * np.arcsin(np.hypot(q[:, 1], q[:, 2])) + 1e-7).all()
    apart.poses[1][:] = moved(apart.poses[1], np.concatenate((0 * u, -error[:, None] * u), 1))
    assert np.abs(rows_of(apart)[0]).max() < 1e-12


def test_it_is_the_twist_of_aligned_axes():
    """Without a swing e is the angle less the target, u the axis."""
    rng = np.random.default_rng(2)
    off, target = rng.uniform(-3.1, 3.1, COUNT), rng.uniform(-9, 9, COUNT)
    apart = swung(about(X, target + off), target, target + off)
    error, u = rows_of(apart)
    assert np.abs(error - off).max() < 1e-12
    assert np.abs(u - rotate(apart.poses[0][:, 3:], np.broadcast_to(X, (COUNT, 3)))).max() < 1e-12


def test_the_row_is_regular_where_the_axes_are_opposite():
    """At a swing of half a turn, where there is no twist, and next to it: no error on the constraint, u across both axes."""
    rng = np.random.default_rng(3)
    way, target = rng.uniform(0, 2 * np.pi, COUNT), rng.uniform(-3, 3, COUNT)
    across = np.stack((0 * way, np.cos(way), np.sin(way)), 1)
    for swing in (np.pi, np.pi - 1e-9, np.pi - 1e-3):
        apart = swung(product(about(across, np.full(COUNT, swing)), about(X, target)), target, target)
        error, u = rows_of(apart)
        axis = rotate(apart.poses[0][:, 3:], np.broadcast_to(X, (COUNT, 3)))
        assert np.abs(error).max() < 1e-12
        assert np.abs(np.linalg.norm(u, axis=1) - 1).max() < 1e-12
        assert np.abs((u * axis).sum(1)).max() < (np.pi - swing) / 2 + 1e-12


@pytest.mark.parametrize("target", (0.0, 5.0, -20.0))
def test_turns_count_where_the_joint_holds_the_axis(target):
    """Whole turns from the target, as of a stop at 5 rad whose hinge is at 0; else the shortest way."""
    off, last = np.linspace(-15, 15, COUNT), target + np.linspace(-15, 15, COUNT)
    for tilt in (0.0, 0.1, 0.4):
        apart = swung(product(about((0, 1, 0), np.full(COUNT, tilt)), about(X, last)), np.full(COUNT, target), last)
        apart.numbers[:, part.COUNTED] = 1
        error, u = rows_of(apart)
        assert np.abs(error - off).max() < tilt ** 2 / 2 + 1e-12
        assert np.linalg.norm(u, axis=1).max() < 1 / np.cos(tilt / 2) + 1e-12
        apart.numbers[:, part.COUNTED] = 0
        assert np.abs(rows_of(apart)[0]).max() < np.pi + 1e-12


def test_recipes_say_whose_turns_count():
    """Those of a hinge, of an axis of six whose others are fixed, of no angle of bodies that may swing; of any use."""
    world = World()
    spring = Axis(mode="free", hertz=1)
    both = {name: world.add_body(shape=Box(half=(1, 1, 1)), position=(3 * k, 0, 0)) for k, name in enumerate("ab")}
    stop, free, limit = Axis(mode="limit", lower=5, upper=5), Axis(mode="free"), Axis(mode="limit", lower=-1, upper=1)
    for definition, counts in ((Hinge(**both, anchor=(0, 0, 0), axis=(0, 0, 1), lower=5, upper=5), 1),
                               (SixDof(**both, anchor=(0, 0, 0), ry=stop), 1),
                               (SixDof(**both, anchor=(0, 0, 0), ry=stop, rz=free), 0),
                               (SixDof(**both, anchor=(0, 0, 0), rx=free, rz=free), 0),
                               (BallSocket(**both, anchor=(0, 0, 0), twist_lower=0, twist_upper=0), 0),
                               (Angle(**both, axis=(0, 0, 1), angle=5), 0),
                               (Hinge(**both, anchor=(0, 0, 0), axis=(0, 0, 1), lower=-20, upper=5), 1),
                               (SixDof(**both, anchor=(0, 0, 0), ry=limit), 1),
                               (SixDof(**both, anchor=(0, 0, 0), rx=limit, ry=free, rz=limit), 0),
                               (BallSocket(**both, anchor=(0, 0, 0), twist_lower=-1, cone=1), 0),
                               (SixDof(**both, anchor=(0, 0, 0), ry=spring), 1),
                               (SixDof(**both, anchor=(0, 0, 0), ry=spring, rz=free), 0)):
        angles = [p for p in recipe(definition, Placement()) if p.kind == ANGLE]
        assert angles and all(p.rate == counts and p.use != part.MOTOR for p in angles)


def test_the_curvature_of_fast_bodies_is_left_out():
    """Those that turn by less than FAST in a substep have that of the reference."""
    apart = anyhow(4)
    state, extent, _ = placed_rows(apart, settings_of())
    for share in (1.0, 4.0):
        state.bodies.velocity[:, 3:6] *= share
        place_parts(0, extent.parts, state.bodies, state.parts, STEP)
        made = assemble_rows(state, extent, row_params(settings_of()))
        motion = np.concatenate((state.bodies.velocity[made.a, :6], state.bodies.velocity[made.b, :6]), 1)
        turn = STEP * np.linalg.norm(motion.reshape(-1, 4, 3)[:, 1::2], axis=2).max(1)
        expected = curvature(ANGLE, apart.numbers, apart.poses, motion, np.zeros(0), STEP)[:, 0]
        assert np.abs(made.curvature - expected).max() < 1e-12
        assert (made.curvature[turn > FAST] == 0).all() and (made.curvature[turn < FAST] != 0).all()
    assert 0.2 < (turn > FAST).mean() < 0.8


def test_half_a_turn_from_the_target_the_way_back_is_about_the_axis():
    """No other row would have a length there."""
    off = np.pi + np.array((-1e-9, 0.0, 1e-9, 1e-4, -1e-4))
    apart = swung(product(about((0, 1, 0), np.full(5, 1e-12)), about(X, off)), np.zeros(5), np.zeros(5))
    error, u = rows_of(apart)
    axis = rotate(apart.poses[0][:, 3:], np.broadcast_to(X, (5, 3)))
    assert np.abs(np.abs(error) - np.pi).max() < 2e-4
    assert np.abs(u - axis).max() < 1e-6


@every_preset
@pytest.mark.parametrize("target", (5.0, -20.0))
def test_a_stop_beyond_half_a_turn(target, preset):
    """A hinge that is held at 5 rad goes there from 0 through all angles between, as its axis counts them."""
    world = World(precision="double", solver=slow(preset))
    world.gravity = (0, 0, 0)
    b = world.add_body(shape=Box(half=(0.3, 0.2, 0.25)), position=(0.5, 0, 0))
    hinge = world.add_joint(Hinge(a=None, b=b, anchor=(0, 0, 0), axis=(0, 0, 1), lower=target, upper=target))
    angles = [0.0]
    for _ in range(1200):
        world.step()
        angles.append(hinge.measure)
    assert np.abs(np.diff(angles)).max() < np.pi and hinge.measure == pytest.approx(target, abs=1e-3)
    hinge.lower = hinge.upper = None
    world.step()
    assert hinge.measure == pytest.approx(target, abs=1e-2)


def slow(preset: str) -> SolverSettings:
    """A preset whose joints take many steps to close a gap."""
    return SolverSettings.preset(preset).replace(beta=0.05, joint_hertz=5)


def test_a_held_hinge_that_is_forced_round_unwinds():
    """A soft hinge that is spun through two turns comes back through all of them."""
    world = World(precision="double", solver=slow("soft_step"))
    world.gravity = (0, 0, 0)
    b = world.add_body(shape=Box(half=(0.3, 0.2, 0.25)))
    hinge = world.add_joint(Hinge(a=None, b=b, anchor=(0, 0, 0), axis=(0, 0, 1), lower=0, upper=0))
    angles, turned = [], 0.0
    for k in range(1200):
        b.apply_torque((0, 0, TWISTING * (k < 240)))
        world.step()
        turned += b.angular_velocity[2] * world.dt
        angles.append(hinge.measure)
    assert max(angles) > 2 * np.pi and np.abs(np.diff(angles)).max() < 1
    assert hinge.measure == pytest.approx(0, abs=1e-3) and abs(turned) < 1


@every_preset
@pytest.mark.parametrize("precision", ("single", "double"))
@pytest.mark.parametrize("target", (3.14, np.pi, -np.pi, 5.0))
def test_a_target_half_a_turn_away(target, precision, preset):
    """Bodies whose angle is set to about half a turn go there, no faster than at ten times the way a second."""
    world = World(precision=precision, solver=slow(preset))
    world.gravity = (0, 0, 0)
    a, b = (world.add_body(shape=Box(half=(0.3, 0.2, 0.25)), position=(3 * k, 0, 0)) for k in range(2))
    joint = world.add_joint(Angle(a=a, b=b, axis=(0.6, 0, 0.8)))
    world.step()
    joint.angle, fastest = target, 0.0
    for _ in range(1200):
        world.step()
        fastest = max(fastest, np.abs(world.angular_velocities).max())
    assert fastest < 10 * abs(target) and joint.measure == pytest.approx(target, abs=2e-3)
    q = product(opposite(a.rotation[None]), b.rotation[None])[0]
    assert abs(q[:3] @ (0.6, 0, 0.8) * np.cos(target / 2) - q[3] * np.sin(target / 2)) < 1e-3
