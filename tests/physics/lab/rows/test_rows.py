"""Explicit rows: right by finite differences, and the same numbers that the wide solver works with."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Mouse, Plane, SolverSettings, Sphere, World
from physics.bodies.rotation import moved, rotate
from physics.constraints import part
from physics.constraints.parts import KINDS
from physics.contacts import layout as contact
from physics.lab.rows.anchored_rows import turns_of
from physics.lab.rows.assembly import assemble_rows, refresh, renew
from physics.lab.rows.assembly import moved as moved_rows
from physics.lab.rows.row import FRICTION, HELD, LIMIT, MOTOR, NORMAL, OF_PARTS, SPRING, TWIST, matrix_between, row_parameters
from physics.lab.rows.row_step import choose_relaxed
from physics.pipeline.advance import kernel_state, step_parameters
from tests.support.constraint_worlds import heap, random_rotation, read_rows
from tests.support.joint_zoo import zoo
from tests.support.part_worlds import lanes

STEP = 1e-6


def displaced(bodies, direction: np.ndarray, size: float):
    """Body arrays after moving along (n, 6) velocities for `size` seconds."""
    pose, delta = bodies.pose.copy(), bodies.delta.copy()
    pose[:, :7] = moved(pose[:, :7], size * direction)
    delta[:, :6] += size * direction
    return bodies._replace(pose=pose, delta=delta)


def prepared(world: World):
    """The rows at the start of a step."""
    world.step(stop=(6, 0, 0))
    return read_rows(world)


def row_params(world: World, which: str = "solve"):
    """The row parameters of a world."""
    return row_parameters(step_parameters(world), which)


@pytest.mark.parametrize("seed", range(10))
def test_jacobians_by_finite_differences(seed):
    """J V is the rate of the error along any motion of the bodies, for all kinds of rows but those that feel what others of their
    joint hold (see tests/physics/constraints/test_reaction.py)."""
    model = "manifold_centre" if seed % 4 < 2 else "cone"
    world = zoo(seed, friction_model=model) if seed % 2 else heap(seed, steps=90 + seed, friction_model=model)
    rng = np.random.default_rng(seed)
    made, state = prepared(world), kernel_state(world)[0]
    assert set(made.kind) == ({NORMAL, FRICTION, SPRING} | ({HELD, LIMIT, MOTOR} if seed % 2 else set())
                              | ({TWIST} if model == "manifold_centre" else set()))
    assert seed % 2 == 0 or set(made.part_kind) == set(range(-1, KINDS))
    bodies = state.bodies
    plain = (made.part < 0) | ~lanes(state.parts.store, part.PART_SLOTS)[made.part, part.HELD_MOVES:part.HELD_MOVES + 6].any(1)
    assert seed % 2 == 0 or not plain.all()
    for _ in range(20):
        direction = rng.normal(size=(len(bodies.uid), 6))
        direction /= np.linalg.norm(direction, axis=1, keepdims=True)
        ahead, behind = (refresh(made, state._replace(bodies=displaced(bodies, direction, sign * STEP)), row_params(world)).error
                         for sign in (1, -1))
        motion = np.concatenate((direction[made.a], direction[made.b]), 1)
        assert np.abs((made.jacobian * motion).sum(1) - (ahead - behind) / (2 * STEP))[plain].max() < 1e-7


def pair_worlds(rng: np.random.Generator):
    """Two bodies that overlap a little, in every way whose separation has a derivative."""
    ball = Sphere(radius=0.5)
    box = Box(half=(0.5, 0.4, 0.3))
    direction = rng.normal(size=3)
    direction /= np.linalg.norm(direction)
    q = random_rotation(rng)
    yield "sphere sphere", ({"shape": ball}, {"shape": Sphere(radius=0.3), "position": 0.79 * direction})
    plane = {"shape": Plane(normal=tuple(direction)), "type": "static"}
    yield "sphere plane", (plane, {"shape": ball, "position": 0.49 * direction})
    yield "sphere box", ({"shape": box, "rotation": q}, {"shape": ball, "position": rotate(q, np.array((0.1, 0.1, 0.79)))})
    q = np.array((0.3, 0.2, 0.1, 1)) / np.linalg.norm((0.3, 0.2, 0.1, 1))
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.4, 0.4) for z in (-0.3, 0.3)])
    height = -rotate(np.broadcast_to(q, (8, 4)), corners)[:, 2].min()
    yield "box plane", ({"shape": Plane(), "type": "static"}, {"shape": box, "rotation": q, "position": (0, 0, height - 1e-3)})


def separation_at(definitions, poses) -> float:
    """Separation of the deepest contact point that detection finds at these poses."""
    world = World(precision="double", solver=SolverSettings(margin=0.02))
    for definition, pose in zip(definitions, poses):
        world.add_body(**definition | {"position": pose[:3], "rotation": pose[3:]})
    world.step(stop=(5, 0, 0))
    made = read_rows(world)
    return float(made.error[made.kind == NORMAL].min())


@pytest.mark.parametrize("seed", range(5))
def test_normal_rows_by_the_detected_separation(seed):
    """J V is the rate at which the separation found by contact detection changes."""
    rng = np.random.default_rng(seed)
    for name, definitions in pair_worlds(rng):
        world = World(precision="double", solver=SolverSettings(margin=0.02))
        for definition in definitions:
            world.add_body(**definition)
        made = prepared(world)
        i = int(np.where(made.kind == NORMAL, made.error, np.inf).argmin())
        bodies, count = world._bodies.arrays, len(definitions)
        first = bodies.pose.shape[0] - len(bodies.pose) + int(min(made.a[i], made.b[i]))
        direction = rng.normal(size=(len(bodies.uid), 6))
        for k, definition in enumerate(definitions):
            if definition.get("type") == "static":
                direction[first + k] = 0
        ahead, behind = (displaced(bodies, direction, sign * STEP).pose[first:first + count, :7] for sign in (1, -1))
        rate = (separation_at(definitions, ahead) - separation_at(definitions, behind)) / (2 * STEP)
        motion = np.concatenate((direction[made.a[i]], direction[made.b[i]]))
        assert made.jacobian[i] @ motion == pytest.approx(rate, abs=1e-7), name


@pytest.mark.parametrize("model", ["cone", "pyramid"])
def test_effective_masses_are_inverses_of_k(model):
    world = heap(3, friction_model=model)
    made = prepared(world)
    full = matrix_between(made)
    assert np.allclose(np.diag(full), made.k, rtol=1e-12)
    assert np.allclose(full, full.T, atol=1e-12)
    assert np.linalg.eigvalsh(full).min() > -1e-9
    normal = made.kind == NORMAL
    assert normal.sum() >= 5
    assert np.allclose(made.effective_mass[normal] * made.k[normal], 1, rtol=1e-11)
    for first in np.flatnonzero((made.kind == FRICTION) & (made.group == np.arange(len(made.group)))):
        block = full[first:first + 2, first:first + 2]
        expected = [1 / np.linalg.eigvalsh(block)[-1]] * 2 if model == "cone" else 1 / np.diag(block)
        assert made.effective_mass[first:first + 2] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("make", [heap, zoo])
def test_refresh_without_motion_changes_nothing(make):
    world = make(8)
    velocity = world._bodies.arrays.velocity.copy()
    velocity[:, 3:6] -= world._bodies.arrays.spin_change[:, 4:7]           # rows are placed at what the last ones left
    made = prepared(world)
    state = kernel_state(world)[0]
    assert np.abs(velocity - state.bodies.velocity).max() > 0.1            # rows are placed before forces act
    again = refresh(made, state._replace(bodies=state.bodies._replace(velocity=velocity)), row_params(world))
    for name in ("error", "jacobian", "k", "bias", "arm_a", "arm_b", "lower", "upper", "curvature"):
        assert np.allclose(getattr(again, name), getattr(made, name), atol=1e-12), name


@pytest.mark.parametrize("make", [heap, zoo])
def test_rows_are_renewed_in_place_as_refresh_makes_them(make):
    world, rng = make(5), np.random.default_rng(5)
    made, state = prepared(world), kernel_state(world)[0]
    state = state._replace(bodies=displaced(state.bodies, rng.normal(size=(len(state.bodies.uid), 6)), 0.01))
    again, before = refresh(made, state, row_params(world)), made.error.copy()
    renew(made, state, row_params(world))
    assert np.abs(made.error - before).max() > 1e-4
    for name, column, other in zip(made._fields, made, again):
        assert np.array_equal(column, other), name


def test_refresh_follows_a_turn():
    """A body turned by hand: its arms turn with it, K and the error are those of the new pose."""
    world = World(gravity=(0, 0, 0), precision="double")
    box = world.add_body(shape=Box(half=(0.5, 0.2, 0.1)), mass=2)
    world.add_joint(Mouse(a=box, anchor=(0.5, 0, 0), target=(0.5, 0, 0)))
    made = prepared(world)
    box.rotation = (0, 0, np.sin(0.25), np.cos(0.25))
    direct = prepared(world)
    again = refresh(made, kernel_state(world)[0], row_params(world))
    assert again.error == pytest.approx([0.5 - 0.5 * np.cos(0.5), -0.5 * np.sin(0.5), 0], abs=1e-12)
    assert again.k == pytest.approx(direct.k, rel=1e-12)
    assert again.jacobian == pytest.approx(direct.jacobian, abs=1e-12)


def test_a_world_without_constraints_has_no_rows():
    world = World(precision="double")
    world.add_body(shape=Sphere(radius=1), position=(0, 0, 5))
    world.step()
    assert len(read_rows(world).a) == 0


def test_rows_are_in_the_order_of_colors():
    """Joints come before contacts in a colour, and no body stands twice in one."""
    world = heap(9)
    made = prepared(world)
    start = world._contacts.contacts.color_start
    assert made.kind[0] == SPRING
    seen: set[tuple[int, int]] = set()
    lanes = world._contacts.contacts.a[:16 * world._contacts.contact_blocks]
    for k, a in enumerate(lanes):
        color = int(np.searchsorted(start, k // 16, side="right") - 1)
        for body in (int(a), int(world._contacts.contacts.b[k])):
            if world._bodies.arrays.type[body] == 0:
                assert (color, body) not in seen
                seen.add((color, body))
    assert contact.SLOTS == contact.FIRST_POINT + 4 * contact.POINT


def test_kernel_state_and_law_are_all_that_rows_need():
    world = heap(10)
    world.step(stop=(5, 0, 0))
    state, extent = kernel_state(world)
    assert len(assemble_rows(state, extent, row_params(world, "push")).a) == len(read_rows(world).a)


def test_rows_of_a_whole_step_are_what_the_world_shows():
    """After a step of one substep the rows' impulses and errors are those of the contact points and joints."""
    world = heap(14)
    world.step()
    made, shown = read_rows(world), world.contact_arrays()
    normal = made.kind == NORMAL
    assert sorted(made.impulse[normal]) == pytest.approx(sorted(shown.normal_impulses), abs=1e-12)
    assert sorted(made.error[normal]) == pytest.approx(sorted(shown.separations), abs=1e-12)
    uids = world._bodies.arrays.uid
    assert {(uids[a], uids[b]) for a, b in zip(made.a[normal], made.b[normal])} == {tuple(pair) for pair in shown.bodies}
    for joint_ in world.joints:
        mine = (made.kind >= OF_PARTS) & (uids[made.a] == joint_.a.uid)
        assert made.impulse[mine] / world.dt == pytest.approx(-joint_.force, abs=1e-9)
        assert np.linalg.norm(made.error[mine]) == pytest.approx(joint_.gap, abs=1e-12)


