"""The card with a scene's title and text: it comes with the scene, a key closes it, another brings it back."""
from __future__ import annotations

import pytest

from app.published.status import SceneCard

CARD = SceneCard("tower", title="Tower", about="Fifteen boxes. " * 4)


@pytest.fixture
def opened(bench):
    bench.changes = {"scene": CARD}
    bench.frame()
    return bench


def test_it_comes_with_a_scene_and_goes_by_a_key_and_comes_back_by_another(opened):
    assert "window:introduction" in opened.frame()
    opened.state.act_by_chord("Escape")
    assert "window:introduction" not in opened.frame()
    opened.state.act_by_chord("I")
    assert "window:introduction" in opened.frame()
    opened.state.act_by_chord("I")
    assert "window:introduction" not in opened.frame()
    opened.changes = {"scene": SceneCard("cradle", title="Cradle", about="Five balls.")}
    assert "window:introduction" in opened.frame()


def test_it_can_be_closed_by_the_mouse(opened):
    opened.click("button:close introduction")
    assert "window:introduction" not in opened.frame()


def test_the_same_scene_read_again_does_not_bring_it_back(opened):
    opened.state.act("cancel")
    opened.changes = {"scene": SceneCard("tower", title="Tower", about="Sixteen boxes.")}
    assert "window:introduction" not in opened.frame()


def test_a_setting_keeps_it_away(bench):
    bench.state.change(introduction=False)
    bench.changes = {"scene": CARD}
    assert "window:introduction" not in bench.frame()
    bench.state.act("introduction")
    assert "window:introduction" in bench.frame()


def test_escape_unselects_before_it_closes_the_text(opened):
    opened.session.selection = 1
    opened.frame()
    opened.state.act("cancel")
    assert "window:introduction" in opened.frame() and opened.commands


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720), (1920, 1080)])
def test_the_scene_is_seen_below_it(opened, size):
    opened.state.size = size
    widgets = opened.frame(4)
    left, top, right, bottom = opened.state.area[0], opened.state.area[1], *(
        opened.state.area[k] + opened.state.area[k + 2] for k in (0, 1))
    assert right - left > 0.2 * size[0] and bottom - top > 0.3 * size[1]
    for name in ("introduction", "panel", "toolbar", "statistics"):
        panel = widgets.get(f"window:{name}")
        assert panel is None or panel[2] <= left or panel[0] >= right or panel[3] <= top or panel[1] >= bottom, name
    opened.state.act("cancel")
    opened.frame(3)
    assert opened.state.area[1] < top, "without it the scene has its place"
