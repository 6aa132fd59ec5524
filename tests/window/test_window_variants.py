"""Variants in the real window: added, set and chosen by keys and mouse, dragged together, shown as ghosts and side by side."""
from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from tests.support.desktop import COLD, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")


@pytest.fixture(scope="module")
def app(display, tmp_path_factory):
    app = App(display, tmp_path_factory.mktemp("variants"), "stacking/tower")
    app.wait(lambda s: s["ready"] and s["step"] and s["step"] > 2, "the first steps", COLD)
    yield app
    app.close()


def body(state, name):
    return next(body for body in state["bodies"] if body["name"] == name)


def test_a_variant_is_added_set_and_dragged_with_the_first(app):
    app.key("c")
    state = app.wait(lambda s: len(s["variants"]) == 2 and s["ready"] and s["step"] > 2, "a second variant")
    assert state["chosen"] == 1 and [variant["name"] for variant in state["variants"]] == ["a", "b"]
    app.click(*app.middle("variant:a"))
    app.wait(lambda s: s["chosen"] == 0, "variant a")
    app.key("n")
    app.wait(lambda s: s["chosen"] == 1, "the next variant")
    left, top, right, bottom = app.widget("field:iterations")
    app.click(left + 0.7 * (right - left), (top + bottom) / 2)
    state = app.wait(lambda s: s["variants"][1]["changes"], "another setting")
    assert state["variants"][1]["changes"][0][0] == "Iterations" and state["variants"][0]["changes"] == []
    box = state["bodies"][-1]
    x, y = box["pixel"]
    app.move(x, y)
    app.settle()
    app.xdotool("mousedown", 1)
    app.move(x + 60, y - 20)
    state = app.wait(lambda s: s["grabbed"] is not None, "a grab")
    app.move(x + 140, y - 40)
    app.wait(lambda s: s["variants"][0]["springs"] == s["variants"][1]["springs"] == 1, "a spring in both variants")
    app.xdotool("mouseup", 1)
    app.wait(lambda s: s["grabbed"] is None and s["variants"][0]["springs"] == 0, "an open hand")
    app.wait(lambda s: s["apart"] > 0, "variants that come apart")


def test_ghosts_or_pictures_side_by_side(app):
    """Both are on the screen: the same scene twice, or one scene with glass; without the time line, they are larger."""
    app.key("t")
    app.settle()
    app.key("v")
    state = app.wait(lambda s: len(s["viewports"]) == 2, "two pictures")
    one, other = state["viewports"]
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
    app.wait(lambda s: s["chosen"] == 0, "the variant whose picture was clicked")
    app.key("v")
    app.wait(lambda s: len(s["viewports"]) == 1, "one picture")


def test_one_variant_is_left(app):
    app.key("shift+c")
    state = app.wait(lambda s: not s["variants"], "one variant")
    assert state["chosen"] == 0 and len(state["viewports"]) == 1
    step = state["step"]
    app.wait(lambda s: s["step"] > step + 3 or s["paused"], "that it goes on")