@pytest.mark.parametrize("angle", [0.0, 1e-6, 0.1, 1.0, 3.0, 30.0])
def test_turns_since_the_step_began(angle):
    """sin(a/2)/a of the rotation vector and cos(a/2), also of turns longer than the series allows."""
    world = heap(1)
    bodies = world._bodies.arrays
    axes = np.random.default_rng(5).normal(size=(len(bodies.delta), 3))
    axes /= np.linalg.norm(axes, axis=1)[:, None]
    bodies.delta[:, 3:6] = angle * axes
    turns = turns_of(bodies)
    assert turns[:, :3] == pytest.approx(np.sin(angle / 2) * axes, abs=1e-14 * (1 + angle))
    assert turns[:, 3] == pytest.approx(np.cos(angle / 2), abs=1e-14 * (1 + angle))
    bodies.delta[0, 3:6] = np.inf
    assert not np.isfinite(turns_of(bodies)[0]).all()


def test_errors_follow_displacements():
    """Those of contacts by J; rows of parts keep theirs."""
    world = heap(2)
    made, params = prepared(world), row_parameters(step_parameters(world))
    way = np.random.default_rng(2).normal(size=(len(world._bodies.arrays.uid), 6))
    along = (made.jacobian * np.concatenate((way[made.a], way[made.b]), 1)).sum(1)
    assert np.array_equal(moved_rows(made, way, params).error, made.error + np.where(made.kind < OF_PARTS, along, 0))


@pytest.mark.parametrize("wanted", [(0, 1), (1, 0), (1, 1)])
def test_rows_that_are_relaxed(wanted):
    """Not those that are kept, nor joints or contacts where these are not relaxed."""
    made, mine = prepared(heap(2)), np.empty(len(prepared(heap(2)).a), np.int64)
    kept = np.arange(len(mine)) % 3 == 0
    chosen = ~kept & np.where(made.kind >= OF_PARTS, *map(bool, wanted))
    assert np.array_equal(mine[:choose_relaxed(made, kept, wanted, mine)], np.flatnonzero(chosen))
