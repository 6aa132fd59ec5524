"""The editor in the real window, with real mouse and keyboard: a body is made, moved by the gizmo, renamed and saved."""
from __future__ import annotations

import pytest

import scenes
from tests.support.desktop import App, editor, missing

SCENE = "format: 1\ntitle: Empty\nbodies:\n  - {name: floor, shape: {plane: {}}}      # the ground\n"

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")


@pytest.fixture
def app(tmp_path):
    """The window on a scene with a floor alone."""
    with editor(tmp_path, "mine.yaml", SCENE) as app:
        yield app


def body(app: App, name: str) -> dict:
    """A body of the scene."""
    return next(one for one in app.wait(lambda s: any(one["name"] == name for one in s["bodies"]), name)["bodies"]
                if one["name"] == name)


def test_a_body_is_made_moved_taken_back_and_saved(app, tmp_path):
    app.key("shift+b")
    x, y = body(app, "box")["pixel"]
    app.settle(10)
    before = body(app, "box")["position"]
    app.move(x, y - 45)                                    # the blue arrow, upwards
    app.wait(lambda s: s["on_gizmo"], "the arrow under the pointer")
    app.xdotool("mousedown", 1)
    app.settle(2)
    for k in range(1, 13):
        app.move(x, y - 45 - 10 * k)
        app.settle(1)
    app.settle(2)
    app.xdotool("mouseup", 1)
    app.wait(lambda s: any(one["position"][2] > before[2] + 0.2 for one in s["bodies"] if one["name"] == "box"), "the new place")
    app.settle(2)
    after = body(app, "box")["position"]
    assert after[:2] == pytest.approx(before[:2], abs=1e-6)
    app.key("ctrl+z")
    app.wait(lambda s: any(one["position"] == before for one in s["bodies"] if one["name"] == "box"), "the place before")
    app.key("ctrl+y")
    app.wait(lambda s: any(one["position"] == after for one in s["bodies"] if one["name"] == "box"), "the place after")
    app.click(*app.middle("edit:name"))
    app.settle(1)
    app.key("ctrl+a")
    app.type("tower")
    app.key("Return")
    body(app, "tower")
    app.key("ctrl+d")
    body(app, "tower_2")
    app.key("ctrl+s")
    path = tmp_path / "mine.yaml"
    app.wait(lambda s: "tower" in path.read_text(), "the file")
    saved = scenes.load(str(path))
    assert "# the ground" in path.read_text()
    assert [plan.name for plan in saved.bodies] == ["floor", "tower", "tower_2"]
    assert saved.bodies[1].position == pytest.approx(after, abs=1e-6)
