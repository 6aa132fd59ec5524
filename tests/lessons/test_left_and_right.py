"""Lessons call two solvers the left and the right one: their pictures stand so in every window that is not high."""
from __future__ import annotations

import pytest

from app.input.viewports import viewports
from app.panels.widgets.layout import Places, layout


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 768)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("dock", [False, True])
def test_the_pictures_of_two_variants_are_beside_each_other(size, scale, dock):
    pictures = layout(*size, scale, Places(column=False, dock=dock)).pictures
    left, right = viewports(2, tuple(pictures))
    assert left.y == right.y and left.x + left.width < right.x
