"""One sweep of the wide part kernels against a plain scalar solver, for every kind of part and everything done with it."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.pose_shift import LARGEST_TURN
from physics.bodies.rotation import moved, opposite, product
from physics.constraints import block, part
from physics.constraints.part import HOLD, LIMIT, MOTOR, SPRING
from physics.constraints.parts import KINDS, ROWS
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.gear import GEAR
from physics.constraints.parts.point import POINT
from physics.constraints.parts.pulley import PULLEY
from physics.constraints.parts.rack import RACK
from physics.constraints.parts.rotation import ROTATION
from physics.constraints.place import AGAIN, place_parts
from physics.constraints.position_correction import correct_part_positions, solve_part_pseudo_velocities
from physics.constraints.prepare import prepare_parts
from physics.constraints.solver import solve_parts, sum_parts, warm_start_parts
from physics.constraints.store import store_parts
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.row import LIMIT as LIMITED
from physics.lab.rows.row import applied, matrix_between
from tests.support.gauss_seidel import Sweep, sweep
from tests.support.part_formulas import carried_round, measured, placed
from tests.support.part_worlds import (
    KIND_NAMES,
    STEP,
    USE_NAMES,
    lanes,
    random_parts,
    row_params,
    settings_of,
    state_of,
    used,
)

MOST = 1e5                                        # [N s] of a warm start
COUNT = 40                                        # parts at a time: two full blocks and a part of one
PRECISE = 1e-12
USES = {kind: (HOLD, SPRING) if kind < part.ONE_ROW else (HOLD, LIMIT, MOTOR, SPRING) for kind in range(KINDS)}
BOUNDED = (POINT, *range(part.ONE_ROW, KINDS))          # kinds whose impulses may have bounds
KINDS_AND_USES = [(kind, use) for kind in sorted(KIND_NAMES) for use in USES[kind]]
every_use = pytest.mark.parametrize("kind, use", KINDS_AND_USES,
                                    ids=[f"{KIND_NAMES[kind]}-{USE_NAMES[use]}" for kind, use in KINDS_AND_USES])
all_kinds = pytest.mark.parametrize("kind", sorted(KIND_NAMES), ids=KIND_NAMES.get)
LAWS = [{"joint_stabilization": mode, "block_solve": together, "joint_over_relaxation": over}
        for mode, over in (("none", 1.0), ("baumgarte", 0.8), ("split_impulse", 1.3), ("soft", 1.1))
        for together in (True, False)]


def regular(kind: int, at) -> np.ndarray:
    """(n,) bool: rows of a part that are well apart, so that K has an inverse of nine figures; see the tests of what is not."""
    q = product(opposite(at.frame_a), at.frame_b)
    turned = q[:, 3] ** 2 > 0.05
    parallel = np.abs(measured(AXIS_ROTATION, at).value).max(1) < 0.6
    return {ROTATION: turned, ANGLE: q[:, 0] ** 2 + q[:, 3] ** 2 > 0.05, AXIS_ROTATION: parallel}.get(
        kind, np.ones(len(turned), bool))


def drawn(kind: int, use: int, seed: int = 1):
    """COUNT parts of a kind and use, some with the world as a partner, that have impulses of the last step."""
    apart = random_parts(kind, 9 * COUNT, seed + 20 * kind)
    apart.numbers[:, part.USE] = use
    at = placed(apart.numbers, *apart.poses)
    good = np.flatnonzero(regular(kind, at))[:COUNT]
    assert len(good) == COUNT
    measure = measured(kind, at).value[good, 0]
    poses, worlds = (tuple(x[good] for x in both) for both in (apart.poses, apart.worlds))
    apart = used(apart._replace(numbers=apart.numbers[good], poses=poses, worlds=worlds), use, measure, seed)
    carried = np.random.default_rng(seed).normal(size=(COUNT, 3))
    carried[:, ROWS[kind]:] = 0
    apart.numbers[:, part.CARRIED:part.CARRIED + 3] = np.maximum(carried, 0) if use == LIMIT else carried
    if kind >= part.ONE_ROW:
        apart.numbers[:, part.SIDE] = 0
    return apart


def started(apart, numbers, precision: str = "double"):
    """State, extent and rows of parts after their warm start."""
    state, extent = state_of(apart, precision)
    prepare_parts(0, extent.parts, state.parts, numbers.joints)
    place_parts(0, extent.parts, state.bodies, state.parts, STEP)
    warm_start_parts(0, extent.parts, state.bodies, state.parts, (1.0, MOST))
    return state, extent, assemble_rows(state, extent, row_params(numbers))


def velocities(state) -> np.ndarray:
    """(rows, 6)."""
    return state.bodies.velocity[:, :6].astype(np.float64)


@every_use
def test_one_sweep_is_that_of_a_scalar_solver(kind, use):
    """Impulses and velocities after each of three sweeps, under every law, as a block and row by row: the same to 1e-12."""
    clamped = 0
    for seed, solver in enumerate(LAWS):
        numbers = settings_of(**solver)
        state, extent, made = started(drawn(kind, use, seed), numbers)
        rng = np.random.default_rng(seed)
        for _ in range(3):
            before = made.impulse.copy()
            own = state.bodies.local[:, 3] > 0
            state.bodies.velocity[own, :6] += rng.normal(size=(own.sum(), 6))
            velocity = velocities(state)
            sweep(made, velocity, Sweep(block=solver["block_solve"]))
            solve_parts(0, extent.parts, state.bodies, state.parts, numbers.joints.solve)
            after = assemble_rows(state, extent, row_params(numbers))
            size = 1 + np.abs(made.impulse).max()
            assert np.abs(after.impulse - made.impulse).max() < PRECISE * size
            assert np.abs(velocities(state) - velocity).max() < PRECISE * size * np.abs(made.response).max()
            assert np.abs(after.impulse - before).max() > 1e-3
            made = after
        size = np.linalg.norm(made.impulse.reshape(COUNT, -1), axis=1)
        most = made.upper.reshape(COUNT, -1)[:, 0]
        clamped += ((size == 0) | (size >= most * (1 - 1e-12))).sum()
    assert clamped > 20 or use == HOLD or kind not in BOUNDED


@every_use
def test_impulses_conserve_momentum(kind, use):
    """A warm start and sweeps change the momentum of no pair of bodies, nor its angular momentum where bearings need not help."""
    if kind == PULLEY:
        pytest.skip("a rope pulls at its wheels, see test_jacobians")
    apart = drawn(kind, use)
    if kind == POINT:                        # anchors that coincide: else the two forces have an arm
        apart.poses[1][:, :3] += placed(apart.numbers, *apart.poses).apart * -1
        apart.worlds[0][:], apart.worlds[1][:] = False, False
    numbers = settings_of(joint_stabilization="soft")
    state, extent = state_of(apart)
    before = momenta(state, extent)
    prepare_parts(0, extent.parts, state.parts, numbers.joints)
    place_parts(0, extent.parts, state.bodies, state.parts, STEP)
    warm_start_parts(0, extent.parts, state.bodies, state.parts, (1.0, MOST))
    solve_parts(0, extent.parts, state.bodies, state.parts, numbers.joints.solve)
    after = momenta(state, extent)
    free = ~(apart.worlds[0] | apart.worlds[1])
    assert free.sum() > COUNT / 2
    assert np.abs(after[0] - before[0])[free].max() < 1e-11
    if kind not in (GEAR, RACK):
        assert np.abs(after[1] - before[1])[free].max() < 1e-11


def momenta(state, extent):
    """Momentum and angular momentum (n, 3) of the two bodies of every part together."""
    made = state.parts
    total, turning = np.zeros((COUNT, 3)), np.zeros((COUNT, 3))
    for body in (made.a[:COUNT], made.b[:COUNT]):
        local, pose = state.bodies.local[body], state.bodies.pose[body]
        movable = local[:, 3] > 0
        mass = np.where(movable, 1 / np.where(movable, local[:, 3], 1), 0)[:, None]
        inertia = np.where(movable[:, None], 1 / np.where(movable[:, None], local[:, :3], 1), 0)
        spin = state.bodies.velocity[body, 3:6]
        own = turned(pose[:, 3:7], inertia * turned(opposite(pose[:, 3:7]), spin))
        total += mass * state.bodies.velocity[body, :3]
        turning += own + np.cross(pose[:, :3], mass * state.bodies.velocity[body, :3])
    return total, turning


def turned(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) turned by quaternions (n, 4)."""
    return product(product(q, np.concatenate((v, np.zeros((len(v), 1))), 1)), opposite(q))[:, :3]


