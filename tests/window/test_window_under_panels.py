"""What is drawn in the scene without bounds stays under the panels: arrows, rings, the box of a selection.

Seen: on a renderer without a graphics card panels have backs that are drawn before all of ImGui, and the gizmo came over them, as
over the numbers of the solver.  Expected: nothing of it is on a panel, and it is whole beside it.
"""
from __future__ import annotations

import numpy as np
import pytest

from tests.support.desktop import editor, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")

SCENE = """\
format: 1
title: At the edge
camera: {position: [0, -11, 3], target: [0, 0, 0.5]}
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: left, shape: {box: {half: [0.3, 0.3, 0.3]}}, position: [-6.9, 0, 0.3]}
  - {name: right, shape: {box: {half: [0.3, 0.3, 0.3]}}, position: [6.9, 0, 0.3]}
"""
APART = 90                 # of 255, by which the largest colour of a pixel of the gizmo is above the smallest at least


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The window, paused, with a body at the edge of each panel."""
    with editor(tmp_path_factory.mktemp("edge"), "edge.yaml", SCENE) as app:
        app.pause()
        app.key("shift+Home")
        app.settle(6)
        yield app


def select(app, name):
    """Click on a body; the pixel."""
    x, y = next(one["pixel"] for one in app.state()["bodies"] if one["name"] == name)
    app.click(x, y)
    app.wait(lambda s: s["selection"] is not None, "the selection")
    app.move(640, 20)
    app.settle(6)
    return x, y


def coloured(pixels, left, top, right, bottom):
    """How many pixels of a part are red or green, as arrows and rings are: panels are grey and blue."""
    part = pixels[round(top):round(bottom), round(left):round(right)].astype(int)
    return int((np.maximum(part[..., 0], part[..., 1]) - part.min(axis=-1) > APART).sum())


def test_arrows_and_rings_are_under_the_panels(app):
    x, y = select(app, "right")
    left, *_ = app.widget("window:panel")
    on_panel, beside = (left + 1, y - 110, left + 130, y + 110), (x - 60, y - 110, left - 1, y + 110)
    without = app.display.pixels()
    for word in ("arrows", "rings"):
        app.key("shift+e")
        app.settle(6)
        shown = app.display.pixels()
        assert coloured(shown, *beside) > coloured(without, *beside) + 100, f"{word} are there, beside the panel"
        assert abs(coloured(shown, *on_panel) - coloured(without, *on_panel)) <= 3, f"{word} on the panel"
    app.key("shift+e")
    app.key("Escape")
    app.wait(lambda s: s["selection"] is None, "no selection")


def test_the_box_of_a_selection_is_under_the_panels(app):
    left, top, *_ = app.widget("window:panel")
    app.key("alt+x")
    app.move(left - 60, top + 60)
    app.settle(2)
    before = app.display.pixels()
    app.xdotool("mousedown", 1)
    for k in range(1, 6):
        app.move(left - 60 + 30 * k, top + 60 + 30 * k)
        app.settle(1)
    app.wait(lambda s: s["box"] is not None, "the box")
    app.settle(4)
    shown = app.display.pixels()
    app.xdotool("mouseup", 1)
    band = np.s_[round(top + 66):round(top + 200), round(left + 4):round(left + 50)]
    changed = np.abs(shown[band].astype(int) - before[band]).max(axis=-1) > 12
    assert changed.mean() < 0.02, "at most the numbers that change"
