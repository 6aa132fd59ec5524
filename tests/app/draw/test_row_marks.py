"""Marks of rows in the scene, and the bands of loads."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.colors import LOAD, ROW
from app.draw.overlay import NOTHING, together
from app.draw.rows.marks import THICK, THIN, load_bands, marks_of
from app.published.view import Parts
from app.simulation.publisher import Publisher
from physics.introspection.row_table import empty_table
from tests.support.fake_world import OTHER
from tests.support.inside_step import crates, looked_into

POSE = Camera((6, -8, 4), (1, 0, 1)).pose


@pytest.fixture(scope="module")
def inside():
    return looked_into(pinned=2, body=OTHER)


def test_nothing_without_rows_to_mark(inside):
    assert marks_of(dataclasses.replace(inside, pinned=()), None, POSE) == NOTHING
    assert marks_of(dataclasses.replace(inside, pinned=(), rows=empty_table()), 3, POSE) == NOTHING, "of an earlier table"


def test_a_dot_where_the_row_acts_and_an_arrow_along_its_axis(inside):
    row = inside.rows.size - 1
    marks = marks_of(dataclasses.replace(inside, pinned=()), row, POSE)
    (shafts,), (dots,), *_ = marks
    assert np.allclose(dots.points, inside.rows.point[[row]], atol=1e-6) and (dots.colors[:, :3] == ROW[:3]).all()
    way = shafts.points[0, 1] - shafts.points[0, 0]
    assert np.allclose(way / np.linalg.norm(way), inside.rows.axis[row], atol=1e-5)


def test_picked_rows_and_the_hovered_one_are_marked_once_each(inside):
    picked = [pinned.row for pinned in inside.pinned]
    assert len(marks_of(inside, picked[0], POSE)[1][0].points) == 2
    assert len(marks_of(inside, inside.rows.size - 1, POSE)[1][0].points) == 3


def test_the_way_of_a_load_to_the_ground_gets_wider(inside):
    view = Publisher(crates()).view(None, (), Parts())
    (thin, thick), *_ = load_bands(inside, view)
    assert THIN <= thin.width < thick.width == THICK, "the lower crate is borne with twice the load"
    assert np.allclose(thin.points[0, 0], view.positions[2]) and np.allclose(thick.points[0, 0], view.positions[1])
    assert thick.points[0, 1, 2] == pytest.approx(0.0, abs=0.02)
    assert (thin.colors[:, :3] == LOAD[:3]).all()


def test_without_a_load_no_bands(inside):
    assert load_bands(dataclasses.replace(inside, load=None), Publisher(crates()).view(None, (), Parts())) == NOTHING


def test_parts_are_put_together_by_kind(inside):
    one, both = marks_of(inside, None, POSE), together(marks_of(inside, None, POSE), marks_of(inside, 0, POSE))
    assert [len(part) for part in both] == [2 * len(part) for part in one]
