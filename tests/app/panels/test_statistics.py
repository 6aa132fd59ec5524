"""The statistics: what they say of late frames."""
from __future__ import annotations

import pytest

from app.panels.statistics import frames_text, in_room


def test_late_frames_tell_the_share_of_their_pixels(bench):
    assert frames_text(20.0, 1.0) == "50 /s" and frames_text(50.0, 0.6) == "20 /s at 60%"
    bench.state.detail = 0.6
    bench.session.advance()
    assert "frames" in bench.frame(3)


def test_where_lines_are_few_the_longest_stages_have_them():
    stages = [("a", 1.0), ("b", 4.0), ("c", 2.0), ("d", 3.0)]
    assert in_room(stages, 4) == [(0, "a", 1.0), (1, "b", 4.0), (2, "c", 2.0), (3, "d", 3.0)]
    assert in_room(stages, 3) == [(1, "b", 4.0), (3, "d", 3.0), (-1, "2 others", 3.0)]
    assert in_room(stages, 1) == [(-1, "4 others", 10.0)] and in_room(stages, 0) == in_room(stages, -2) == []


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 2.0])
def test_the_panel_ends_in_the_window(bench, scale):
    bench.state.change(scale=scale)
    bench.state.size = (1280, 720)
    assert bench.frame(4)["window:statistics"][3] <= 720


@pytest.mark.parametrize("height", [520, 600, 720])
def test_the_card_of_a_selection_covers_no_line(bench, height):
    """Where both have no room the numbers scroll."""
    bench.state.size, bench.scale = (1280, height), 1.5
    bench.session.selection = 2
    widgets = bench.frame(6)
    assert widgets["window:statistics"][3] <= widgets["window:selection"][1]
