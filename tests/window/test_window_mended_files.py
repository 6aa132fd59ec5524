"""Files with mistakes in the real window: the red card goes with the mistake, and its file is the one that is read; and Delete in
the editor, which the file then shows."""
from __future__ import annotations

import pytest

from tests.support.desktop import editor, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")

GOOD = """\
format: 1
title: Good
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: ball, shape: {sphere: {radius: 0.25}}, position: [0, 0, 1]}
"""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The window on a good file."""
    with editor(tmp_path_factory.mktemp("mended"), "good.yaml", GOOD) as app:
        yield app


@pytest.fixture(scope="module")
def path(app):
    return app.folder.parent / "good.yaml"


def test_the_card_goes_when_the_mistake_is_taken_back(app, path):
    for broken in (GOOD.replace("0.25", "-1"), None):
        if broken is None:
            path.unlink()
            path.mkdir()
        else:
            path.write_text(broken)
        app.wait(lambda s: s["fault"] and "good.yaml" in s["fault"], "the card")
        if broken is None:
            path.rmdir()
        path.write_text(GOOD)
        state = app.wait(lambda s: s["fault"] is None, "the end of the card")
        assert state["title"] == "Good" and state["run"] == 1


def test_what_failed_to_open_is_read_again_and_watched(app, path):
    other = path.with_name("other.yaml")
    other.write_text(GOOD + "bodys: []\n")
    app.key("ctrl+o")
    app.wait(lambda s: s["sheet"] == "scenes", "the sheet")
    app.type(str(other))
    app.settle(4)
    app.key("Return")
    app.wait(lambda s: s["fault"] and "other.yaml" in s["fault"], "the card of the other")
    app.key("ctrl+l")
    app.wait(lambda s: any("again" in text for text in s["toasts"]), "reading again")
    assert "other.yaml" in app.settle()["fault"] and app.state()["title"] == "Good"
    app.click(*app.middle("button:open again"))
    assert "other.yaml" in app.settle()["fault"]
    other.write_text(GOOD.replace("Good", "Other"))
    app.wait(lambda s: s["title"] == "Other" and s["fault"] is None, "the other scene")


def ball(state):
    """The pixel of the ball."""
    return next(one["pixel"] for one in state["bodies"] if one["name"] == "ball")


def covered(state, pixel):
    """Whether something of the panels lies over a pixel."""
    x, y = pixel
    return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in state["widgets"].values())


def test_delete_in_the_editor_is_saved_and_taken_back(app, path):
    file = path.with_name("other.yaml")
    app.wait(lambda s: s["ready"] and (s["step"] or 0) > 3, "the first steps")
    app.key("alt+m")
    app.pause()
    seen = None
    while seen != (seen := ball(app.settle(10))) or covered(app.state(), seen):      # the camera makes room for the card
        pass
    app.click(*seen)
    app.wait(lambda s: s["selection"] is not None, "the selection")
    app.key("Delete")
    app.wait(lambda s: all(one["name"] != "ball" for one in s["bodies"]) and s["edits"]["undo"] == "remove ball", "the edit")
    app.key("ctrl+s")
    app.wait(lambda s: "ball" not in file.read_text(), "the file without it")
    app.key("ctrl+z")
    app.wait(lambda s: any(one["name"] == "ball" for one in s["bodies"]), "the body again")
