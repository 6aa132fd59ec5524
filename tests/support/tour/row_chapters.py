"""Rows: the table, X-ray cards of contacts, joints and the hand, the log, stops, everything in one window."""
from __future__ import annotations

from tests.support.tour.walk import Walk, chapter

BLOCKS = tuple(f"xray:{name}" for name in ("linear a", "linear b", "angular a", "angular b"))


def opened(tour: Walk) -> None:
    """Paused, with the rows of the step."""
    tour.pause()
    tour.key("x", lambda s: any(name.startswith("constraint row:") for name in s["widgets"]))


def pinned(tour: Walk, places: tuple[int, ...]) -> None:
    """A click on each of these rows in sight."""
    for place in places:
        tour.press_row(place)
    tour.app.wait(lambda s: "xray:terms" in s["widgets"], "the equations")


@chapter("stacking/pyramid_2d", "--set", "world.sleep=false", steps=25)
def table(tour: Walk) -> None:
    """Sort, filter, mistakes, colours, columns, the row under the pointer."""
    opened(tour)
    tour.away()
    tour.picture("rows")
    tour.press("column:impulse")
    tour.press("column:impulse")
    tour.point_row(3)
    tour.picture("sorted, hovered")
    tour.write("field:row filter", "kind == normal and impulse > 1")
    tour.away()
    tour.picture("filtered")
    tour.write("field:row filter", "kind == normal and impuls > 1")
    tour.picture("mistake", keep=True)
    tour.write("field:row filter", "")
    tour.press("field:row colour")
    tour.picture("list of colours")
    tour.press("choice:row colour:impulse")
    tour.away()
    tour.picture("colours")
    tour.press("column:error", button=3)
    tour.picture("list of columns")
    tour.key("Escape")
    tour.write("field:stop when", "max_penetratio > 0.01")
    tour.sleep(1.0)
    tour.away()
    tour.picture("stop with a mistake", keep=True)
    tour.key("Escape", lambda s: s["fault"] is None)
    tour.write("field:stop when", "max_penetration < 0.0019")
    step = tour.app.state()["step"]
    tour.key("space")
    tour.app.wait(lambda s: s["paused"] and s["step"] > step, "the stop")
    tour.picture("stopped", keep=True)


@chapter("stacking/tower", "--set", "world.sleep=false", steps=10, metric_plots=True)
def cards(tour: Walk) -> None:
    """X-ray of contacts: one card, its block of J in the scene, its life, several side by side, all with plots."""
    opened(tour)
    tour.press("column:impulse")
    tour.press("column:impulse")
    pinned(tour, (0,))
    tour.key("shift+g", lambda s: "plot:reading 1" not in s["widgets"])
    tour.run(12)
    tour.away()
    tour.picture("one card")
    seen = tour.app.wait(lambda s: any(name in s["widgets"] for name in BLOCKS), "a block of J")["widgets"]
    block = next(name for name in BLOCKS if name in seen)
    tour.point(block)
    tour.picture("block of J")
    tour.point("xray:terms", 0.5, 0.3)
    tour.app.xdotool("click", "--repeat", 8, "--delay", 60, 5)
    tour.app.settle(6)
    tour.away()
    tour.picture("life and sweeps")
    pinned(tour, (2, 5))
    tour.away()
    tour.picture("three cards")
    tour.key("shift+g", lambda s: "plot:reading 1" in s["widgets"])
    tour.run(12)
    tour.point("plot:reading 1", 0.6, 0.4)
    tour.picture("time line, table, X-ray and plots")
    pinned(tour, (1, 3, 4))
    tour.away()
    tour.picture("six cards")
    tour.press("tab:Log")
    tour.app.wait(lambda s: any(name.startswith("log line:") for name in s["widgets"]), "the log")
    line = sorted(name for name in tour.app.settle(4)["widgets"] if name.startswith("log line:"))[2]
    tour.point(line, 0.3)
    tour.picture("log")


@chapter("wrecking_ball", steps=100)
def joints(tour: Walk) -> None:
    """X-ray of a joint, and of a mouse drag."""
    tour.pause()
    tour.app.move(*tour.body("ball"))
    tour.app.wait(lambda s: s["hovered"] is not None, "the ball under the pointer")
    x, y = tour.body("ball")
    tour.app.xdotool("mousedown", 1)
    tour.app.settle(1)
    tour.key("space", lambda s: not s["paused"])
    for share in range(8):
        tour.app.move(x - 12 * share, y - 20 * share)
        tour.app.settle(1)
    tour.app.wait(lambda s: s["grabbed"] is not None, "the grab")
    tour.sleep(0.6)
    tour.key("space", lambda s: s["paused"])
    tour.picture("hand", keep=True)
    tour.app.xdotool("click", 3)
    tour.app.settle(2)
    tour.release()
    tour.key("x", lambda s: any(name.startswith("constraint row:") for name in s["widgets"]))
    tour.write("field:row filter", "kind == spring or joint == 1")
    tour.press("column:kind")
    tour.picture("rows of joints")
    for place in (0, -1):
        tour.press_row(place)
    tour.away()
    tour.picture("X-ray")
    tour.press_row(0)                                      # the other card alone has room in every window
    tour.away()
    seen = tour.app.wait(lambda s: any(name in s["widgets"] for name in BLOCKS), "a block of J")["widgets"]
    block = next(name for name in BLOCKS if name in seen)
    tour.point(block)
    tour.picture("block of J")
