"""The panels of variants: the bar over the settings, the titles of pictures, the plots."""
from __future__ import annotations

from app.panels.world_settings import apart
from app.published.energy_history import KINETIC
from app.window.automation import snapshot
from physics.definitions.settings import SolverSettings


def test_variants_are_added_chosen_and_taken_out_by_the_mouse(bench):
    bench.click("button:compare")
    bench.obey()
    assert len(bench.session.variants) == 2 and bench.session.chosen == 1
    bench.click("variant:a")
    bench.obey()
    assert bench.session.chosen == 0
    bench.click("button:add variant")
    bench.obey()
    assert len(bench.session.variants) == 3 and bench.session.chosen == 2
    bench.click("button:remove variant")
    bench.obey()
    assert len(bench.session.variants) == 2
    bench.click("button:split")
    assert bench.state.settings.split and len(bench.state.viewports) == 2
    bench.click("button:plots")
    assert not bench.state.settings.plots and "window:variant plots" not in bench.frame()


def test_four_variants_and_their_buttons_fit_the_panel(bench):
    for _ in range(3):
        bench.state.act("compare")
    bench.obey()
    widgets = bench.frame()
    assert "button:add variant" not in widgets
    names = "variant:a", "variant:b", "variant:c", "variant:d", "button:split", "button:plots", "button:remove variant"
    row = [widgets[name] for name in names]
    assert all(one[2] <= other[0] for one, other in zip(row, row[1:]))
    assert row[-1][2] <= widgets["window:panel"][2]


def test_a_knob_shows_which_variants_have_it_otherwise(bench):
    bench.state.act("compare")
    bench.obey()
    bench.frame()
    assert apart([4, 4]) == () and apart([4, 20, 4]) == (4, 20, 4)
    bench.session.variants[1].tune(solver=SolverSettings(iterations=30))
    widgets = bench.frame()
    assert bench.state.status.variants[1].changes == (("Iterations", "30"),)
    assert "title:a" in widgets and "title:b" in widgets and "variant changes" in widgets


def test_the_plots_show_the_readings_that_were_chosen(bench):
    bench.state.act("compare")
    bench.obey()
    for _ in range(5):
        bench.session.advance()
    widgets = bench.frame()
    assert {"plot:reading 0", "plot:reading 1", "plot:distance", "variants apart"} <= set(widgets)
    bench.click("reading:1")
    bench.frame(3)
    bench.click("choice:reading:momentum_x")
    assert "reading:1:momentum_x" in bench.frame()
    plots, panel = bench.frame()["window:variant plots"], bench.state.widgets["window:panel"]
    assert plots[2] <= panel[0] and plots[3] <= 900


def test_pictures_of_variants_share_what_no_panel_covers(bench):
    bench.state.act("compare")
    bench.state.act("split")
    bench.obey()
    widgets = bench.frame()
    for viewport in bench.state.viewports:
        for name in ("panel", "statistics", "toolbar", "variant plots"):
            left, top, right, bottom = widgets[f"window:{name}"]
            beside = viewport.x >= right or viewport.x + viewport.width <= left
            beside = beside or viewport.y >= bottom or viewport.y + viewport.height <= top
            assert beside, name
    bench.state.act("panels")
    bench.frame()
    assert sum(viewport.width for viewport in bench.state.viewports) > 0.99 * bench.state.size[0] - 4


def test_the_journal_has_the_variants_and_how_far_they_are_apart(bench):
    assert snapshot(bench.state)["variants"] == [] and snapshot(bench.state)["apart"] == 0.0
    bench.state.act("compare")
    bench.obey()
    bench.session.variants[1].failure = "it cannot"
    bench.frame()
    written = snapshot(bench.state)
    assert [(card["name"], card["failure"]) for card in written["variants"]] == [("a", ""), ("b", "it cannot")]
    assert written["apart"] == 0.0 and written["readings"] > 0 and len(written["viewports"]) == 1


def test_the_energy_plot_shows_the_chosen_variants_own_history(bench):
    bench.state.act("compare")
    bench.obey()
    bench.session.variants[1].world.gravity = (0.0, 0.0, -1.0)
    for _ in range(5):
        bench.session.advance()
        bench.frame(1)
    kinetic = {}
    for number in (1, 0, 1):
        bench.session.choose_variant(number)
        bench.frame(1)
        shown = bench.state.history.column(KINETIC)
        assert len(shown) == 5 and shown[-1] == bench.state.view.energy[0]
        assert list(kinetic.setdefault(number, shown)) == list(shown)
    assert kinetic[0][-1] > 10 * kinetic[1][-1]
    bench.session.restart()
    bench.frame(1)
    assert len(bench.state.history) == 1
