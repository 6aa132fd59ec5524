"""A body: who moved it, what carries it, the matrix of its island; what burst, what the adviser says, what a tape measures."""
from __future__ import annotations

from app.adviser.ill_scenes import FOLDER
from tests.support.tour.walk import Walk, chapter

LEANS = str(FOLDER / "stack_leans" / "few_sweeps.yaml")
BURSTS = str(FOLDER / "energy_grows" / "baumgarte_joints.yaml")


@chapter("stacking/pyramid_2d", "--set", "world.sleep=false", steps=25)
def body(tour: Walk) -> None:
    """Each tab that asks about the selected body."""
    tour.pause()
    tour.key("x", lambda s: "window:inside" in s["widgets"])
    tour.pick(0)
    tour.press("tab:Who moved it")
    tour.away()
    tour.picture("who moved it")
    tour.press("field:component")
    tour.picture("components")
    tour.key("Escape")
    tour.press("tab:Load")
    tour.away()
    tour.picture("load")
    tour.press("tab:Matrix")
    tour.away()
    tour.picture("matrix")


@chapter("stacking/tower", "--set", "world.sleep=false", steps=60)
def matrix(tour: Walk) -> None:
    """The matrix of a small island, a cell under the pointer."""
    tour.pause()
    tour.key("x", lambda s: "window:inside" in s["widgets"])
    tour.pick(-2)
    tour.press("tab:Matrix")
    tour.point("plot:matrix", 0.3, 0.3)
    tour.picture("cell")
    tour.press("tab:Who moved it")
    tour.point("bar:1")
    tour.picture("bar")
    tour.press("tab:Load")
    tour.away()
    tour.picture("load")


@chapter(BURSTS, steps=30)
def autopsy(tour: Walk) -> None:
    """What burst, and where it began."""
    tour.sleep(4.0)
    tour.pause()
    tour.key("shift+x")
    tour.sleep(3.0)
    tour.picture("found", keep=True)
    tour.app.wait(lambda s: "xray:terms" in s["widgets"], "the row that it picked")
    tour.press("tab:Who moved it")
    tour.away()
    tour.picture("who threw it")


@chapter(LEANS, steps=90)
def adviser(tour: Walk) -> None:
    """The panel before, the findings, the change beside."""
    tour.key("h", lambda s: "window:advice" in s["widgets"])
    tour.away()
    tour.picture("unasked", keep=True)
    tour.key("shift+h")
    tour.app.wait(lambda s: s["advice"]["state"] == "done", "the findings")
    tour.picture("findings", keep=True)
    tour.press("button:try advice 1")
    tour.app.wait(lambda s: len(s["variants"]) == 2, "the variant")
    tour.away()
    tour.sleep(2.0)
    tour.picture("beside", keep=True)


@chapter("stacking/tower", steps=60)
def tape(tour: Walk) -> None:
    """The measuring tape."""
    tour.pause()
    tour.key("shift+m")
    bodies = sorted(tour.app.state()["bodies"], key=lambda b: b["position"][2])
    for found in (bodies[0], bodies[-1]):
        tour.app.move(*found["pixel"])
        tour.app.settle(3)
        tour.app.xdotool("click", 1)
        tour.app.settle(4)
    tour.away()
    tour.picture("measured")
