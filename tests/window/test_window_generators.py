"""Generators in the real window, with real mouse and keyboard.

A wall is made from its card, its rows are dragged in the card of a body, it is moved by the gizmo and broken up, and the running
world is saved as a scene.
"""
from __future__ import annotations

import pytest

import scenes
from tests.support.desktop import App, editor, missing

SCENE = "format: 1\ntitle: Empty\nbodies:\n  - {name: floor, shape: {plane: {}}}      # the ground\n"

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")


@pytest.fixture
def app(tmp_path):
    """The window on a scene with a floor alone."""
    with editor(tmp_path, "mine.yaml", SCENE, (1280, 900)) as app:
        yield app


def drag(app: App, widget: str, by: float) -> None:
    """Press on a widget, move to the side in small steps, let go."""
    x, y = app.middle(widget)
    app.move(x, y)
    app.settle(2)
    app.xdotool("mousedown", 1)
    app.settle(2)
    for k in range(1, 9):
        app.move(x + by * k / 8, y)
        app.settle(1)
    app.xdotool("mouseup", 1)
    app.settle(3)


def bricks(state: dict) -> list[dict]:
    return [one for one in state["bodies"] if one["name"].startswith("wall_")]


def test_a_wall_from_its_card_to_a_saved_moment(app, tmp_path):
    app.key("alt+n")
    app.click(*app.middle("making:recipe"))
    app.settle(2)
    app.click(*app.middle("choice:making:wall"))
    app.settle(2)
    drag(app, "making:rows", -40)                          # fewer rows, at least one
    app.click(*app.middle("making:add"))
    state = app.wait(lambda s: bricks(s), "the wall")
    first = len(bricks(state))
    assert 6 <= first < 28
    app.key("shift+e")                                     # fields of the generator, and its arrows
    drag(app, "generator:rows", 60)
    state = app.wait(lambda s: len(bricks(s)) > first, "more rows")
    more = len(bricks(state))
    app.key("ctrl+z")
    app.wait(lambda s: len(bricks(s)) == first, "the rows before, by one undo")
    app.key("ctrl+y")
    before = app.wait(lambda s: len(bricks(s)) == more, "the rows after")
    x, y = next(one["pixel"] for one in bricks(before) if one["name"] == "wall_0")
    app.settle(2)
    app.move(x, y - 45)                                    # the blue arrow, upwards
    app.wait(lambda s: s["on_gizmo"], "the arrow under the pointer")
    app.xdotool("mousedown", 1)
    app.settle(2)
    for k in range(1, 7):
        app.move(x, y - 45 - 8 * k)
        app.settle(1)
    app.settle(2)
    app.xdotool("mouseup", 1)
    height = bricks(before)[0]["position"][2]
    raised = app.wait(lambda s: all(one["position"][2] > height + 0.1 for one in bricks(s)), "the whole wall higher")
    app.settle(2)
    app.key("alt+b")
    app.wait(lambda s: "edit:position" in s["widgets"], "fields of a single body")
    after = app.settle(4)
    assert [one["name"] for one in bricks(after)] == [one["name"] for one in bricks(raised)]
    app.key("ctrl+s")
    path = tmp_path / "mine.yaml"
    app.wait(lambda s: "wall_3" in path.read_text(), "the file")
    assert "# the ground" in path.read_text() and "generate" not in path.read_text()
    assert len(scenes.load(str(path)).bodies) == more + 1
    app.key("space")
    app.wait(lambda s: (s["step"] or 0) > 20, "steps")
    step = app.pause()["step"]
    app.key("alt+s")
    app.wait(lambda s: s["sheet"] == "moment", "the sheet")
    app.click(*app.middle("button:moment_as"))
    saved = app.folder / "captures"
    app.wait(lambda s: list(saved.glob("mine_at_*.yaml")), "the moment's file")
    (file,) = saved.glob("mine_at_*.yaml")
    world = scenes.build(scenes.load(file))
    assert world.note == "" and world.turn == step % 64 and len(world.bodies) == more + 1


def test_escape_closes_the_card(app):
    app.key("alt+n")
    app.wait(lambda s: "making:add" in s["widgets"], "the card")
    app.key("Escape")
    app.wait(lambda s: "making:add" not in s["widgets"], "no card")
