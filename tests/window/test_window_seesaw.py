"""The story of the editor, by the mouse alone, without one key: from an empty scene to a see-saw with a motor and a ball on it,
which runs, is saved, filmed and shared."""
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
GROUND = 640, 640                      # a place of the floor [px]
BELOW = 90                             # of the plank's middle the pillar is seen [px]
WHEEL = 7                              # notches by which the picture grows


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

    def press(self, *widgets: str) -> None:
        """Click on widgets, one after another."""
        for widget in widgets:
            self.app.click(*self.app.middle(widget))
            self.app.settle(2)

    def click(self, x: float, y: float) -> None:
        """Rest on a place of the scene, and click on it."""
        self.app.move(x, y)
        self.app.settle(3)
        self.app.xdotool("click", 1)
        self.app.settle(2)

    def drag(self, begin: tuple[float, float], end: tuple[float, float]) -> None:
        """Press at a place, and let go at another."""
        self.app.move(*begin)
        self.app.settle(2)
        self.app.xdotool("mousedown", 1)
        for share in (0.3, 0.6, 1.0):
            self.app.move(*(a + share * (b - a) for a, b in zip(begin, end)))
            self.app.settle(2)
        self.app.xdotool("mouseup", 1)
        self.app.settle(2)

    def pull(self, widget: str, pixels: float) -> None:
        """Drag a number to the sides."""
        x, y = self.app.middle(widget)
        self.drag((x, y), (x + pixels, y))

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
    story.press("button:make")
    story.look("empty")

    story.press("make:floor")
    app.wait(lambda s: s["edits"]["undo"] == "add plane" and s["step"] == 0 and s["paused"], "the floor")
    story.press("make:pillar")
    assert app.state()["shape"] == "pillar"
    app.move(*GROUND)
    app.settle(20)
    story.look("pillar_under_the_pointer")
    story.click(*GROUND)
    story.body("pillar")
    app.settle(40)                                                                # the camera shows all of it
    for _ in range(WHEEL):
        app.xdotool("click", 5)
        app.settle(3)
    app.settle(20)
    pillar = story.body("pillar")
    story.choose("edit:type", "type:static")
    app.wait(lambda s: s["edits"]["undo"] == "change pillar", "a static pillar")
    story.look("floor_and_pillar")

    story.press("make:plank")
    story.click(*pillar["pixel"])
    plank = story.body("plank")
    assert plank["position"][:2] == pytest.approx(pillar["position"][:2], abs=1e-4)
    assert plank["position"][2] == pytest.approx(2.05, abs=0.02)                  # on the pillar's top
    story.look("plank")
    story.press("button:undo")
    app.wait(lambda s: not any(body["name"] == "plank" for body in s["bodies"]), "no plank")
    story.press("button:redo")

    story.body("plank")
    app.settle(40)
    x, y = story.body("plank")["pixel"]
    story.press("button:join")
    app.wait(lambda s: s["sheet"] == "join", "the palette")
    story.press("row:hinge")
    app.wait(lambda s: s["tool"] == "hinge", "the tool")
    story.press("axis:y")
    story.click(x, y)
    app.move(x, y + BELOW)
    app.settle(5)
    story.look("second_place_of_the_hinge")
    story.click(x, y + BELOW)
    state = app.wait(lambda s: len(s["joints"]) == 1 and s["edits"]["joint"], "the hinge in the scene")
    assert 0 not in state["joints"][0]["bodies"], state["joints"]
    assert state["edits"]["undo"] == "add hinge"
    story.look("hinge")
    story.pull("field:joint.motor_torque", 60)
    story.pull("field:joint.motor_speed", 60)
    app.wait(lambda s: s["joints"][0]["motor"][0] > 0, "the motor")
    story.look("motor")

    left, top, right, bottom = app.widget("make:ball")
    x, y = story.body("plank")["pixel"]
    story.drag(((left + right) / 2, (top + bottom) / 2), (x + 45, y))
    story.body("sphere")
    story.look("ball")

    story.press("button:pause")
    app.wait(lambda s: s["step"] > 30 and not s["paused"], "the run")
    story.look("run")
    state = app.wait(lambda s: s["step"] > STEPS, "the run", 120)
    assert state["fault"] is None and abs(state["joints"][0]["measure"]) > 0.05

    story.press("button:save")
    app.wait(lambda s: s["sheet"] == "save", "the sheet")
    story.look("save_as")
    story.press("button:save_as")
    path = tmp_path / "empty.yaml"
    app.wait(lambda s: "plank" in path.read_text(), "the file")

    story.press("button:record")
    app.wait(lambda s: s["recording"] and s["recording"][3] > 1.5, "a film")
    story.look("film")
    story.press("button:record")
    state = app.wait(lambda s: any(name.endswith(".mp4") for name in s["files"]), "the end of the film", 180)
    film = Path(next(name for name in state["files"] if name.endswith(".mp4")))
    assert film.stat().st_size > 10_000

    story.press("button:share")
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
