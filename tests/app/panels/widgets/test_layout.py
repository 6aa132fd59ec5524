"""No panel lies on another, in any window."""
from __future__ import annotations

import pytest

from app.panels.widgets.layout import layout

SIZES = [(480, 320), (800, 600), (1024, 600), (1280, 720), (1920, 1080), (3840, 2160)]


def overlap(a, b):
    return a.x < b.right - 0.5 and b.x < a.right - 0.5 and a.y < b.bottom - 0.5 and b.y < a.bottom - 0.5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("unit", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("metrics", [True, False])
def test_panels_lie_side_by_side_inside_the_window(size, unit, metrics):
    places = layout(*size, unit, metrics)
    for place in (places.panel, places.toolbar, places.card, places.progress, places.sheet):
        assert place.width > 0 and place.height >= 0
    assert not overlap(places.panel, places.stage)
    assert not places.statistics.width or not overlap(places.statistics, places.stage)
    assert places.panel.right <= size[0] and places.panel.bottom <= size[1]
    assert places.sheet.x >= 0 and places.sheet.right <= size[0] + 0.5
    assert not overlap(places.toolbar, places.panel)
    assert places.toolbar.x >= 0 and places.toolbar.right <= size[0]
