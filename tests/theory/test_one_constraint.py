"""One constraint by itself: Jacobian, K, impulse, force; what joints compute against finite differences and numpy."""
from __future__ import annotations

import numpy as np
import pytest

from app.studies.validate.runners.joint_measures import Pair
from physics import Angle, BallSocket, Distance, Fixed, Hinge, Mouse, Slider, SolverSettings, Sphere, World
from physics.bodies.rotation import rotate
from tests.support.two_bodies import inverse_mass, jacobian, motion, rows_of, share_outside, two_bodies

AXIS = np.array((0.6, 0.0, 0.8))
ANCHOR = np.array((0.2, -0.1, 0.4))


def _joints(a, b):
    """(definition, what it holds as a function of the bodies) of each kind of joint."""
    pair = Pair(a, b, ANCHOR)
    away = Pair(None, None)
    away.a, away.b = Pair(a, None, a.position + (0.1, 0, 0.1)).a, Pair(None, b, b.position - (0.1, 0.1, 0)).b
    axes = Pair(a, b, ANCHOR, frame=(0, np.sin(np.arctan2(0.6, 0.8) / 2), 0, np.cos(np.arctan2(0.6, 0.8) / 2)))   # z is AXIS
    between = {"a": a, "b": b}
    yield BallSocket(**between, anchor=ANCHOR), lambda: pair.b.position - pair.a.position
    yield Fixed(**between, anchor=ANCHOR), lambda: (*(pair.b.position - pair.a.position), *pair.twists)
    yield Hinge(**between, anchor=ANCHOR, axis=AXIS), lambda: (*(pair.b.position - pair.a.position), *axes.twists[:2])
    yield Slider(**between, anchor=ANCHOR, axis=AXIS), lambda: (*axes.shift[:2], *axes.twists)
    yield (Distance(**between, anchor_a=away.a.position, anchor_b=away.b.position),
           lambda: np.linalg.norm(away.b.position - away.a.position))
    yield Angle(**between), lambda: pair.twists
    yield Angle(**between, axis=AXIS), lambda: axes.twists[2]


@pytest.mark.parametrize("kind", range(7))
def test_jacobians_are_what_stands_beside_the_velocities(kind):
    """0.3, 1.2: the rows of a joint span what finite differences of what it holds span; 12 numbers a row."""
    world, a, b = two_bodies(kind)
    definition, measure = list(_joints(a, b))[kind]
    world.add_joint(definition)
    rows, plain = rows_of(world).jacobian, jacobian([a, b], measure)
    assert rows.shape == plain.shape == (len(plain), 12)
    assert share_outside(plain, rows) < 1e-8 and share_outside(rows, plain) < 1e-8


@pytest.mark.parametrize("kind", range(7))
@pytest.mark.parametrize("beta", [0.0, 0.2])
def test_impulses_by_numpy(kind, beta):
    """0.2, 1.4, 1.5: lambda = (J M^-1 J^T)^-1 (-J V - b) with b = beta / h C, and the velocities change by M^-1 J^T lambda."""
    world, a, b = two_bodies(kind, joint_stabilization="baumgarte" if beta else "none", beta=beta)
    definition, measure = list(_joints(a, b))[kind]
    world.add_joint(definition)
    rest = np.atleast_1d(measure())
    b.position = b.position + (0.02, 0.01, -0.03)
    plain, error = jacobian([a, b], measure), np.atleast_1d(measure()) - rest
    before, unit = motion([a, b]), inverse_mass([a, b])
    impulse = np.linalg.solve(plain @ unit @ plain.T, -plain @ before - beta / world.dt * error)
    world.step()
    assert motion([a, b]) == pytest.approx(before + unit @ plain.T @ impulse, abs=2e-4 if kind in (3, 4) else 1e-6)


