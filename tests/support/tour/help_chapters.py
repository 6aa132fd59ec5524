"""Sheets and settings: keys, commands, scenes, the sections of the panel, variants beside each other."""
from __future__ import annotations

from tests.support.tour.walk import Walk, chapter


@chapter("stacking/tower", steps=30)
def sheets(tour: Walk) -> None:
    """Help, commands, scenes."""
    for chord, name in (("F1", "help"), ("ctrl+p", "commands"), ("ctrl+o", "scenes")):
        tour.key(chord, lambda s: s["sheet"])
        tour.picture(name, keep=True)
        if name != "help":
            tour.app.type("stop" if name == "commands" else "chain")
            tour.picture(f"{name}, found", keep=True)
        tour.key("Escape")
        tour.app.wait(lambda s: not s["sheet"], "the end of the sheet")


@chapter("welcome", steps=30, introduction=True)
def settings(tour: Walk) -> None:
    """A new scene with its text, the sections of the panel, variants."""
    tour.away()
    tour.picture("start", keep=True)
    tour.key("Escape")
    for title in ("Inside the solver", "Scales of overlays", "View"):
        tour.app.move(*tour.app.middle("window:panel"))
        tour.app.xdotool("click", "--repeat", 40, "--delay", 20, 5)
        tour.app.settle(5)
        tour.press(f"section:{title}", 0.3)
        tour.app.move(*tour.app.middle("window:panel"))
        tour.app.xdotool("click", "--repeat", 40, "--delay", 20, 5)
        tour.away()
        tour.picture(title, keep=True)
    tour.key("c", lambda s: len(s["variants"]) == 2)
    tour.app.move(*tour.app.middle("window:panel"))
    tour.app.xdotool("click", "--repeat", 60, "--delay", 20, 4)
    tour.app.settle(5)
    tour.press("field:friction", 0.05)
    tour.key("x", lambda s: "window:inside" in s["widgets"])
    tour.key("g")
    tour.run(0)
    tour.away()
    tour.picture("variants", keep=True)
    tour.key("v")
    tour.picture("variants split", keep=True)
