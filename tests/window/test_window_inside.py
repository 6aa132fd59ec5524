"""A tour of the inside of a step in the real window: X, a row, each tab, a moment, the time line, and back in time by keys."""
from __future__ import annotations

import pytest

from tests.support.desktop import COLD, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
SCENE = "stacking/tower"
ROW, LINE = "constraint row:", "log line:"
BLOCKS = tuple(f"xray:{name}" for name in ("linear a", "linear b", "angular a", "angular b"))


@pytest.fixture(scope="module")
def app(display, tmp_path_factory):
    """A tower after some steps, paused, with the inside of its step open."""
    window = App(display, tmp_path_factory.mktemp("inside"), SCENE, introduction=False, metric_plots=True)
    window.wait(lambda s: s["ready"] and s["step"] and s["step"] > 30, "the first steps", COLD)
    window.pause()
    window.key("x")
    window.wait(lambda s: rows_of(s), "the table of rows")
    yield window
    window.close()


def rows_of(state):
    """Names of the rows in sight, from the top."""
    return sorted((name for name in state["widgets"] if name.startswith(ROW)), key=lambda name: state["widgets"][name][1])


def press(app, name, share=0.5):
    """Click on a widget."""
    left, top, right, bottom = app.widget(name)
    app.click(left + share * (right - left), (top + bottom) / 2)


def heights(state):
    return {body["uid"]: body["position"][2] for body in state["bodies"]}


def test_a_click_on_a_row_shows_its_equation_and_another_lets_it_go(app):
    row = rows_of(app.state())[1]
    left, top, _, bottom = app.widget(row)
    app.move(left + 14, (top + bottom) / 2)                          # the pointer alone lights the row in the scene
    app.settle()
    assert "xray:terms" not in app.state()["widgets"]
    app.click(left + 14, (top + bottom) / 2)
    app.wait(lambda s: "xray:terms" in s["widgets"], "the equation of the row")
    app.click(left + 14, (top + bottom) / 2)
    app.wait(lambda s: "xray:terms" not in s["widgets"], "the row's end")


def test_a_term_under_the_pointer_is_drawn_in_the_scene(app):
    """A block of the Jacobian, with its numbers beside the arrow."""
    left, top, _, bottom = app.widget(rows_of(app.state())[2])
    app.click(left + 14, (top + bottom) / 2)
    state = app.wait(lambda s: any(name in s["widgets"] for name in BLOCKS), "the terms of the velocity")
    block = next(name for name in BLOCKS if name in state["widgets"])
    app.move(*app.middle(block))
    app.wait(lambda s: "jacobian" in s["widgets"], "the numbers of the block in the scene")
    app.click(left + 14, (top + bottom) / 2)
    app.wait(lambda s: "jacobian" not in s["widgets"] and "xray:terms" not in s["widgets"], "the row's end")


def test_each_tab_shows_the_selected_body(app):
    body = sorted(app.state()["bodies"], key=lambda b: b["position"][2])[-4]
    app.move(*body["pixel"])
    app.wait(lambda s: s["hovered"] is not None, "a body under the pointer")
    app.xdotool("click", 1)
    app.wait(lambda s: s["selection"] is not None, "the selection")
    for tab, widget in (("Who moved it", "bar:0"), ("Load", "carrier:0"), ("Matrix", "plot:matrix")):
        press(app, f"tab:{tab}")
        app.wait(lambda s, widget=widget: widget in s["widgets"], f"{tab}: {widget}")
    app.key("Escape")
    app.wait(lambda s: s["selection"] is None, "the end of the selection")


def test_a_click_on_a_moment_shows_bodies_as_of_it(app):
    app.wait(lambda s: "moments" in s["widgets"], "the moments of the step")
    end = heights(app.settle())
    press(app, "moments", 0.02)                                       # before anything has moved
    app.wait(lambda s: heights(s) != end, "bodies as of the step's beginning")
    left, top, right, bottom = app.widget("moments")
    app.click((left + right) / 2, (top + bottom) / 2, button=3)
    app.wait(lambda s: heights(s) == end, "bodies as of the step's end")


def test_keys_go_a_step_back_on_and_to_the_last_event(app):
    step = app.state()["step"]
    app.key("comma")
    app.wait(lambda s: s["step"] == step - 1, "one step back")
    app.key("period")
    app.wait(lambda s: s["step"] == step, "one step on")
    app.key("shift+comma")
    event = app.wait(lambda s: s["step"] < step, "the last event")["step"]
    assert event > 0


def test_a_drag_along_the_time_line_goes_there(app):
    left, top, right, bottom = app.widget("timeline")
    y = (top + bottom) / 2
    app.move(right - 2, y)
    app.settle(1)
    app.xdotool("mousedown", 1)
    last = app.wait(lambda s: s["step"] > 30, "the end of the time line")["step"]
    for share in (0.8, 0.5, 0.25):
        app.move(left + share * (right - left), y)
        app.settle(1)
    app.wait(lambda s: abs(s["step"] - 0.25 * last) <= 0.05 * last + 1, "the step at the pointer")
    app.xdotool("mouseup", 1)
    assert app.state()["fault"] is None


def test_a_click_in_a_plot_goes_there_and_a_drag_does_not(app):
    left, top, right, bottom = app.widget("plot:reading 1")
    y, before = top + 0.4 * (bottom - top), app.state()["step"]
    app.click(left + 0.9 * (right - left), y)
    late = app.wait(lambda s: s["step"] != before, "a late step")["step"]
    app.click(left + 0.5 * (right - left), y)
    early = app.wait(lambda s: s["step"] < late, "an earlier step")["step"]
    assert early > 0
    app.move(left + 0.6 * (right - left), y)
    app.xdotool("mousedown", 1)
    for share in (0.7, 0.8, 0.9):
        app.move(left + share * (right - left), y)
        app.settle(1)
    app.xdotool("mouseup", 1)
    assert app.settle(4)["step"] == early


def test_a_click_on_a_line_of_the_log_goes_to_its_step(app):
    press(app, "tab:Log")
    app.wait(lambda s: any(name.startswith(LINE) for name in s["widgets"]), "the log")
    lines = sorted(name for name in app.settle(4)["widgets"] if name.startswith(LINE))
    press(app, lines[1], 0.3)
    first = app.settle(6)["step"]
    for name in lines[2:5]:
        press(app, name, 0.3)
        app.settle(2)
    app.wait(lambda s: s["step"] != first, "the step of another line")
    assert app.state()["fault"] is None
    press(app, "tab:X-ray")


def test_x_closes_it_again(app):
    app.key("x")
    app.wait(lambda s: "window:inside" not in s["widgets"] and "window:timeline" in s["widgets"], "the end of the panel")