def test_one_kind_of_rows_has_the_impulses_of_numpy():
    """0.2, 1.5: K^-1 is the effective mass, and J M^-1 J^T is K; taken for each other, impulses are wrong by its square."""
    world, a, b = two_bodies(3)
    joint = world.add_joint(BallSocket(a=a, b=b, anchor=ANCHOR))
    made, before, unit = rows_of(world), motion([a, b]), inverse_mass([a, b])
    k = made.jacobian @ unit @ made.jacobian.T
    right, swapped = -np.linalg.solve(k, made.jacobian @ before), -k @ made.jacobian @ before
    world.step()
    assert joint.impulses == pytest.approx(right, abs=1e-12)
    assert np.abs(swapped - right).max() > 0.1


def test_velocities_change_by_the_inverse_mass():
    """1.4: by M^-1 J^T lambda; with K^-1 in the place of M^-1 momentum is not kept, with M^-1 it is, to rounding."""
    world, a, b = two_bodies(4)
    joint = world.add_joint(BallSocket(a=a, b=b, anchor=ANCHOR))
    made, before, unit = rows_of(world), motion([a, b]), inverse_mass([a, b])
    world.step()
    change = motion([a, b]) - before
    assert change == pytest.approx(unit @ made.jacobian.T @ joint.impulses, abs=1e-12)
    assert a.mass * change[:3] + b.mass * change[6:9] == pytest.approx(np.zeros(3), abs=1e-12)
    k = made.jacobian @ unit @ made.jacobian.T
    wrong = (made.jacobian.T @ np.linalg.solve(k, joint.impulses)).reshape(4, 3)
    assert np.abs(wrong[0] - change[:3]).max() > 0.05


def test_force_of_a_pendulum():
    """0.1: the force of a rod is -(J' v + J M^-1 Q) / (J M^-1 J^T) = m (g cos + v^2 / L), towards the pivot."""
    length, angle, speed, mass = 1.5, 0.7, 2.0, 3.0
    world = World(precision="double", dt=1e-5, solver=SolverSettings(substeps=1, iterations=10))
    out, along = np.array((np.sin(angle), 0, -np.cos(angle))), np.array((np.cos(angle), 0, np.sin(angle)))
    ball = world.add_body(shape=Sphere(radius=0.1), mass=mass, position=length * out, velocity=speed * along)
    joint = world.add_joint(Distance(a=None, b=ball, anchor_a=(0, 0, 0), anchor_b=ball.position))
    for _ in range(50):
        world.step()
    expected = mass * (9.81 * np.cos(angle) + speed**2 / length)
    assert joint.force == pytest.approx(-expected * out, rel=1e-3, abs=0.05)


@pytest.mark.parametrize("kind", range(7))
def test_constraint_forces_do_no_work(kind):
    """4.1: after the impulses J v = 0, so they have no power along what is allowed; what energy goes is 1/2 lambda K lambda."""
    world, a, b = two_bodies(10 + kind)
    definition, measure = list(_joints(a, b))[kind]
    world.add_joint(definition)
    plain, before, unit = jacobian([a, b], measure), motion([a, b]), inverse_mass([a, b])
    impulse = np.linalg.solve(plain @ unit @ plain.T, -plain @ before)
    start = world.energy().kinetic
    world.step()
    assert plain @ motion([a, b]) == pytest.approx(np.zeros(len(plain)), abs=2e-6)
    assert start - world.energy().kinetic == pytest.approx(0.5 * impulse @ plain @ unit @ plain.T @ impulse, rel=1e-6)
    assert abs((plain.T @ impulse) @ motion([a, b])) < 1e-5


@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("dt", [1 / 30, 1 / 60, 1 / 240])
def test_lambda_includes_the_time_step(dt, substeps):
    """4.3: an impulse over dt is the force, whatever the step; J^T lambda dt would count it twice."""
    world = World(precision="double", dt=dt, solver=SolverSettings(substeps=substeps, iterations=10,
                                                                   joint_stabilization="split_impulse"))
    ball = world.add_body(shape=Sphere(radius=0.2), mass=2)
    joint = world.add_joint(BallSocket(a=None, b=ball, anchor=(0, 0, 0.5)))
    for _ in range(20):
        world.step()
    assert joint.force == pytest.approx((0, 0, 2 * 9.81), abs=1e-9)
    assert joint.impulses[2] == pytest.approx(2 * 9.81 * dt, abs=1e-9)


