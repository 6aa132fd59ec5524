"""The panels of lanes: the bar over the knobs, the titles of pictures, the plots."""
from __future__ import annotations

from app.panels.tuning_panel import apart
from physics.definitions.settings import SolverSettings


def test_lanes_are_added_chosen_and_taken_out_by_the_mouse(bench):
    bench.click("button:compare")
    bench.obey()
    assert len(bench.session.lanes) == 2 and bench.session.chosen == 1
    bench.click("lane:a")
    bench.obey()
    assert bench.session.chosen == 0
    bench.click("button:add lane")
    bench.obey()
    assert len(bench.session.lanes) == 3 and bench.session.chosen == 2
    bench.click("button:remove lane")
    bench.obey()
    assert len(bench.session.lanes) == 2
    bench.click("button:split")
    assert bench.desk.settings.split and len(bench.desk.panes) == 2
    bench.click("button:plots")
    assert not bench.desk.settings.plots and "window:lane plots" not in bench.frame()


def test_four_lanes_and_their_buttons_fit_the_panel(bench):
    for _ in range(3):
        bench.desk.act("compare")
    bench.obey()
    widgets = bench.frame()
    assert "button:add lane" not in widgets
    names = "lane:a", "lane:b", "lane:c", "lane:d", "button:split", "button:plots", "button:remove lane"
    row = [widgets[name] for name in names]
    assert all(one[2] <= other[0] for one, other in zip(row, row[1:]))
    assert row[-1][2] <= widgets["window:panel"][2]


def test_a_knob_shows_which_lanes_have_it_otherwise(bench):
    bench.desk.act("compare")
    bench.obey()
    bench.frame()
    assert apart([4, 4]) == () and apart([4, 20, 4]) == (4, 20, 4)
    bench.session.lanes[1].tune(solver=SolverSettings(iterations=30))
    widgets = bench.frame()
    assert bench.desk.status.lanes[1].changes == (("Iterations", "30"),)
    assert "title:a" in widgets and "title:b" in widgets and "lane changes" in widgets


def test_the_plots_show_the_readings_that_were_chosen(bench):
    bench.desk.act("compare")
    bench.obey()
    for _ in range(5):
        bench.session.advance()
    widgets = bench.frame()
    assert {"plot:reading 0", "plot:reading 1", "plot:distance", "lanes apart"} <= set(widgets)
    bench.click("reading:1")
    bench.frame(3)
    bench.click("choice:reading:momentum_x")
    assert bench.deck._plots.shown[1] == "momentum_x"
    plots, panel = bench.frame()["window:lane plots"], bench.desk.widgets["window:panel"]
    assert plots[2] <= panel[0] and plots[3] <= 900


def test_pictures_of_lanes_share_what_no_panel_covers(bench):
    bench.desk.act("compare")
    bench.desk.act("split")
    bench.obey()
    widgets = bench.frame()
    for pane in bench.desk.panes:
        for name in ("panel", "statistics", "toolbar", "lane plots"):
            left, top, right, bottom = widgets[f"window:{name}"]
            beside = pane.x >= right or pane.x + pane.width <= left or pane.y >= bottom or pane.y + pane.height <= top
            assert beside, name
    bench.desk.act("panels")
    bench.frame()
    assert sum(pane.width for pane in bench.desk.panes) > 0.99 * bench.desk.size[0] - 4
