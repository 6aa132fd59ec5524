"""One time for plots, log and toasts: a click goes to a step, a drag does not, and what cannot be gone to says why."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from imgui_bundle import imgui

from app.panels.widgets.shared_time import Axis, told
from app.published.divergence import Divergence
from app.published.log import SAID, LogLine
from app.published.status import Notice
from app.published.timeline import CONTACT, TimeLine
from app.simulation.commands import GoTo, Restart
from tests.support.inside_step import kept, looked_into

STEPS = np.arange(0, 101, 4)
NAMES = ("kinetic_energy", "max_penetration", "contacts")


@pytest.fixture
def plots(bench):
    """A bench with plots of a run of 100 steps that are all kept, paused at step 40."""
    bench.state.size = (1920, 1080)
    bench.session.paused = True
    readings = np.sin(np.arange(len(STEPS)))[:, None, None] * np.ones((1, 1, len(NAMES)))
    none = np.zeros((0, 1))
    bench.divergence = Divergence(NAMES, STEPS.astype(float), STEPS / 60, readings, none[:, 0], none[:, 0], none, none)
    bench.shown = {"divergence": bench.divergence, "timeline": at(40), "inside": looked_into(pinned=1)}
    bench.state.change(inside_step=True, time_line=True, metric_plots=True)
    bench.frame(4)
    bench.commands.clear()
    return bench


def at(present):
    return dataclasses.replace(kept(), present=present)


def gone_to(bench):
    return [command.to_step for command in bench.commands if isinstance(command, GoTo)]


@pytest.mark.parametrize("plot", ["plot:reading 0", "plot:reading 1", "plot:reading 2"])
def test_a_click_in_a_plot_goes_to_the_step_there(plots, plot):
    plots.click(plot, 0.6)
    (step,) = gone_to(plots)
    left, _, right, _ = plots.state.widgets[plot]
    assert 30 < step < 80, "the axis begins beside the numbers of the plot"
    plots.commands.clear()
    plots.click(plot, 0.9)
    (later,) = gone_to(plots)
    assert later - step == pytest.approx(0.3 * 100 * (right - left) / (right - left), abs=12)


def test_a_drag_in_a_plot_goes_nowhere(plots):
    plots.drag("plot:reading 1", 0.4, 0.8)
    assert gone_to(plots) == []


def test_a_click_on_a_step_that_has_left_the_history_goes_nowhere_and_says_so(plots):
    plots.shown["timeline"] = dataclasses.replace(at(95), first=90)
    plots.click("plot:reading 1", 0.6)
    assert gone_to(plots) == []
    ui = type("Ui", (), {"state": plots.state})
    assert "has left the history, which begins with step 90" in told(ui, 50) and "a click goes there" in told(ui, 92)


def test_places_and_steps_of_an_axis():
    axis = Axis(np.array([0.0, 1.0, 3.0]), np.array([0, 10, 20]))
    assert axis.step(0.5) == 5 and axis.step(2.0) == 15 and axis.step(9.0) == 20
    assert axis.place(15) == pytest.approx(2.0) and axis.place(21) is None
    assert Axis(np.zeros(0), np.zeros(0)).step(1.0) is None and Axis(np.zeros(0), np.zeros(0)).place(1) is None


def test_a_line_of_the_log_goes_to_its_step(plots):
    plots.shown["log"] = (LogLine(1, "Solver compiled in 2 s", SAID, plots.session.run, 0),
                          LogLine(2, "Energy leapt in step 25", SAID, plots.session.run, 25, 25))
    plots.click("tab:Log")
    plots.frame(3)
    lines = [name for name in plots.state.widgets if name.startswith("log line:")]
    assert len(lines) == 4, "two lines, an event and something that was done"
    plots.click("log line:2", 0.2)
    assert gone_to(plots) == [25]
    plots.commands.clear()
    plots.click("log line:0", 0.2)
    assert gone_to(plots) == [], "this one has no step"
    plots.click("log line:1", 0.2)
    assert gone_to(plots) == [10], "the event"


def test_the_log_is_there_where_a_step_cannot_be_looked_into(plots):
    plots.shown |= {"inside": None, "log": (LogLine(1, "said", SAID, plots.session.run, 5, 5),)}
    plots.click("tab:Log")
    assert "log line:0" in plots.frame(3) and not any(name.startswith("constraint row:") for name in plots.frame(3))


def test_a_click_on_a_toast_about_a_step_goes_there(plots):
    plots.changes["notices"] = (Notice(7, "A joint is torn in step 30", "warning", step=30, run=plots.session.run),)
    plots.frame(30)
    plots.click("window:toast 0")
    assert gone_to(plots) == [30]


def test_a_click_near_an_event_means_it(bench):
    bench.state.change(time_line=True)
    bench.shown = {"timeline": TimeLine(first=0, last=10_000, present=10_000, event_steps=np.array([5_003]),
                                        event_kinds=np.array([CONTACT], np.uint8), budget=1)}
    bench.frame(4)
    bench.commands.clear()
    bench.click("timeline", 0.5)
    assert 5_003 in gone_to(bench)
    assert imgui.get_io().mouse_drag_max_distance_sqr[0] == 0.0


def test_a_toast_about_a_step_goes_when_a_run_begins(bench):
    bench.changes["notices"] = (Notice(7, "Energy leapt in step 208", "warning", step=208, run=bench.session.run),)
    assert "window:toast 0" in bench.frame(4)
    bench.session.submit(Restart())
    bench.session.apply_pending()
    assert "window:toast 0" not in bench.frame(4)
