"""The keyboard belongs to the scene, whatever the mouse has touched; a key of its own gives it to the panels."""
from __future__ import annotations

import pytest
from imgui_bundle import imgui

from app.simulation.commands import Pause, SetSolver
from tests.support.fake_world import BALL


def seen(bench):
    """What ImGui would do with the keyboard."""
    bench.frame(3)
    return imgui.get_io().want_text_input, imgui.get_io().nav_visible


@pytest.mark.parametrize("key", [imgui.Key.space, imgui.Key.enter, imgui.Key.tab, imgui.Key.right_arrow, imgui.Key.down_arrow])
@pytest.mark.parametrize("touched", ["field:normals", "field:iterations", "button:pause", "section:Joints"])
def test_keys_do_nothing_to_the_widget_that_was_pressed_last(bench, touched, key):
    bench.click(touched)
    bench.commands.clear()
    before = bench.state.settings
    for _ in range(3):
        bench.press(key)
    assert (bench.commands, bench.state.settings) == ([], before) and seen(bench) == (False, False)


def test_no_list_of_windows_opens(bench):
    bench.click("field:normals")
    io = imgui.get_io()
    io.add_key_event(imgui.Key.mod_ctrl, True)
    bench.press(imgui.Key.tab)
    assert imgui.get_current_context().nav_windowing_target is None
    io.add_key_event(imgui.Key.mod_ctrl, False)


def test_a_text_is_edited_and_escape_gives_the_keyboard_back(bench):
    io = imgui.get_io()
    io.add_key_event(imgui.Key.mod_ctrl, True)
    bench.click("field:iterations")
    io.add_key_event(imgui.Key.mod_ctrl, False)
    assert seen(bench) == (True, False)
    bench.press(imgui.Key.escape)
    assert seen(bench) == (False, False) and not any(isinstance(c, SetSolver) for c in bench.commands)


def test_an_open_list_is_chosen_from_and_closed_by_keys(bench):
    bench.click("field:stabilization")
    bench.press(imgui.Key.escape)
    assert not any(name.startswith("choice:") for name in bench.frame(3)) and seen(bench) == (False, False)
    bench.click("field:stabilization")
    bench.press(imgui.Key.down_arrow)
    bench.press(imgui.Key.down_arrow)
    bench.press(imgui.Key.enter)
    assert [c.name for c in bench.commands] == ["stabilization"] and seen(bench) == (False, False)


def walked_panels(bench, count):
    names = []
    for _ in range(count):
        bench.state.act("walk_panels")
        bench.frame(3)
        names.append(imgui.get_current_context().nav_window.root_window.name)
    return names


def test_the_key_of_the_panels_marks_one_after_the_other(bench):
    bench.session.selection = BALL
    bench.frame(3)
    assert walked_panels(bench, 5) == ["panel", "toolbar", "timeline", "selection", "panel"]
    assert imgui.get_io().nav_visible


def test_tab_walks_from_widget_to_widget_and_space_presses(bench):
    walked_panels(bench, 1)
    marked = []
    for _ in range(60):
        bench.press(imgui.Key.tab)
        marked.append(imgui.get_current_context().nav_id)
    assert len(set(marked)) > 12
    while not bench.state.settings.normals and marked:
        bench.press(imgui.Key.tab)
        marked.pop()
        if not imgui.get_io().want_text_input:
            bench.press(imgui.Key.space)
        if any(name.startswith("choice:") for name in bench.frame()):
            bench.press(imgui.Key.escape)
    assert bench.state.settings.normals and imgui.get_io().nav_visible


@pytest.mark.parametrize("end", ["cancel", "click", "panels"])
def test_escape_a_click_and_hidden_panels_give_the_keyboard_back(bench, end):
    walked_panels(bench, 1)
    if end == "click":
        bench.click("scene title")
    else:
        bench.state.act(end)
    assert seen(bench) == (False, False) and not bench.state.walking
    bench.commands.clear()
    bench.press(imgui.Key.space)
    assert bench.commands == []
    bench.state.act("pause")
    assert bench.commands == [Pause(True)]


def test_a_closed_sheet_leaves_no_ring(bench):
    bench.state.act("scenes")
    bench.frame(3)
    bench.press(imgui.Key.tab)
    bench.state.act("cancel")
    assert bench.state.open_sheet == "" and seen(bench) == (False, False)
    assert not imgui.get_current_context().nav_cursor_visible


def tooltips():
    """Names of the tooltips on the screen."""
    return [window.name for window in imgui.get_current_context().windows
            if window.was_active and not window.hidden and "Tooltip" in window.name]


def test_no_tooltip_hangs_on_after_a_sheet_until_the_pointer_moves(bench):
    x, y = bench.at("field:iterations")
    io = imgui.get_io()
    io.add_mouse_pos_event(x, y)
    bench.frame(60)
    assert tooltips()
    for typed in ("t", "p", "c"):
        bench.state.act("scenes")
        bench.type(typed)
        bench.press(imgui.Key.enter)
        assert bench.state.open_sheet == ""
        bench.frame(60)
        assert not tooltips() and not imgui.get_current_context().nav_cursor_visible
    io.add_mouse_pos_event(x + 2, y)
    bench.frame(60)
    assert tooltips(), "it is pointed at again"