@all_kinds
def test_k_of_the_blocks_is_that_of_the_rows(kind):
    """The inverse in a block times J M^-1 J^T of its rows is one; of one row it is its effective mass."""
    state, extent, made = started(drawn(kind, HOLD), settings_of())
    full, data = matrix_between(made), lanes(state.parts.data, block.SLOTS, extent.parts)
    assert np.allclose(np.diag(full), made.k, rtol=1e-12)
    count = ROWS[kind]
    for n in range(COUNT):
        mine = slice(n * count, (n + 1) * count)
        xx, xy, xz, yy, yz, zz = data[n, block.INVERSE_K:block.INVERSE_K + 6]
        inverse = np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))[:count, :count]
        assert full[mine, mine] @ inverse == pytest.approx(np.eye(count), abs=1e-9)
        assert made.effective_mass[mine] == pytest.approx(np.diag(np.linalg.inv(full[mine, mine])), rel=1e-8)


@every_use
def test_push_sweep_is_that_of_a_scalar_solver(kind, use):
    """Pseudo velocities take away errors of held rows and of passed limits; springs and motors take no part."""
    numbers = settings_of(joint_stabilization="split_impulse", beta=0.3)
    state, extent, _ = started(drawn(kind, use), numbers)
    made = assemble_rows(state, extent, row_params(numbers, "push"))
    bears = (made.kind != LIMITED) | made.active                    # held from both sides
    assert use != LIMIT or bears.any() and not bears.all()
    passed = np.where(bears, made.error, np.minimum(made.error, 0))
    made = made._replace(lower=np.where(bears, -np.inf, 0), upper=np.full(len(bears), np.inf),
                         impulse=np.zeros(len(made.a)), bias=np.where(made.own, 0, numbers.joints.push.bias_rate * passed),
                         mass_scale=np.ones(len(made.a)), impulse_scale=np.zeros(len(made.a)))
    push, waiting = np.zeros((len(state.bodies.uid), 6)), made.own
    for _ in range(3):
        sweep(made, push, Sweep(waiting=waiting))
        solve_part_pseudo_velocities(0, extent.parts, state.bodies, state.parts, numbers.joints.push)
        assert np.abs(state.bodies.push[:, :6] - push).max() < 1e-11 * (1 + np.abs(push).max())
    assert np.abs(push).max() > 0.1 if use in (HOLD, LIMIT) else not push.any()


