"""Shapes in the real window: a wedge by its key, made a cone in its card, and saved."""
from __future__ import annotations

import pytest

import scenes
from tests.support.desktop import editor, missing

SCENE = "format: 1\ntitle: Empty\nbodies:\n  - {name: floor, shape: {plane: {}}}      # the ground\n"

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")


@pytest.fixture
def app(tmp_path):
    """The window on a scene with a floor alone."""
    with editor(tmp_path, "mine.yaml", SCENE) as app:
        yield app


def scroll_to(app, name):
    """Turn the wheel over the card until a widget of it is in sight."""
    left, top, right, bottom = app.widget("window:selection")
    app.move((left + right) / 2, (top + bottom) / 2)
    for _ in range(12):
        if app.middle(name)[1] < bottom - 20:
            break
        app.click((left + right) / 2, (top + bottom) / 2, 5)
        app.settle(2)


def test_a_wedge_is_made_changed_and_saved(app, tmp_path):
    app.key("alt+4")
    app.wait(lambda s: s["selection"] is not None, "the new body selected")
    assert "edit:points" in app.wait(lambda s: "edit:points" in s["widgets"], "its points")["widgets"]
    scroll_to(app, "edit:shape")
    app.click(*app.middle("edit:shape"))
    app.settle(2)
    app.click(*app.middle("edit:shape cone"))
    app.wait(lambda s: "edit:half_length" in s["widgets"], "the fields of a cone")
    app.key("ctrl+s")
    path = tmp_path / "mine.yaml"
    app.wait(lambda s: "cone" in path.read_text(), "the file")
    made = scenes.loads(path.read_text()).bodies[-1]
    assert made.shape.name == "cone" and "# the ground" in path.read_text()
