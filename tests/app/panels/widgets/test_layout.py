"""No panel lies on another, in any window."""
from __future__ import annotations

import itertools

import pytest

from app.panels.widgets.layout import LOW_PLOTS, PLOTS, Places, layout

TAKEN = [Places(*taken) for taken in itertools.product((True, False), repeat=len(Places()))]
SIZES = [(480, 320), (800, 600), (1024, 600), (1280, 720), (1920, 1080), (3840, 2160)]


def overlap(a, b):
    return a.x < b.right - 0.5 and b.x < a.right - 0.5 and a.y < b.bottom - 0.5 and b.y < a.bottom - 0.5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("unit", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("taken", TAKEN)
def test_panels_lie_side_by_side_inside_the_window(size, unit, taken):
    places = layout(*size, unit, taken)
    for place in (places.panel, places.toolbar, places.card, places.progress, places.sheet):
        assert place.width > 0 and place.height >= 0
    assert not overlap(places.panel, places.stage)
    assert not places.statistics.width or not overlap(places.statistics, places.stage)
    assert places.panel.right <= size[0] and places.panel.bottom <= size[1]
    assert places.sheet.x >= 0 and places.sheet.right <= size[0] + 0.5
    assert not overlap(places.toolbar, places.panel)
    assert places.toolbar.x >= 0 and places.toolbar.right <= size[0]
    below = [places.stage, *(place for place in (places.dock, places.plots, places.timeline) if place.height)]
    assert len(below) == 1 + sum(taken[1:4])
    assert all(upper.bottom <= lower.y + 0.5 for upper, lower in zip(below, below[1:]))
    assert below[-1].bottom <= size[1] and all(not overlap(place, places.panel) for place in below)


@pytest.mark.parametrize("size", SIZES)
def test_the_dock_is_as_high_as_its_panel_needs_it(size):
    whole = layout(*size, 1.0, Places(dock=True))
    for needed in (0, 90, 150, 1e4):
        places = layout(*size, 1.0, Places(dock=True), needed)
        assert places.dock.height == pytest.approx(min(max(needed, 90), whole.dock.height))
        assert places.stage.height + places.dock.height == pytest.approx(whole.stage.height + whole.dock.height)


def test_where_room_is_short_plots_shrink_before_the_inside_of_a_step():
    taken = Places(plots=True, dock=True, timeline=True)
    large, small = layout(1920, 1080, 1.0, taken), layout(1280, 720, 1.0, taken)
    assert large.plots.height == PLOTS and LOW_PLOTS - 25 < small.plots.height <= LOW_PLOTS
    assert small.dock.height > 230 > 1.5 * small.plots.height
    assert small.pictures.height > 0.2 * 720, "the scene"
