"""Kernels of dynamics against plain formulas in numpy: integration, damping, gyroscopic terms, softness, colouring."""
from __future__ import annotations

import math

import numpy as np
import pytest
from numba import njit

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.bodies.arrays import DUMMY_A, DUMMY_B, FIRST
from physics.bodies.gyroscopic import explicit_gyroscopic, implicit_gyroscopic
from physics.bodies.integrate import integrate_positions, integrate_velocities
from physics.bodies.rotation import matrix, rotate, rotate_back
from physics.constraints.softness import CONTACT_HERTZ_PER_SUBSTEP, RIGID, row_softness, softness
from physics.definitions.body_types import DYNAMIC, STATIC
from physics.dynamics.coloring import (
    COLORS,
    BlockKinds,
    ConstraintList,
    Kinds,
    Lanes,
    Layout,
    assign_bins,
    clear_colors,
    colors_used,
    kinds_of_blocks,
    lay_out_bins,
    new_bins,
    new_list,
    place_in_blocks,
)
from physics.dynamics.parameters import Overrides, Stop, parameters
from physics.pipeline.advance import step_parameters
from physics.simd.value import W
from tests.support.constraint_worlds import random_rotation


def flying(count: int = 40, seed: int = 0, **solver) -> World:
    """Boxes, balls and kinematic boxes in free flight, damped, pushed and turned."""
    rng = np.random.default_rng(seed)
    world = World(precision="double", gravity=(0.3, -0.2, -9.81), solver=SolverSettings(**{"substeps": 1} | solver))
    for k in range(count):
        shape = Sphere(radius=0.5) if k % 3 == 0 else Box(half=tuple(rng.uniform(0.2, 1, 3)))
        body = world.add_body(shape=shape, type="kinematic" if k % 7 == 3 else "dynamic", position=(20 * k, 0, 0),
                              rotation=random_rotation(rng), velocity=rng.normal(size=3), angular_velocity=2 * rng.normal(size=3),
                              mass=rng.uniform(0.5, 5), linear_damping=rng.uniform(0, 3), angular_damping=rng.uniform(0, 3))
        body.apply_force(rng.normal(size=3) * 10)
        body.apply_torque(rng.normal(size=3))
    return world


def cross_matrix(a: np.ndarray) -> np.ndarray:
    """[a]x, with [a]x b = a x b."""
    return np.cross(np.eye(3), a)


def expected_step(world: World, gyroscopic: str) -> list[tuple[np.ndarray, ...]]:
    """Position, velocity, spin of each body after a step, by the formulas; rotations are compared through the spin."""
    h, g, found = world.dt, np.array(world.gravity), []
    for body in world.bodies:
        row = world._bodies.rows[body.uid]
        force, torque = world._bodies.arrays.force[row, :3], world._bodies.arrays.force[row, 3:6]
        v, w, q = body.velocity, body.angular_velocity, body.rotation
        if body.type == "dynamic":
            linear, angular = world._bodies.arrays.local[row, 4:6]
            v = v / (1 + h * linear) + h * (g + force / body.mass)
            w = w / (1 + h * angular)
            local, inertia = rotate_back(q, w), body.inertia
            tumbles = len({round(i, 12) for i in inertia}) > 1
            if tumbles and gyroscopic == "explicit":
                local = local - h * np.cross(local, inertia * local) / inertia
            if tumbles and gyroscopic == "implicit":
                jacobian = np.diag(inertia) + h * (cross_matrix(local) @ np.diag(inertia) - cross_matrix(inertia * local))
                local = local - np.linalg.solve(jacobian, h * np.cross(local, inertia * local))
            w = rotate(q, local) + h * rotate(q, rotate_back(q, torque) / body.inertia)
        found.append((body.position + h * v, v, w))
    return found


@pytest.mark.parametrize("gyroscopic", ["off", "explicit", "implicit"])
def test_a_free_step_by_the_formulas(gyroscopic):
    world = flying(gyroscopic=gyroscopic)
    expected, before = expected_step(world, gyroscopic), world.rotations.copy()
    world.step()
    for body, (x, v, w) in zip(world.bodies, expected):
        assert body.position == pytest.approx(x, abs=1e-12)
        assert body.velocity == pytest.approx(v, abs=1e-12)
        assert body.angular_velocity == pytest.approx(w, abs=1e-12)
    turned = np.einsum("nij,nkj->nik", matrix(world.rotations), matrix(before))
    for m, (_, _, w) in zip(turned, expected):
        angle = world.dt * np.linalg.norm(w)
        assert np.trace(m) == pytest.approx(1 + 2 * math.cos(angle), abs=1e-12)
        assert m @ w == pytest.approx(w, abs=1e-12)


