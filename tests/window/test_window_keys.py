"""Keys of overlays in the real window: each switches its overlay on and off, whichever of its keys comes up first."""
from __future__ import annotations

import pytest

from app.draw.view_setting import INSIDE, OVERLAYS, placements
from app.panels.stack import window_settings
from tests.support.desktop import COLD, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
KEYS = {name: place.keys[0] for name, (_, place) in placements(window_settings()).items()
        if place.group in (OVERLAYS, INSIDE) and place.keys}


@pytest.fixture(scope="module")
def app(display, tmp_path_factory):
    """A paused tower."""
    window = App(display, tmp_path_factory.mktemp("keys"), "stacking/tower", introduction=False)
    window.wait(lambda s: s["ready"] and s["step"], "the first step", COLD)
    window.pause()
    yield window
    window.close()


@pytest.mark.parametrize("name", KEYS)
def test_a_key_switches_its_overlay_on_and_off(app, name):
    """On X11 Shift+1 comes as `!`, and comes up as `1` where Shift is let go first: that was taken for a key that is down."""
    *modifiers, key = KEYS[name].lower().split("+")
    before = app.state()["settings"][name]
    app.key("+".join([*modifiers, key]))                                  # lets go of Shift first
    app.wait(lambda s: s["settings"][name] != before, f"{KEYS[name]}: {name}")
    for held in modifiers:
        app.xdotool("keydown", held)
    app.key(key)
    for held in modifiers:
        app.xdotool("keyup", held)
    app.wait(lambda s: s["settings"][name] == before, f"{KEYS[name]}: {name} as before")


def test_a_question_mark_asks_for_help(app):
    app.key("question")
    app.wait(lambda s: s["sheet"] == "help", "the help sheet")
    app.key("Escape")
    app.wait(lambda s: not s["sheet"], "its end")