@pytest.mark.parametrize("definition", [BallSocket, Angle])
def test_merged_rows_need_one_sweep(definition):
    """1.12: three rows swept together fit after one sweep; one after another they come closer and closer to the same."""
    left = {}
    for block, sweeps in ((True, 1), (False, 1), (False, 5), (False, 100)):
        world, a, b = two_bodies(2, block_solve=block, iterations=sweeps, joint_solve="sweep")
        world.add_joint(definition(a=a, b=b, **({"anchor": ANCHOR} if definition is BallSocket else {})))
        rows = rows_of(world).jacobian
        world.step()
        left[block, sweeps] = np.abs(rows @ motion([a, b])).max()
    assert left[True, 1] < 1e-12 and left[False, 1] > 1e-3
    assert left[False, 5] < left[False, 1] and left[False, 100] < 1e-9


def test_the_mouse_row_by_row():
    """1.13: J = (1, -[r]x), its last row (0 0 1 r_y -r_x 0), where -r_z is printed; the world never moves."""
    world, a, _ = two_bodies(6)
    anchor = a.position + (0.3, 0.2, -0.4)
    held = Pair(None, a, anchor)
    world.add_joint(Mouse(a=a, anchor=anchor, target=anchor + (0.5, 0, 0), hertz=0, beta=0.1))
    made, plain = rows_of(world), jacobian([a], lambda: held.b.position)
    x, y, z = anchor - a.position
    assert made.jacobian.shape == (3, 12)
    own = made.jacobian[:, :6] * np.sign(made.jacobian[0, 0])
    assert own == pytest.approx(plain, abs=1e-8)
    assert own[2] == pytest.approx((0, 0, 1, y, -x, 0), abs=1e-12)
    assert np.abs(plain[2] - (0, 0, 1, y, -z, 0)).max() > 0.5
    assert not made.response[:, 6:].any()                    # infinite mass


def test_an_angle_row():
    """2.2, 2.3: J = (0 -u 0 u), K = 1/I_a + 1/I_b whatever the sweep, and as many rows as freedoms are taken."""
    world, _, _ = two_bodies()
    a, b = (world.add_body(shape=Sphere(radius=0.5), mass=2.5 * inertia / 0.25, position=(3 * inertia, 0, 0), group=1)
            for inertia in (2, 5))
    world.add_joint(Angle(a=a, b=b, axis=AXIS))
    made = rows_of(world)
    assert made.jacobian * np.sign(made.jacobian[0, 9]) == pytest.approx(np.array([[0, 0, 0, *-AXIS, 0, 0, 0, *AXIS]]), abs=1e-12)
    assert made.k == pytest.approx([1 / 2 + 1 / 5], rel=1e-12)
    a.angular_velocity = 3 * AXIS
    for _ in range(30):
        world.step()
        assert rows_of(world).k == pytest.approx([1 / 2 + 1 / 5], rel=1e-12)
    world.add_joint(Angle(a=a, b=b))
    assert len(rows_of(world).k) == 1 + 3


@pytest.mark.parametrize("way", [0.0, 0.7, 2.8])
def test_an_axis_is_carried_by_its_body(way):
    """0.5: a row along an axis of a turns with a, J_a = -((r_a + d) x u); without d, the way along the rail, it is off by |d|."""
    world, a, b = two_bodies(8)
    rail = Pair(a, b, ANCHOR, frame=(0, np.sin(np.arctan2(0.6, 0.8) / 2), 0, np.cos(np.arctan2(0.6, 0.8) / 2)))
    world.add_joint(Slider(a=a, b=b, anchor=ANCHOR, axis=AXIS))
    b.position = b.position + way * AXIS
    rows, plain = rows_of(world).jacobian, jacobian([a, b], lambda: rail.shift[:2])
    assert share_outside(rows, plain) < 1e-8
    short = plain.copy()
    for k in range(2):
        u = rotate(rail.a.rotation, np.eye(3)[k])
        short[k, 3:6] = -np.cross(ANCHOR - a.position, u)
    assert share_outside(rows, short) < 1e-8 if way == 0 else share_outside(rows, short) > 0.1
    assert np.abs(short - plain).max() == pytest.approx(way, abs=1e-6)