def test_forces_act_for_one_step():
    world = flying(5)
    world.step()
    before = [body.velocity for body in world.bodies if body.type == "dynamic" and body.uid]
    plain = [v / (1 + world.dt * world._bodies.arrays.local[world._bodies.rows[b.uid], 4]) + world.dt * np.array(world.gravity)
             for v, b in zip(before, [b for b in world.bodies if b.type == "dynamic"])]
    world.step()
    after = [b.velocity for b in world.bodies if b.type == "dynamic"]
    assert np.allclose(after, plain, atol=1e-12)


@pytest.mark.parametrize("kernel", [integrate_velocities, integrate_positions])
def test_ranges_add_up_to_the_whole(kernel):
    """Blocks of bodies in one go or in two give the same bits."""
    whole, split = flying(60), flying(60)
    motion = step_parameters(whole).motion
    first, end = FIRST // W, whole._bodies.end_block
    kernel(first, end, whole._bodies.arrays, motion)
    for begin, stop in ((first + 2, end), (first, first + 1), (first + 1, first + 2)):
        kernel(begin, stop, split._bodies.arrays, motion)
    for name in ("pose", "velocity", "delta"):
        assert getattr(whole._bodies.arrays, name).tobytes() == getattr(split._bodies.arrays, name).tobytes()


def test_too_fast_bodies_are_slowed():
    world = World(precision="double", gravity=(0, 0, 0), solver=SolverSettings(substeps=2, max_speed=100, max_rotation=0.5))
    fast = world.add_body(shape=Sphere(radius=1), velocity=(300, 400, 0), angular_velocity=(0, 0, 1000))
    slow = world.add_body(shape=Sphere(radius=1), position=(0, 0, 50), velocity=(60, 79, 0), angular_velocity=(0, 0, 59))
    world.step()
    assert fast.velocity == pytest.approx([60, 80, 0]) and fast.angular_velocity == pytest.approx([0, 0, 60])
    assert slow.velocity.tolist() == [60, 79, 0] and slow.angular_velocity == pytest.approx([0, 0, 59])
    assert fast.position == pytest.approx([1, 80 / 60, 0])


@njit
def one_gyroscopic(rule, w, inertia, h):
    """Call a formula on numbers."""
    return rule(w, inertia, h)


def test_gyroscopic_rules_differ_as_said():
    """Explicit gains energy, implicit loses; both nearly keep it in a small step."""
    inertia, w, h = (1.0, 2.0, 4.0), (3.0, -2.0, 1.0), 1e-3
    before = sum(i * x * x for i, x in zip(inertia, w))
    explicit = sum(i * x * x for i, x in zip(inertia, one_gyroscopic(explicit_gyroscopic, w, inertia, h)))
    implicit = sum(i * x * x for i, x in zip(inertia, one_gyroscopic(implicit_gyroscopic, w, inertia, h)))
    assert before < explicit < before * (1 + 1e-3) and before * (1 - 1e-3) < implicit < before


@pytest.mark.parametrize("hertz", [0.0, 1.0, 30.0, 60.0, 240.0])
@pytest.mark.parametrize("ratio", [0.0, 0.5, 1.0, 10.0])
@pytest.mark.parametrize("h", [1e-3, 1 / 240, 1 / 60])
def test_softness_is_an_implicit_spring(hertz, ratio, h):
    """One row of a unit mass moves as v' = (v - h w^2 x) / (1 + 2 h z w + h^2 w^2)."""
    soft = softness(hertz, ratio, h)
    assert soft.mass_scale + soft.impulse_scale == pytest.approx(1)
    if hertz == 0:
        assert soft == RIGID
        return
    x, v, omega = 0.3, -1.7, 2 * math.pi * hertz
    change = -soft.mass_scale * (v + soft.bias_rate * x)
    assert v + change == pytest.approx((v - h * omega**2 * x) / (1 + 2 * h * ratio * omega + (h * omega) ** 2), rel=1e-12)


@njit
def softness_of_row(hertz, ratio, beta, h):
    """Call the formula of joint rows on numbers."""
    return row_softness(hertz, ratio, beta, h)


def test_softness_of_joint_rows():
    for hertz, ratio in ((5.0, 1.0), (60.0, 2.0), (240.0, 0.0)):
        assert softness_of_row(hertz, ratio, 0.3, 0.01) == pytest.approx(tuple(softness(hertz, ratio, 0.01)), rel=1e-14)
    assert softness_of_row(0.0, 1.0, 0.3, 0.01) == pytest.approx((30.0, 1.0, 0.0))