@every_use
def test_correction_is_that_of_a_scalar_solver(kind, use):
    """A pass over the poses takes `share` of the errors by inverse mass, and notes the way; what is great is cut short."""
    share = 0.5
    state, extent, made = started(drawn(kind, use), settings_of())
    error = np.where(made.own, 0, np.where(made.kind == LIMITED, np.minimum(made.error, 0), made.error))
    made = made._replace(bias=share * error, impulse=np.zeros(len(made.a)),
                         mass_scale=np.ones(len(made.a)), impulse_scale=np.zeros(len(made.a)))
    way, pose = np.zeros((len(state.bodies.uid), 6)), state.bodies.pose.copy()
    sweep(made, way, Sweep(waiting=made.own))
    length = np.linalg.norm(way[:, :3], axis=1)
    farthest = float(np.median(length[length > 0])) if length.any() else 1.0
    correct_part_positions(0, extent.parts, state.bodies, state.parts, (share, farthest))
    long = length > farthest
    assert np.linalg.norm(state.bodies.delta[long, :3], axis=1) == pytest.approx(np.full(long.sum(), farthest))
    small = (np.linalg.norm(way[:, 3:], axis=1) < LARGEST_TURN) & ~long
    assert small.mean() > 0.3 and long.any() == length.any()
    assert np.abs(state.bodies.delta[:, :6] - way)[small].max() < 1e-11
    expected = moved(pose[:, :7], way)
    assert np.abs(state.bodies.pose[:, :7] - expected)[small].max() < 1e-11
    assert np.abs(way).max() > 0.01 if use in (HOLD, LIMIT) else not way.any()


