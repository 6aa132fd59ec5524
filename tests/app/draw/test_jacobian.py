"""A block of a Jacobian in the scene: where it acts, along or about what, in which sense it turns, and its numbers."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.colors import SPIN, VELOCITY
from app.draw.rows.jacobian import block_marks, block_of, moves, text_of
from app.draw.overlay import NOTHING
from app.published.inside import key_of
from app.published.view import Parts
from app.simulation.inside_publisher import InsidePublisher, Looking
from app.simulation.publisher import Publisher
from tests.support.inside_step import crates

POSE = Camera((6, -8, 4), (1, 0, 1)).pose


@pytest.fixture(scope="module")
def seen():
    """A view, and its inside with every row picked that has something to say."""
    world = crates(9)
    rows = world.rows()
    keys = tuple(key_of(rows, row) for row in range(rows.size))
    return Publisher(world).view(None, (), Parts()), InsidePublisher(world).look(Looking(None, keys), False)


def rows_of(inside, kind):
    return [pinned.row for pinned in inside.pinned if pinned.row is not None and inside.rows.kind[pinned.row] == kind]


def test_a_linear_block_is_an_arrow_where_the_row_acts(seen):
    view, inside = seen
    row = rows_of(inside, "normal")[-1]
    for number in (0, 2):
        if not moves(inside, row, number, view.table):
            continue
        (shafts,), (dots,), *_ = block_marks(inside, (row, number), view, POSE)
        way = shafts.points[0, 1] - shafts.points[0, 0]
        wanted = inside.rows.jacobian[row, 3 * number:3 * number + 3]
        assert np.allclose(shafts.points[0, 0], inside.rows.point[row], atol=1e-6)
        assert np.allclose(way / np.linalg.norm(way), wanted / np.linalg.norm(wanted), atol=1e-5)
        assert (dots.colors[:, :3] == VELOCITY[:3]).all()


def test_an_angular_block_is_an_axis_at_the_centre_with_a_right_handed_turn(seen):
    view, inside = seen
    row = next(row for row in rows_of(inside, "held") if inside.rows.jacobian[row, 3:6].any())
    (shafts, arc, _), (dots,), *_ = block_marks(inside, (row, 1), view, POSE)
    centre, axis = view.positions[view.table.index(int(inside.rows.a[row]))], inside.rows.jacobian[row, 3:6]
    axis = axis / np.linalg.norm(axis)
    assert np.allclose(shafts.points[0, 0], centre, atol=1e-5) and (dots.colors[:, :3] == SPIN[:3]).all()
    points = np.concatenate((arc.points[:, 0], arc.points[-1:, 1]))
    radii = points - centre - ((points - centre) @ axis)[:, None] * axis
    turning = np.cross(radii[:-1], radii[1:]) @ axis
    assert (turning > 0).all(), "turning from each piece of the arc to the next is about +J"
    assert np.ptp(np.linalg.norm(radii, axis=1)) < 1e-4


def test_the_text_has_the_numbers_of_the_term(seen):
    view, inside = seen
    row = rows_of(inside, "normal")[0]
    block = block_of(inside, (row, 2), view)
    equation = next(pinned.equation for pinned in inside.pinned if pinned.row == row)
    assert block.value == equation.motion[2].value and block.speed == equation.motion[2].source
    assert text_of(block).startswith("J linear b (0, 0, 1)") and f"adds {block.value:+.4g} N s" in text_of(block)


def test_what_cannot_move_has_no_block(seen):
    view, inside = seen
    on_floor = next(row for row in rows_of(inside, "normal") if inside.rows.b[row] == 1)
    joint = rows_of(inside, "held")[0]
    world = 0 if inside.rows.a[joint] == -1 else 1
    assert moves(inside, on_floor, 0, view.table) and not moves(inside, on_floor, 2, view.table)
    assert not moves(inside, joint, 2 * world, view.table)
    assert block_marks(inside, (on_floor, 2), view, POSE) == NOTHING


def test_without_a_term_under_the_pointer_or_its_row_there_is_nothing(seen):
    view, inside = seen
    assert block_marks(inside, None, view, POSE) == NOTHING
    assert block_marks(dataclasses.replace(inside, pinned=()), (0, 0), view, POSE) == NOTHING
