"""Plots of metrics of a single run: off by default, a choice of any metric, and no readings while they are off."""
from __future__ import annotations

import numpy as np
import pytest

from app.panels import energy_plot
from app.panels.widgets.time_plot import bounds, extent
from app.simulation.divergence import DivergenceLog
from physics.measure.metric_table import metric_table
from physics.measure.sampler import Sampler


def plotted(bench):
    """The plots are on, and the session has heard of it."""
    bench.state.act("metric_plots")
    bench.obey()
    for _ in range(5):
        bench.session.advance()
        bench.frame()


def test_a_curve_of_zeros_lies_on_no_edge_of_its_plot():
    for values in (np.zeros(3), np.array([0.0, 2.0, 0.0]), np.array([-1.0, 0.0, 0.0])):
        for low, high in (bounds(values[:, None], 0.0), energy_plot.limits([values])):
            assert low < min(values.min(), 0.0) and high > max(values.max(), 0.0)


@pytest.mark.parametrize(("times", "found"), [
    ((), (0, 1)), ((0.0, 0.5), (0, 1)), ((0.1, 4.0), (0, 4)), ((5.0, 8.0), (5, 8)), ((8.0,), (8, 9)), ((1.9, 10.0), (0, 10))])
def test_plots_opened_late_begin_where_their_curves_do(times, found):
    assert extent(np.array(times)) == pytest.approx(found)


def test_a_single_run_plots_any_metric(bench):
    assert bench.session.publish().divergence is None and "window:metric plots" not in bench.frame()
    plotted(bench)
    divergence = bench.session.publish().divergence
    assert set(divergence.names) == set(metric_table(Sampler(bench.session.variant.world)))
    assert divergence.readings.shape == (len(divergence.times), 1, len(divergence.names)) and len(divergence.times) > 1
    assert divergence.largest.shape == (0, 1)
    assert {"plot:reading 0", "plot:reading 1", "plot:reading 2", "reading:2:contacts"} <= set(bench.frame())
    bench.click("reading:0")
    bench.frame(3)
    bench.click("choice:reading:momentum_x")
    assert "reading:0:momentum_x" in bench.frame()


def test_what_is_noted_is_what_the_meter_reads(bench):
    bench.session.advance()
    world = bench.session.variant.world
    noted = DivergenceLog([world]).divergence()
    expected = metric_table(Sampler(world))
    assert noted.times[-1] == world.time and noted.names == tuple(expected)
    assert np.array_equal(noted.readings[-1, 0], list(expected.values()), equal_nan=True)


def test_nothing_is_noted_once_the_plots_are_off(bench):
    plotted(bench)
    bench.state.act("metric_plots")
    bench.obey()
    assert bench.session.publish().divergence is None and "window:metric plots" not in bench.frame()


def test_the_log_begins_anew_with_the_run_and_goes_on_when_variants_come(bench):
    plotted(bench)
    before = len(bench.session.publish().divergence.times)
    bench.session.restart()
    assert len(bench.session.publish().divergence.times) < before
    bench.state.act("compare")
    bench.obey()
    widgets = bench.frame()
    assert "window:variant plots" in widgets and "window:metric plots" not in widgets
    assert bench.session.publish().divergence.readings.shape[1] == 2


def test_hidden_panels_ask_for_no_readings(bench):
    plotted(bench)
    bench.state.act("panels")
    bench.obey()
    assert bench.session.publish().divergence is None