def test_parameters_by_stabilization():
    h = 1 / 240
    made = {name: parameters(SolverSettings(stabilization=name, beta=0.3, slop=0.01), (0, 0, -9.81), 1 / 60, last_h=h)
            for name in ("none", "baumgarte", "split_impulse", "soft")}
    assert [p.split for p in made.values()] == [0, 0, 1, 0] and [p.relax_contacts for p in made.values()] == [0, 0, 0, 1]
    assert made["none"].solve.bias_rate == made["split_impulse"].solve.bias_rate == 0
    for law in (made["baumgarte"].solve, made["split_impulse"].push):
        assert (law.bias_rate, law.slop, law.mass_scale) == pytest.approx((0.3 / h, 0.01, 1))
    capped = parameters(SolverSettings(contact_hertz=240, substeps=1), (0, 0, 0), 1 / 60, last_h=0)
    stiffest = softness(CONTACT_HERTZ_PER_SUBSTEP * 60, SolverSettings().contact_damping_ratio, 1 / 60)
    assert capped.solve.bias_rate == stiffest.bias_rate
    assert made["soft"].impulse_ratio == 1 and capped.impulse_ratio == 1
    assert parameters(SolverSettings(substeps=2), (0, 0, 0), 1 / 60, last_h=1 / 60).impulse_ratio == pytest.approx(0.5)
    stop, none = Stop(8, 1, 2), parameters(SolverSettings(), (0, 0, 0), 0.01, last_h=0)
    assert parameters(SolverSettings(), (0, 0, 0), 0.01, last_h=0, stop=stop).stop == stop
    assert (none.friction_override, none.restitution_override) == (-1, -1)
    over = parameters(SolverSettings(), (0, 0, 0), 0.01, last_h=0, overrides=Overrides(0.0, 1.0))
    assert (over.friction_override, over.restitution_override) == (0, 1)


def random_constraints(rng: np.random.Generator, bodies: int, count: int) -> tuple[ConstraintList, np.ndarray]:
    constraints, types = new_list(count), np.where(rng.random(bodies) < 0.1, STATIC, DYNAMIC).astype(np.uint8)
    constraints.a[:] = rng.integers(FIRST, bodies, count)
    constraints.b[:] = rng.integers(FIRST, bodies, count)
    constraints.index[:] = np.arange(count)
    return constraints, types


def masks_of(types: np.ndarray) -> np.ndarray:
    """No colours yet."""
    masks = np.ones(len(types), np.int64)
    clear_colors(types, masks)
    return masks


def blocks_of(constraints: ConstraintList, start: np.ndarray, kinds: int, mixed: int) -> tuple[np.ndarray, ...]:
    """(a, b, index) of the blocks of constraints whose bins are counted in `start`; padding is entry 99,999."""
    needed = lay_out_bins(start, kinds, mixed)
    lanes = [np.full(needed * W, -1, np.int32) for _ in range(3)]
    place_in_blocks(constraints, len(constraints.a), Lanes(*lanes, start), Layout(99_999, kinds))
    assert start[0] == 0 and start[-1] == needed
    return tuple(lanes)


@pytest.mark.parametrize(("bodies", "count"), [(60, 10), (200, 400), (60, 1500), (3000, 4000)])
def test_colors(bodies, count):
    """The lowest colour that both bodies have free, in the order of the list; too many go to the overflow."""
    constraints, types = random_constraints(np.random.default_rng(count), bodies, count)
    masks = masks_of(types)
    start = new_bins(1)
    assign_bins(constraints, count, masks, Kinds(np.zeros(count, np.int32), 1), start)
    assert (np.diff(np.cumsum(start)) == np.bincount(constraints.color, minlength=COLORS + 1)).all()
    taken: dict[int, set[int]] = {}
    for a, b, color in zip(constraints.a, constraints.b, constraints.color):
        moving = {int(x) for x in (a, b) if types[x] == DYNAMIC}
        free = [c for c in range(COLORS) if all(c not in taken.get(x, ()) for x in moving)]
        assert color == (free[0] if free else COLORS)
        if color < COLORS:
            for x in moving:
                taken.setdefault(x, set()).add(int(color))