@every_use
def test_what_people_read(kind, use):
    """After a step the store has each row's impulse and, on b at its anchor, the force and torque that they are together."""
    apart = drawn(kind, use)
    numbers = settings_of()
    state, extent, _ = started(apart, numbers)
    solve_parts(0, extent.parts, state.bodies, state.parts, numbers.joints.solve)
    made = assemble_rows(state, extent, row_params(numbers))
    sum_parts(0, extent.parts, state.parts)
    sum_parts(0, extent.parts, state.parts)      # of two substeps
    store_parts(0, extent.parts, state.bodies, state.parts)
    kept = lanes(state.parts.store, part.PART_SLOTS, extent.parts)[:COUNT]
    count, impulse = ROWS[kind], made.impulse.reshape(COUNT, -1)
    same = kept[:, part.EXCHANGED] == apart.numbers[:, part.EXCHANGED] if kind == AXIS_ROTATION else slice(None)
    assert np.array_equal(kept[same, part.CARRIED:part.CARRIED + count], impulse[same])         # for others see test_roles.py
    assert np.array_equal(kept[:, part.TOTAL:part.TOTAL + count], 2 * impulse)
    error = np.where(made.kind == LIMITED, np.minimum(made.error, 0), np.where(made.own & (kind != POINT), 0, made.error))
    assert np.array_equal(kept[:, part.ERROR:part.ERROR + count], error.reshape(COUNT, -1))
    at_b = 2 * (made.jacobian[:, 6:] * made.impulse[:, None]).reshape(COUNT, count, 6).sum(1)
    force, arm = at_b[:, :3], placed(apart.numbers, *apart.poses).arm_b
    assert np.abs(kept[:, part.FORCE:part.FORCE + 3] - force).max() < 1e-10
    if kind != RACK:                        # acts along a line through b's centre
        assert np.abs(kept[:, part.TORQUE:part.TORQUE + 3] - (at_b[:, 3:] - np.cross(arm, force))).max() < 1e-10
    if kind >= part.ONE_ROW:
        value = measured(kind, placed(apart.numbers, *apart.poses)).value[:, 0]
        assert np.abs(kept[:, part.MEASURE] - value).max() < 1e-10


def test_warm_starts_are_scaled_and_capped():
    """A new substep length scales carried impulses; no row of a substep starts from more than the largest
    warm start; a factor applies.

    A point's impulses turn with the body that turns less, once, however often the part is placed, in joints that hold turns."""
    apart = drawn(POINT, HOLD)
    held = np.arange(COUNT) % 2 == 0
    apart.numbers[held, part.HELD_TURNS + 1] = 1
    numbers = settings_of(max_warm_start=0.7)
    for ratio, factor in ((1.0, 1.0), (0.5, 1.0), (2.0, 0.8)):
        state, extent = state_of(apart)
        before = velocities(state)
        prepare_parts(0, extent.parts, state.parts, numbers.joints._replace(impulse_ratio=ratio))
        for h in (STEP, AGAIN, AGAIN):
            place_parts(0, extent.parts, state.bodies, state.parts, h)
        warm_start_parts(0, extent.parts, state.bodies, state.parts, (factor, 0.7))
        made = assemble_rows(state, extent, row_params(numbers))
        capped = np.clip(ratio * apart.numbers[:, part.CARRIED:part.CARRIED + 3], -0.7, 0.7)
        spins = [before[body[:COUNT], 3:] for body in (state.parts.a, state.parts.b)]
        expected = factor * np.clip(carried_round(capped, held, spins, STEP), -0.7, 0.7).reshape(-1)
        assert made.impulse == pytest.approx(expected, abs=1e-14)
        assert np.abs(velocities(state) - applied(made, expected, before)).max() < 1e-12


def test_an_impulse_of_the_other_side_is_dropped():
    """What pushed at the lower bound is no start for the upper one."""
    apart = drawn(AXIS_POSITION, LIMIT)
    middle = apart.numbers[:, part.MEASURE]
    apart.numbers[:, part.LOWER], apart.numbers[:, part.UPPER] = middle - 1, middle + 0.5
    apart.numbers[:, part.CARRIED] = 1
    for side, kept in ((0, True), (-1, True), (1, False)):
        apart.numbers[:, part.SIDE] = side
        made = started(apart, settings_of())[2]
        assert (made.impulse > 0).all() == kept and (made.impulse == 0).all() != kept
        assert made.error == pytest.approx(0.5, abs=1e-12)


@every_use
def test_single_precision_is_close(kind, use):
    """A warm start and two sweeps in single precision end within a few parts in ten thousand of the double ones."""
    numbers, ends = settings_of(joint_stabilization="soft"), []
    for precision in ("double", "single"):
        state, extent, _ = started(drawn(kind, use), numbers, precision)
        for _ in range(2):
            solve_parts(0, extent.parts, state.bodies, state.parts, numbers.joints.solve)
        ends.append((velocities(state), assemble_rows(state, extent, row_params(numbers)).impulse))
    for double, single in zip(*ends):
        assert np.isfinite(single).all()
        assert np.abs(single - double).max() < 5e-4 * np.abs(double).max()
