"""The first five minutes of README, word by word."""
from __future__ import annotations

import numpy as np

from tests.support.tour.walk import Walk, chapter


def height(state, number: int = -1) -> float:
    """Of the movable body at a place in the order of height [m]."""
    return sorted(body["position"][2] for body in state["bodies"])[number]


def opened(tour: Walk, letters: str, scene: str) -> None:
    """Ctrl+O, a few letters, Enter."""
    tour.key("ctrl+o", lambda s: s["sheet"] == "scenes")
    tour.app.type(letters)
    tour.sleep(1.0)
    tour.app.key("Return")
    tour.app.wait(lambda s: s["scene"].endswith(scene) and s["ready"] and s["step"], scene)
    tour.key("Escape")


def typed(tour: Walk, field: str, value: str) -> None:
    """Ctrl + click on a slider types a number."""
    tour.app.xdotool("keydown", "ctrl")
    tour.press(f"field:{field}", 0.6)
    tour.app.xdotool("keyup", "ctrl")
    tour.app.settle(3)
    tour.app.type(value)
    tour.sleep(0.5)
    tour.app.key("Return")
    tour.app.settle(4)


def restarted(tour: Walk) -> None:
    """R."""
    run = tour.app.state()["run"]
    tour.key("r", lambda s: s["run"] > run and s["ready"] and s["step"])


@chapter("welcome", steps=5, introduction=True)
def first_steps(tour: Walk) -> None:
    """Start it, drag something."""
    tour.picture("start", keep=True)
    tour.key("Escape", lambda s: "window:introduction" not in s["widgets"])
    tour.key("i", lambda s: "window:introduction" in s["widgets"])
    tour.key("Escape", lambda s: "window:introduction" not in s["widgets"])
    tour.sleep(1.5)
    x, y = tour.body("iron_ball")
    tour.app.move(x, y)
    tour.app.wait(lambda s: s["hovered"] is not None, "the ball under the pointer")
    tour.app.xdotool("mousedown", 1)
    for share in range(1, 9):
        tour.app.move(x + 12 * share, y - 16 * share)
        tour.app.settle(1)
    tour.app.wait(lambda s: s["grabbed"] is not None, "the grab")
    tour.picture("dragged", keep=True)
    tour.app.xdotool("click", 4)
    tour.app.xdotool("keydown", "shift")
    tour.app.move(x + 90, y - 180)
    tour.app.settle(4)
    tour.app.xdotool("keyup", "shift")
    tour.app.xdotool("click", 3)
    tour.app.settle(3)
    tour.release()
    tour.sleep(1.0)
    tour.picture("pinned in the air", keep=True)
    count = len(tour.app.state()["bodies"])
    tour.app.move(560, 300)
    tour.key("b")
    tour.sleep(0.6)
    tour.picture("shot", keep=True)
    assert len(tour.app.settle()["bodies"]) >= count


@chapter("welcome", steps=5, introduction=True)
def first_knobs(tour: Walk) -> None:
    """Turn a knob: overlapping boxes part slowly, and burst."""
    opened(tour, "overlap", "overlap_recovery")
    tour.choose("stabilization", "baumgarte")
    typed(tour, "substeps", "1")
    tops = {}
    for beta in ("0.05", "0.2", "0.8"):
        typed(tour, "beta", beta)
        restarted(tour)
        state = tour.app.wait(lambda s: s["time"] > 0.9, "a second")
        solver = state["solver"]
        assert (solver["stabilization"], solver["substeps"]) == ("baumgarte", 1) and abs(solver["beta"] - float(beta)) < 1e-6
        tops[beta] = height(state)
        tour.picture(f"beta {beta}", keep=True)
    assert tops["0.05"] < tops["0.2"] < tops["0.8"], tops
    tour.key("c", lambda s: len(s["variants"]) == 2)
    tour.choose("stabilization", "split_impulse")
    restarted(tour)
    tour.app.wait(lambda s: s["time"] > 0.9, "a second")
    tour.picture("split impulse beside", keep=True)


@chapter("welcome", steps=60)
def first_looks(tour: Walk) -> None:
    """Look inside, another scene, a joint, and keep it."""
    for key, name in (("1", "contacts"), ("2", "normals"), ("3", "impulses"), ("4", "aabbs")):
        tour.key(key, lambda s, name=name: s["settings"][name])
    tour.picture("contacts", keep=True)
    for key, name in (("2", "normals"), ("4", "aabbs")):
        tour.key(key, lambda s, name=name: not s["settings"][name])
    step = tour.pause()["step"]
    tour.key("period", lambda s: s["step"] == step + 1)
    tour.key("comma", lambda s: s["step"] == step)
    tour.key("shift+comma", lambda s: s["step"] < step)
    tour.key("x", lambda s: any(name.startswith("constraint row:") for name in s["widgets"]))
    tour.press_row(0)
    tour.app.wait(lambda s: "xray:terms" in s["widgets"], "its equation")
    tour.pick(0)
    tour.press("tab:Who moved it")
    tour.app.wait(lambda s: "bar:0" in s["widgets"], "what moved it")
    tour.press("moments", 0.3)
    tour.picture("inside", keep=True)
    tour.key("x")
    tour.key("h", lambda s: "window:advice" in s["widgets"])
    tour.key("h")
    tour.key("space", lambda s: not s["paused"])
    opened(tour, "mass_ratio", "mass_ratio")
    tour.choose("preset", "classic")
    typed(tour, "warm_start", "0")
    restarted(tour)
    tour.app.wait(lambda s: s["time"] > 3, "three seconds")
    tour.picture("burst", keep=True)


@chapter("stacking/tower", steps=30)
def first_joint(tour: Walk) -> None:
    """Make a joint, keep it in a picture and in films."""
    tour.key("j", lambda s: s["sheet"] == "join")
    tour.app.type("hinge")
    tour.sleep(0.6)
    tour.app.key("Return")
    tour.app.wait(lambda s: s["tool"], "the tool")
    tour.key("space", lambda s: s["paused"])
    bodies = sorted(tour.app.settle(6)["bodies"], key=lambda body: body["position"][2])
    for body in (bodies[-1], bodies[-2]):
        tour.app.move(*body["pixel"])
        tour.app.settle(4)
        tour.app.xdotool("click", 1)
        tour.app.settle(4)
    tour.app.wait(lambda s: s["joints"] and s["selected_joint"] is not None, "the hinge")
    tour.picture("hinge", keep=True)
    tour.key("7", lambda s: s["settings"]["joint_labels"])
    tour.key("6", lambda s: s["settings"]["joint_errors"])
    tour.picture("labels", keep=True)
    tour.key("Delete", lambda s: not s["joints"])
    tour.key("space", lambda s: not s["paused"])
    tour.key("F12")
    tour.app.wait(lambda s: s["files"], "the picture")
    tour.key("F9", lambda s: s["recording"])
    tour.sleep(1.0)
    tour.picture("video", keep=True)
    tour.key("F9", lambda s: not s["recording"] and len(s["files"]) == 2)
    tour.key("shift+F9", lambda s: s["recording"])
    tour.picture("offline film", keep=True)
    tour.press("button:finish recording")
    state = tour.app.wait(lambda s: not s["recording"] and len(s["files"]) == 3, "the film")
    tour.picture("messages", keep=True)
    assert np.all([name.rpartition(".")[2] in ("png", "mp4") for name in state["files"]]), state["files"]
