"""Colouring: the lowest free colour, and blocks by colour and kind."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.bodies.arrays import DUMMY_A, DUMMY_B, FIRST
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
from physics.simd.value import W


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
    world = World(sleep=False, precision="double", solver=SolverSettings(substeps=2, iterations=8))
    world.add_body(shape=Plane(), type="static")
    plate = world.add_body(shape=Box(half=(6, 6, 0.2)), position=(0, 0, 0.2), density=500)
    for k in range(100):
        world.add_body(shape=Sphere(radius=0.3), position=(k % 10 - 4.5, k // 10 - 4.5, 0.7), density=200)
    for _ in range(60):
        world.step()
    assert world._contacts.colors == COLORS + 1
    assert world.positions[2:, 2].min() > 0.65 and plate.position[2] == pytest.approx(0.2, abs=0.01)
    assert np.abs(world.velocities).max() < 0.05
