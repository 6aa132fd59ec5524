"""Lanes in the real window: added, set and chosen by keys and mouse, dragged together, shown as ghosts and side by side."""
from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from tests.support.desktop import App, Display, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
COLD = 300.0                    # [s] that compiling all kernels may take on a busy machine


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    display = Display()
    app = App(display, tmp_path_factory.mktemp("lanes"), "stacking/tower")
    app.wait(lambda s: s["ready"] and s["step"] and s["step"] > 2, "the first steps", COLD)
    yield app
    app.close()
    display.close()


def body(state, name):
    return next(body for body in state["bodies"] if body["name"] == name)


def test_a_lane_is_added_set_and_dragged_with_the_first(app):
    app.key("c")
    state = app.wait(lambda s: len(s["lanes"]) == 2 and s["ready"] and s["step"] > 2, "a second lane")
    assert state["chosen"] == 1 and [lane["name"] for lane in state["lanes"]] == ["a", "b"]
    app.click(*app.middle("lane:a"))
    app.wait(lambda s: s["chosen"] == 0, "lane a")
    app.key("n")
    app.wait(lambda s: s["chosen"] == 1, "the next lane")
    left, top, right, bottom = app.widget("field:iterations")
    app.click(left + 0.7 * (right - left), (top + bottom) / 2)
    state = app.wait(lambda s: s["lanes"][1]["changes"], "another setting")
    assert state["lanes"][1]["changes"][0][0] == "Iterations" and state["lanes"][0]["changes"] == []
    box = state["bodies"][-1]
    x, y = box["pixel"]
    app.move(x, y)
    app.settle()
    app.xdotool("mousedown", 1)
    app.move(x + 60, y - 20)
    state = app.wait(lambda s: s["grabbed"] is not None, "a grab")
    app.move(x + 140, y - 40)
    app.wait(lambda s: s["lanes"][0]["springs"] == s["lanes"][1]["springs"] == 1, "a spring in both lanes")
    app.xdotool("mouseup", 1)
    app.wait(lambda s: s["grabbed"] is None and s["lanes"][0]["springs"] == 0, "an open hand")
    app.wait(lambda s: s["apart"] > 0, "lanes that come apart")


def test_ghosts_or_pictures_side_by_side(app):
    """Both are on the screen: the same scene twice, or one scene with glass."""
    app.key("v")
    state = app.wait(lambda s: len(s["panes"]) == 2, "two pictures")
    one, other = state["panes"]
    app.key("F12")
    state = app.wait(lambda s: s["files"], "a screenshot")
    picture = np.asarray(Image.open(state["files"][-1]).convert("RGB"), int)
    for x, y, width, height in (one, other):              # without panels the screenshot begins where the first picture does
        x, y = x - one[0], y - one[1]
        inside = picture[int(y) + 40:int(y + height), int(x):int(x + width)]
        assert inside.std(axis=(0, 1)).max() > 15, "an empty picture"
    gap = picture[int(one[3] / 2), int(one[2]) + 1]
    assert gap.max() < 30, "what is between the pictures"
    app.click(one[0] + 0.9 * one[2], one[1] + 0.5 * one[3])
    app.wait(lambda s: s["chosen"] == 0, "the lane whose picture was clicked")
    app.key("v")
    app.wait(lambda s: len(s["panes"]) == 1, "one picture")


def test_one_lane_is_left(app):
    app.key("shift+c")
    state = app.wait(lambda s: not s["lanes"], "one lane")
    assert state["chosen"] == 0 and len(state["panes"]) == 1
    step = state["step"]
    app.wait(lambda s: s["step"] > step + 3 or s["paused"], "that it goes on")
