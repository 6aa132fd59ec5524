"""The story of the editor, by mouse and keys alone: from an empty scene to a see-saw with a motor and a ball on it, which runs,
is saved, filmed and shared."""
from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import scenes
from app.share.reading import read
from physics.history.digest import digest
from tests.support.desktop import COLD, App, Display, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
STEPS = 300
SPEED, TORQUE = 0.5, 400.0             # of the motor: rad/s, N m


class Story:
    """The window on an empty scene, and what a hand does in it."""

    def __init__(self, folder: Path):
        self.folder, self.display, self.stages = folder, Display((1360, 960)), 0
        path = folder / "empty.yaml"
        path.write_text("format: 1\n")
        (folder / "home").mkdir()
        self.app = App(self.display, folder / "home", str(path), quality="software", introduction=False, metrics=False)

    def close(self) -> None:
        self.app.close()
        self.display.close()

    def look(self, name: str) -> None:
        """Save what the screen shows."""
        self.app.settle(1)
        self.stages += 1
        Image.fromarray(self.display.pixels()).save(self.folder / f"{self.stages:02}_{name}.png", compress_level=1)

    def body(self, name: str) -> dict:
        """A body that can move."""
        state = self.app.wait(lambda s: any(body["name"] == name for body in s["bodies"]), name)
        return next(body for body in state["bodies"] if body["name"] == name)

    def number(self, widget: str, share: float, text: str) -> None:
        """Ctrl+click on a number of a field, and type another."""
        left, top, right, bottom = self.app.widget(widget)
        self.app.xdotool("keydown", "ctrl")
        self.app.click(left + share * (right - left), (top + bottom) / 2)
        self.app.xdotool("keyup", "ctrl")
        self.app.settle(1)
        self.app.key("ctrl+a")
        self.app.type(text)
        self.app.key("Return")
        self.app.settle(1)

    def place(self, name: str, *position: float) -> None:
        """Type the place of the selected body."""
        for axis, value in enumerate(position):
            if value is not None:
                self.number("edit:position", (axis + 0.5) / 3, f"{value}")
        wanted = [(axis, value) for axis, value in enumerate(position) if value is not None]
        self.app.wait(lambda s: any(body["name"] == name and all(abs(body["position"][axis] - value) < 1e-4
                                                                 for axis, value in wanted) for body in s["bodies"]),
                      f"{name} at {position}")

    def choose(self, field: str, choice: str) -> None:
        """Open a list and click on a choice."""
        self.app.click(*self.app.middle(field))
        self.app.click(*self.app.middle(f"choice:{choice}"))


@pytest.fixture
def story(tmp_path):
    found = Story(tmp_path)
    try:
        yield found
    finally:
        found.close()


def test_a_seesaw(story, tmp_path):
    app = story.app
    app.wait(lambda s: s["ready"], "the empty scene", COLD)
    story.look("empty")

    app.key("shift+f")
    app.wait(lambda s: s["edits"]["undo"] == "add plane" and s["step"] == 0 and s["paused"], "the floor")
    app.key("shift+l")
    story.body("pillar")
    app.key("Home")
    story.look("floor_and_pillar")
    story.choose("edit:type", "type:static")
    app.wait(lambda s: s["edits"]["undo"] == "change pillar", "a static pillar")

    app.key("shift+p")
    story.body("plank")
    story.place("plank", None, None, 2.15)
    app.key("Home")
    story.look("plank")

    app.key("j")
    app.wait(lambda s: s["sheet"] == "join", "the palette")
    app.settle(1)
    app.type("hinge")
    app.settle(1)
    app.key("Return")
    app.wait(lambda s: s["tool"] == "hinge", "the tool")
    app.click(*app.middle("axis:y"))
    x, y = story.body("plank")["pixel"]
    for down in (0, 60):                                            # the plank, and the pillar under it
        app.move(x, y + down)
        app.settle()
        app.xdotool("click", 1)
        app.settle(1)
    state = app.wait(lambda s: len(s["joints"]) == 1 and s["edits"]["joint"], "the hinge in the scene")
    assert state["joints"][0]["bodies"][1] != 0 and state["edits"]["undo"] == "add hinge"
    for axis, value in enumerate((0, 0, 2.1)):
        story.number("edit:anchor", (axis + 0.5) / 3, f"{value}")
    story.look("hinge")
    story.number("field:joint.motor_torque", 0.5, f"{TORQUE}")
    story.number("field:joint.motor_speed", 0.5, f"{SPEED}")
    story.number("field:joint.lower", 0.5, "-20")
    story.number("field:joint.upper", 0.5, "20")
    app.wait(lambda s: abs(s["joints"][0]["motor"][0] - SPEED) < 1e-3, "the motor")
    story.look("motor")

    app.key("shift+o")
    story.body("sphere")
    story.number("edit:radius", 0.5, "0.25")
    story.place("sphere", 1.25, 0, 2.45)
    app.key("Home")
    story.look("ball")

    app.key("space")
    app.wait(lambda s: s["step"] > 30 and not s["paused"], "the run")
    story.look("run")
    state = app.wait(lambda s: s["step"] > STEPS, "the run", 120)
    assert state["fault"] is None and abs(state["joints"][0]["measure"]) > 0.05

    app.key("ctrl+shift+s")
    app.wait(lambda s: s["sheet"] == "save", "the sheet")
    app.settle(2)
    app.key("ctrl+a")
    path = tmp_path / "seesaw.yaml"
    app.type(str(path))
    story.look("save_as")
    app.key("Return")
    app.wait(lambda s: path.exists(), "the file")

    app.key("F9")
    app.wait(lambda s: s["recording"] and s["recording"][3] > 1.5, "a film")
    story.look("film")
    app.key("F9")
    state = app.wait(lambda s: any(name.endswith(".mp4") for name in s["files"]), "the end of the film", 180)
    film = Path(next(name for name in state["files"] if name.endswith(".mp4")))
    assert film.stat().st_size > 10_000

    app.key("ctrl+e")
    state = app.wait(lambda s: any(name.endswith(".impulse") for name in s["files"]), "the share file")
    story.look("shared")
    share = read(next(name for name in state["files"] if name.endswith(".impulse")))
    assert share.whole and share.run.last > STEPS

    document = scenes.load(str(path))
    assert [plan.name for plan in document.bodies] == ["plane", "pillar", "plank", "sphere"]
    assert [(plan.name, plan.type) for plan in document.joints] == [("hinge", "hinge")]
    world = scenes.build(document)
    runner = scenes.Runner(document, world)
    for _ in range(STEPS // share.run.every * share.run.every):
        runner.step()
    assert digest(world) == share.run.hash_of(world.step_count)                  # what was saved is what ran in the window
