"""A window of 800 x 600: all panels are there, readable, and leave the scene most of it."""
from __future__ import annotations

import pytest
from imgui_bundle import imgui

from app.panels.metric_plots import titled
from app.panels.widgets.layout import layout

SMALL = (800, 600)


@pytest.fixture
def small(bench):
    bench.state.size = SMALL
    imgui.get_io().display_size = tuple(map(float, SMALL))
    bench.frame(3)
    return bench


def test_the_settings_take_a_third_and_the_statistics_stay():
    places = layout(*SMALL, 1.0)
    assert places.panel.width < SMALL[0] / 3 and 140 < places.statistics.width < SMALL[0] / 5
    assert places.stage.width > 0.4 * SMALL[0]


def test_every_row_of_the_statistics_fits(small):
    small.session.advance()
    left, _, right, bottom = small.frame(3)["window:statistics"]
    assert right - left == pytest.approx(layout(*SMALL, 1.0).statistics.width, abs=1) and bottom < SMALL[1]


def test_choices_stand_below_their_labels_with_room_for_their_text(small):
    left, _, right, _ = small.frame(3)["field:method"]
    assert right - left > imgui.calc_text_size("sequential impulse").x + 35


def test_the_buttons_of_four_variants_fit(small):
    for _ in range(3):
        small.state.act("compare")
    small.obey()
    widgets = small.frame(3)
    row = [widgets[name] for name in ("variant:a", "variant:b", "variant:c", "variant:d", "button:split", "button:plots",
                                      "button:remove variant")]
    assert all(one[2] <= other[0] for one, other in zip(row, row[1:])) and row[-1][2] <= widgets["window:panel"][2]


@pytest.mark.parametrize("size", [SMALL, (1024, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("action", ["metric_plots", "compare"])
def test_no_title_of_a_plot_is_cut(bench, size, action):
    bench.state.size = size
    bench.state.act(action)
    bench.obey()
    for _ in range(3):
        bench.session.advance()
    widgets = bench.frame(4)
    lists = {name: place for name, place in widgets.items() if name.startswith("reading:") and name.count(":") == 2}
    assert lists
    for name, (left, _, right, _) in lists.items():
        text = imgui.calc_text_size(titled(name.split(":")[2])).x
        assert right - left > text + imgui.get_frame_height() * 0.7, name


def test_the_bar_of_variants_stays_while_the_settings_scroll(small):
    small.state.act("compare")
    small.obey()
    before = small.frame(3)["variant:a"]
    imgui.get_io().add_mouse_pos_event(*small.at("field:iterations"))
    small.frame()
    imgui.get_io().add_mouse_wheel_event(0.0, -8.0)
    widgets = small.frame(10)
    assert widgets["variant:a"] == before and widgets["field:iterations"][1] < before[1]


def test_the_names_of_the_energies_stand_over_their_plot(bench):
    for size in ((800, 1000), (1280, 900)):
        bench.state.size = size
        widgets = bench.frame(3)
        assert widgets["legend:energy"][3] <= widgets["plot:energy"][1] + 1
        assert widgets["legend:energy"][2] <= widgets["window:panel"][2]
