"""Time: the time line and back in time, what if, and standing still inside a step."""
from __future__ import annotations

from tests.support.tour.walk import Walk, chapter


@chapter("welcome", steps=380)
def time_line(tour: Walk) -> None:
    """Run, scrub, step back, the last event, another future."""
    tour.away()
    tour.picture("running", keep=True)
    tour.pause()
    tour.point("timeline", 0.7)
    tour.picture("hovered")
    tour.drag("timeline", 0.95, 0.8)
    tour.picture("scrubbing")
    tour.release()
    step = tour.app.state()["step"]
    tour.key("comma", lambda s: s["step"] == step - 1)
    tour.key("shift+comma", lambda s: s["step"] < step - 1)
    tour.away()
    tour.picture("last event")
    tour.press("timeline", 0.75)
    tour.app.wait(lambda s: s["step"] != step, "the past")
    tour.press("field:friction", 0.02)
    tour.run(70)
    tour.away()
    tour.picture("what if")


@chapter("stacking/pyramid_2d", "--set", "world.sleep=false", steps=25)
def moments(tour: Walk) -> None:
    """Inside a step: a sweep, its rows in turn, bodies as of a moment, plots beside."""
    tour.pause()
    tour.key("x", lambda s: "moments" in s["widgets"])
    tour.point("moments", 0.4)
    tour.picture("hovered")
    tour.press("moments", 0.02)
    tour.away()
    tour.picture("beginning")
    for share in (0.5, 0.45, 0.55, 0.6, 0.4, 0.3):
        tour.press("moments", share)
        if "slider:row in turn" in tour.app.settle(4)["widgets"]:
            break
    tour.drag("slider:row in turn", 0.95, 0.4)
    tour.picture("row in turn")
    tour.release()
    tour.key("shift+g", lambda s: "plot:reading 1" in s["widgets"])
    tour.away()
    tour.picture("with plots")