@pytest.mark.parametrize(("bodies", "count"), [(60, 10), (200, 400), (60, 1500)])
def test_blocks(bodies, count):
    """Every constraint stands in a lane of its colour, in order; in the overflow alone in a block; lanes left are padding."""
    constraints, types = random_constraints(np.random.default_rng(count + 1), bodies, count)
    start = new_bins(1)
    assign_bins(constraints, count, masks_of(types), Kinds(np.zeros(count, np.int32), 1), start)
    a, b, index = blocks_of(constraints, start, 1, 0)
    assert (np.diff(start) >= 0).all()
    real = index != 99_999
    assert sorted(index[real]) == list(range(count))
    lanes = np.flatnonzero(real)
    assert (a[lanes] == constraints.a[index[lanes]]).all() and (b[lanes] == constraints.b[index[lanes]]).all()
    left = np.flatnonzero(~real)
    assert (a[left] == DUMMY_A + left % W).all() and (b[left] == DUMMY_B + left % W).all()
    colors = np.searchsorted(start, lanes // W, side="right") - 1
    assert (colors == constraints.color[index[lanes]]).all()
    for color in range(COLORS):
        members = index[lanes[colors == color]]
        assert (np.diff(members) > 0).all()
        assert start[color + 1] - start[color] == -(-len(members) // W)
    assert start[COLORS + 1] - start[COLORS] == (constraints.color == COLORS).sum()
    used = colors_used(start, np.zeros_like(start))
    assert used == 1 + constraints.color.max() == colors_used(np.zeros_like(start), start)


def blocks_of_kinds(bodies: int, count: int, kinds: int, mixed: int) -> tuple[np.ndarray, ...]:
    """(kind, colour of each constraint, first block of each bin, constraint of each lane) of random constraints of some kinds."""
    rng = np.random.default_rng(count)
    constraints, types = random_constraints(rng, bodies, count)
    kind = rng.integers(0, kinds, count).astype(np.int32)
    start = new_bins(kinds)
    assign_bins(constraints, count, masks_of(types), Kinds(kind, kinds), start)
    color = constraints.color // kinds
    assert (constraints.color % kinds == kind).all()
    _, _, index = blocks_of(constraints, start, kinds, mixed)
    return kind, color, start, index


@pytest.mark.parametrize(("bodies", "count"), [(60, 10), (200, 400), (60, 1500)])
def test_blocks_of_mixed_kinds(bodies, count):
    """Mixed kinds stand in rising order inside a colour and leave no lane between them."""
    kinds = 4
    kind, color, start, index = blocks_of_kinds(bodies, count, kinds, 1)
    needed = len(index) // W
    assert needed == sum(-(-np.count_nonzero(color == c) // W) for c in range(COLORS)) + np.count_nonzero(color == COLORS)
    color_start, lanes = start[::kinds], np.flatnonzero(index != 99_999)
    assert sorted(index[lanes]) == list(range(count)) and color_start[0] == 0 and color_start[-1] == needed
    assert (color[index[lanes]] == np.searchsorted(color_start, lanes // W, side="right") - 1).all()
    for c in range(COLORS):
        members = index[lanes[color[index[lanes]] == c]]
        assert (np.diff(kind[members].astype(np.int64) * count + members) > 0).all()


@pytest.mark.parametrize(("bodies", "count"), [(60, 10), (200, 400), (60, 1500)])
def test_blocks_of_one_kind(bodies, count):
    """With kinds, a block holds constraints of one colour and one kind; colours start where their first block does."""
    kinds = 5
    kind, color, start, index = blocks_of_kinds(bodies, count, kinds, 0)
    needed = len(index) // W
    of_block, color_start = np.full(needed, -1, np.int32), np.zeros(COLORS + 2, np.int64)
    kinds_of_blocks(start, kinds, BlockKinds(of_block, color_start))
    lanes = np.flatnonzero(index != 99_999)
    assert sorted(index[lanes]) == list(range(count)) and color_start[0] == 0 and color_start[-1] == needed
    assert (kind[index[lanes]] == of_block[lanes // W]).all()
    assert (color[index[lanes]] == np.searchsorted(color_start, lanes // W, side="right") - 1).all()
    alone = lanes[color[index[lanes]] == COLORS] // W
    assert len(set(alone)) == len(alone)


def test_more_partners_than_colors():
    """A big plate that carries more balls than there are colours still carries them."""
    world = World(precision="double", solver=SolverSettings(substeps=2, iterations=8))
    world.add_body(shape=Plane(), type="static")
    plate = world.add_body(shape=Box(half=(6, 6, 0.2)), position=(0, 0, 0.2), density=500)
    for k in range(100):
        world.add_body(shape=Sphere(radius=0.3), position=(k % 10 - 4.5, k // 10 - 4.5, 0.7), density=200)
    for _ in range(60):
        world.step()
    assert world._contacts.colors == COLORS + 1
    assert world.positions[2:, 2].min() > 0.65 and plate.position[2] == pytest.approx(0.2, abs=0.01)
    assert np.abs(world.velocities).max() < 0.05
