"""Rows in the colours of a column: points, the bodies that they act on, the scale."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.colors import ERROR_COLORS
from app.draw.rows.paint import paint_of, painted
from app.published.inside import Inside
from app.published.view import Parts, empty_view
from app.simulation.inside_publisher import InsidePublisher, Looking
from app.simulation.publisher import Publisher
from tests.support.inside_step import crates


def test_no_column_no_paint():
    table = empty_view().table
    assert paint_of(None, "impulse", np.arange(3), table, "dark") is None
    assert paint_of(Inside(step=1), "", np.arange(3), table, "dark") is None
    assert painted(None) == painted(None) and not painted(None).markers


def test_a_body_has_the_colour_of_its_largest_row(painted_rows):
    inside, table, paint = painted_rows
    rows = inside.rows
    assert paint.low == pytest.approx(rows.impulse.min()) and paint.high == pytest.approx(rows.impulse.max())
    largest = int(rows.impulse.argmax())
    on_it = {int(uid) for uid in (rows.a[largest], rows.b[largest])}
    red = {int(table.uids[row]) for row, color in zip(paint.bodies, paint.body_colors) if tuple(color) == ERROR_COLORS[-1]}
    assert red and red <= on_it
    assert (table.types[paint.bodies] == 0).all()
    assert tuple(paint.point_colors[-1, :3]) == ERROR_COLORS[-1], "drawn over those of smaller values at its place"


@pytest.fixture
def painted_rows():
    world = crates(9)
    view, inside = Publisher(world).view(None, (), Parts()), InsidePublisher(world).look(Looking(), False)
    return inside, view.table, paint_of(inside, "impulse", np.arange(inside.rows.size), view.table, "dark")
