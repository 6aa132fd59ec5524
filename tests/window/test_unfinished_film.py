"""A film of ten minutes, ended by a click long before its end."""
from __future__ import annotations

import pytest

from tests.support.desktop import COLD, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
LENGTH = 600.0                  # [s]: no machine makes it before the click


@pytest.fixture(scope="module")
def window(display, tmp_path_factory):
    window = App(display, tmp_path_factory.mktemp("film"), "stacking/pyramid_2d", video_seconds=LENGTH)
    yield window
    window.close()


@pytest.fixture
def app(window):
    """The window with a scene that moves."""
    window.wait(lambda s: s["ready"] and s["step"] is not None and s["step"] > 2 and not s["paused"], "the first steps", COLD)
    return window


def test_an_offline_film_can_be_cancelled(app):
    app.key("shift+F9")
    app.wait(lambda s: s["recording"] and s["recording"][2] > 0, "progress")
    assert app.state()["paused"]
    app.click(*app.middle("button:cancel recording"))
    state = app.wait(lambda s: s["recording"] is None and not s["paused"], "the end")
    left_over = [p for p in (app.folder / "captures").iterdir() if str(p) not in state["files"]]
    assert left_over == []


def test_an_offline_film_can_be_finished_early(app):
    import av
    count, settings = len(app.state()["files"]), app.state()["settings"]
    app.key("shift+F9")
    app.wait(lambda s: s["recording"] and s["recording"][2] > 0, "progress")
    app.click(*app.middle("button:finish recording"))
    state = app.wait(lambda s: len(s["files"]) > count and s["recording"] is None and not s["paused"], "the film")
    with av.open(state["files"][-1]) as film:
        assert 0 < sum(1 for _ in film.decode(video=0)) < settings["video_fps"] * settings["video_seconds"]
