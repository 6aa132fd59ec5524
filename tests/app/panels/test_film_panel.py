"""The panel of camera and film: views, keyframes, captions, slow motion, and the captions over the scene."""
from __future__ import annotations

import pytest

from app.published.film_plan import Caption
from app.simulation.commands import Pause, SetTimeScale


@pytest.fixture
def panel(bench):
    """A bench with the panel open."""
    bench.state.change(film=True)
    bench.commands.clear()
    return bench


def test_its_key_opens_it_in_the_place_of_the_other_docks(bench):
    bench.state.change(inside_step=True)
    assert bench.state.act_by_chord("U") and bench.state.settings.film and not bench.state.settings.inside_step
    assert "button:keep view" in bench.frame(3)
    bench.state.change(advice=True)
    assert "button:keep view" not in bench.frame(3)


def test_a_view_is_kept_visited_renamed_and_removed(panel):
    motion = panel.state.motion
    panel.click("button:keep view")
    kept = motion.vantage
    assert [one.name for one in panel.state.film.plan.bookmarks] == ["view_1"]
    motion.orbit(200, 30)
    motion.arrive()
    panel.click("button:view:view_1")
    motion.arrive()
    assert motion.vantage.eye == pytest.approx(kept.eye, abs=2e-3)
    panel.click("field:view name 0")
    panel.type("x")
    from imgui_bundle import imgui
    panel.press(imgui.Key.enter)
    name = panel.state.film.plan.bookmarks[0].name
    assert name != "view_1" and "x" in name
    panel.click("button:remove bookmarks 0")
    assert not panel.state.film.plan.bookmarks


def test_a_keyframe_is_set_and_removed(panel):
    panel.click("button:set keyframe")
    path = panel.state.film.plan.path
    assert len(path) == 1 and path[0].at == pytest.approx(panel.state.view.time, abs=1e-4)
    panel.click("button:remove path 0")
    assert not panel.state.film.plan.path


def test_captions_and_slow_motion_are_added_changed_and_removed(panel):
    panel.click("button:add caption")
    panel.click("button:add slow motion")
    plan = panel.state.film.plan
    assert plan.captions[0].end - plan.captions[0].start == pytest.approx(3.0) and plan.slow[0].factor == 0.25
    panel.drag("field:caption 0 until", 0.3, 0.9)
    panel.drag("field:factor 0", 0.3, 0.9)
    changed = panel.state.film.plan
    assert changed.captions[0].end > plan.captions[0].end and changed.captions[0].start == plan.captions[0].start
    assert changed.slow[0].factor > 0.25
    panel.click("field:caption 0")
    panel.type("!")
    assert "!" in panel.state.film.plan.captions[0].text
    panel.click("button:remove captions 0")
    panel.click("button:remove slow 0")
    assert not panel.state.film.plan.captions and not panel.state.film.plan.slow


def test_a_caption_stands_over_the_scene_in_its_time(bench):
    time = bench.state.view.time
    captions = Caption(time, time + 2.0, "Look here", "top_right"), Caption(50.0, 60.0, "Later", "top")
    bench.state.film.editor.change(captions=captions)
    bench.frame(2)
    widgets = bench.frame(2)
    assert "caption:1" not in widgets
    left, top, right, bottom = widgets["caption:0"]
    area = bench.state.area
    assert area[0] <= left and right <= area[0] + area[2] and (left + right) / 2 > area[0] + area[2] / 2
    assert top < area[1] + area[3] / 4
    bench.state.change(captions=False)
    assert "caption:0" not in bench.frame(3)


def test_play_says_what_is_missing_and_plays(panel):
    panel.click("button:play path")
    assert panel.commands == [] and not panel.state.film.player.playing
    time = panel.state.view.time
    vantage = panel.state.motion.vantage
    panel.state.film.editor.set_keyframe(time + 5.0, vantage)
    panel.state.film.editor.add_slow_part(time)
    panel.click("button:play path")
    assert panel.state.film.player.playing and Pause(False) in panel.commands and SetTimeScale(0.25) in panel.commands
    panel.click("button:play path")
    assert not panel.state.film.player.playing and panel.commands[-1] == SetTimeScale(1.0)
