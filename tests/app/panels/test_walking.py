"""Everything by the keyboard alone: in every state of the panels, F6 and Tab come to each widget that a mouse can use."""
from __future__ import annotations

import re

import pytest
from imgui_bundle import imgui

from app.panels.widgets.knob import STEP
from app.simulation.commands import SetWorld, ShowMoment, Step, StepBack
from tests.app.panels.test_widget_ids import STATES, inside
from tests.support.marked_widgets import usable_widgets

MOST_PANELS, MOST_WIDGETS = 12, 400
# Widgets that the keyboard does not mark, and how it does without.
OTHERWISE = (
    (r"row:.*", "arrows mark the rows of a list, and Enter chooses one"),
    (r"joint:.*|label:.*|name:.*", "labels in the scene are texts"),
)


def press(bench, key):
    """A key, for as short as it can be."""
    imgui.get_io().add_key_event(key, True)
    bench.frame(1)
    imgui.get_io().add_key_event(key, False)
    bench.frame(1)


def tabbed(bench):
    """Ids of the widgets that Tab marks, until it comes to one again."""
    found = [int(imgui.get_current_context().nav_id)]
    for _ in range(MOST_WIDGETS):
        press(bench, imgui.Key.tab)
        marked = int(imgui.get_current_context().nav_id)
        if marked in found[1:]:
            return set(found)
        found.append(marked)
    pytest.fail("Tab never comes back")


def walked(bench):
    """Ids of the widgets that can be reached."""
    if bench.state.open_sheet:
        return tabbed(bench)
    found, seen = set(), []
    for _ in range(MOST_PANELS):
        bench.state.act("walk_panels")
        bench.frame(2)
        panel = imgui.get_current_context().nav_window
        name = panel.name if panel is not None else ""
        if name in seen:
            return found
        seen.append(name)
        found |= tabbed(bench)
    pytest.fail(f"F6 never comes back: {seen}")


@pytest.mark.parametrize("state", STATES)
def test_every_widget_is_reached(bench, state):
    STATES[state](bench)
    imgui.get_io().add_mouse_pos_event(0.0, 0.0)
    bench.frame(4)
    usable = usable_widgets(bench)
    reached = walked(bench)
    missed = [name for id_, name in usable.items() if id_ not in reached
              and not any(re.fullmatch(pattern, name) for pattern, _ in OTHERWISE)]
    assert not missed, f"the keyboard never comes to {missed}"


def marked(bench, name):
    """Walk until the keyboard marks a widget."""
    for _ in range(MOST_PANELS):
        bench.state.act("walk_panels")
        bench.frame(2)
        for _ in range(60):
            if usable_widgets(bench).get(int(imgui.get_current_context().nav_id)) == name:
                return
            press(bench, imgui.Key.tab)
    pytest.fail(f"the keyboard never comes to {name}")


def test_the_arrows_turn_a_knob_and_leave_it_marked(bench):
    marked(bench, "knob:gravity")
    bench.commands.clear()
    press(bench, imgui.Key.right_arrow)
    press(bench, imgui.Key.left_arrow)
    up, down = (command for command in bench.commands if isinstance(command, SetWorld))
    assert up.name == down.name == "gravity" and up.value[2] < -9.81 < down.value[2] and STEP > 0
    assert usable_widgets(bench)[int(imgui.get_current_context().nav_id)] == "knob:gravity"


def test_the_arrows_go_along_the_time_line(bench):
    marked(bench, "timeline")
    bench.commands.clear()
    press(bench, imgui.Key.left_arrow)
    press(bench, imgui.Key.right_arrow)
    assert bench.commands == [StepBack(1), Step(1)]


def test_the_arrows_go_through_the_moments_of_a_step(bench):
    inside(bench)
    marked(bench, "moments")
    bench.commands.clear()
    press(bench, imgui.Key.left_arrow)
    shown = [command for command in bench.commands if isinstance(command, ShowMoment)]
    count = len(bench.shown["inside"].moments)
    assert shown == [ShowMoment(count - 1)]


def test_enter_on_a_category_of_the_picker_opens_no_scene(bench):
    bench.state.act("scenes")
    bench.frame(4)
    for _ in range(40):
        press(bench, imgui.Key.tab)
        if usable_widgets(bench).get(int(imgui.get_current_context().nav_id)) == "category:joints":
            break
    bench.commands.clear()
    press(bench, imgui.Key.enter)
    assert bench.commands == [] and bench.state.open_sheet == "scenes"
    rows = [name for name in bench.frame() if name.startswith("row:")]
    assert rows and all(name.startswith("row:joints/") for name in rows)


def test_the_arrows_move_the_line_between_table_and_cards(bench):
    inside(bench, "X-ray")
    bench.frame(3)
    grip, before = next(id_ for id_, name in usable_widgets(bench).items() if name == "grip:inside"), bench.state.inside.share
    for _ in range(MOST_PANELS):
        bench.state.act("walk_panels")
        bench.frame(2)
        if grip in tabbed(bench):
            break
    while int(imgui.get_current_context().nav_id) != grip:
        press(bench, imgui.Key.tab)
    for _ in range(3):
        press(bench, imgui.Key.left_arrow)
    assert bench.state.inside.share == pytest.approx(before - 0.06)
