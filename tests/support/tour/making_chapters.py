"""Making, teaching and sharing: welcome, lessons, the editor with its generators and events, the film, the file that is sent."""
from __future__ import annotations

from tests.support.tour.walk import Walk, chapter


@chapter("welcome", steps=5)
def welcome_and_lessons(tour: Walk) -> None:
    """The welcome sheet, the list of lessons, the cards of a lesson."""
    tour.key("ctrl+h", lambda s: s["sheet"] == "welcome")
    tour.app.settle(20)
    tour.picture("welcome", keep=True)
    tour.key("Escape", lambda s: not s["sheet"])
    tour.key("l", lambda s: s["sheet"])
    tour.app.settle(20)
    tour.picture("lessons", keep=True)
    tour.app.type("gyroscope")
    tour.app.settle(5)
    tour.key("Return", lambda s: not s["sheet"] and s["lesson"] and s["ready"])
    for number in range(1, 20):
        tour.away()
        tour.picture(f"card {number}", keep=True)
        before = tour.app.state()["lesson"]
        tour.app.key("Next")
        if tour.app.settle(20)["lesson"]["card"] == before["card"]:
            return


@chapter("stacking/tower", steps=5)
def editor(tour: Walk) -> None:
    """Bodies of each shape with their cards, several at once, an event, the sheet to save."""
    tour.pause()
    for chord, name in (("alt+1", "capsule"), ("alt+4", "wedge"), ("alt+5", "die"), ("shift+p", "plank")):
        tour.key(chord)
        tour.picture(name, keep=True)
    tour.key("shift+e")
    tour.picture("to turn", keep=True)
    tour.key("ctrl+a")
    tour.picture("all bodies", keep=True)
    tour.key("alt+f")
    tour.picture("a force", keep=True)
    tour.key("Escape")
    tour.key("alt+e")
    tour.picture("events", keep=True)
    tour.key("ctrl+shift+s", lambda s: s["sheet"] == "save")
    tour.picture("save as", keep=True)
    tour.key("Escape", lambda s: not s["sheet"])


@chapter("stacking/pyramid_2d", steps=5)
def shapes(tour: Walk) -> None:
    """The card of shapes, one under the pointer, one whose size is drawn, and what was made."""
    tour.press("button:make")
    tour.picture("make", keep=True)
    tour.press("make:cylinder")
    width, height = tour.app.state()["size"]
    tour.app.move(0.48 * width, 0.72 * height)
    tour.app.settle(10)
    tour.picture("under the pointer", keep=True)
    tour.app.xdotool("mousedown", 1)
    for share in (0.02, 0.04, 0.06):
        tour.app.move((0.48 + share) * width, 0.72 * height)
        tour.app.settle(3)
    tour.picture("its size", keep=True)
    tour.app.xdotool("mouseup", 1)
    tour.app.wait(lambda s: s["edits"]["undo"] == "add cylinder", "the cylinder")
    tour.app.settle(10)
    tour.picture("made", keep=True)


@chapter("stacking/tower", steps=5)
def generators(tour: Walk) -> None:
    """The card of each generator, with its preview, and the fields of what it has made."""
    tour.pause()
    tour.key("alt+n")
    tour.press("making:recipe")
    tour.picture("recipes", keep=True)
    for recipe in ("wall", "pile", "chain"):
        if tour.app.state()["widgets"].get(f"choice:making:{recipe}") is None:
            tour.press("making:recipe")
        tour.press(f"choice:making:{recipe}")
        tour.picture(recipe, keep=True)
    tour.press("making:add")
    tour.picture("made", keep=True)


@chapter("wrecking_ball", steps=60)
def films(tour: Walk) -> None:
    """Views, keyframes, captions, a film that is made, the file that is sent."""
    tour.pause()
    tour.key("ctrl+b")
    tour.key("y")
    tour.app.settle(3)
    tour.picture("film", keep=True)
    tour.key("ctrl+e")
    tour.app.wait(lambda s: any("impulse" in text.lower() or "Shared" in text for text in s["toasts"]), "the file")
    tour.picture("shared", keep=True)
    tour.key("F9", lambda s: s["recording"])
    tour.picture("filming", keep=True)
    tour.key("Escape")
