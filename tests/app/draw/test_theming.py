"""Colours of overlays: in the light theme darker than its ground, the same in the picture and in the legend."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw import colors
from app.draw.frame import Count, Markers, Segments
from app.draw.overlay import Primitives
from app.draw.theming import in_theme

GROUND = 200.0                     # brightness of the light theme's ground


def brightness(color):
    return float(np.dot(color[:3], (0.299, 0.587, 0.114)))


@pytest.mark.parametrize("color", colors.OVERLAYS_ON_LIGHT)
def test_an_overlay_stands_out_from_the_light_ground(color):
    assert brightness(colors.in_theme(color, "light")) < GROUND - 50
    assert colors.in_theme(color, "dark") == color


def test_the_picture_has_the_colours_of_the_legend():
    own = np.array([colors.ROW, colors.NORMAL, (1, 2, 3, 4), colors.ROW], np.uint8)
    points = np.zeros((4, 2, 3), np.float32)
    drawn = Primitives((Segments(points, own),), (Markers(points[:, 0], colors.repeated(colors.TRAIL, 4)),
                                                  Markers(points[:0, 0], own[:0])))
    assert in_theme(drawn, "dark") is drawn
    light = in_theme(drawn, "light")
    expected = [colors.in_theme(tuple(map(int, color)), "light") for color in own]
    assert light.segments[0].colors.tolist() == [list(color) for color in expected] and expected[2] == (1, 2, 3, 4)
    assert light.markers[0].colors.tolist() == [list(colors.in_theme(colors.TRAIL, "light"))] * 4
    assert len(light.markers[1].colors) == 0


def test_a_trail_keeps_how_faint_it_is():
    faint = np.array([(*colors.TRAIL[:3], alpha) for alpha in (200, 90, 7)], np.uint8)
    (light,) = in_theme(Primitives((Segments(np.zeros((3, 2, 3), np.float32), faint),)), "light").segments
    assert (light.colors[:, :3] == colors.OVERLAYS_ON_LIGHT[colors.TRAIL][:3]).all()
    assert light.colors[1:, 3].tolist() == [90, 7]


def test_the_number_of_marks_is_the_same_in_both_themes():
    counts = (Count("contact points", 7_000, 60_000),)
    assert in_theme(Primitives(counts=counts), "light") == Primitives(counts=counts)
