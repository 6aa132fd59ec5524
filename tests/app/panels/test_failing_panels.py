"""A panel that raises: a card in its place says so, all other panels are drawn, and it can be tried again."""
from __future__ import annotations

import dataclasses
import time

import pytest
from imgui_bundle import imgui

from app.headless import errors
from app.panels.faults.guard import GuardedPanel
from app.panels.panel import COLUMN, SHEET, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui


class Broken:
    """A panel that raises deep inside of windows, groups, fonts and styles while it is to."""

    def __init__(self, own=True):
        self.raises, self.drawn, self._own = True, 0, own

    def draw(self, ui: Ui) -> None:
        with ui.window("broken", Rect(300, 200, 260, 90)):
            imgui.begin_group()
            imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(1, 0, 0, 1))
            imgui.begin_child("inside", imgui.ImVec2(80, 40))
            with ui.bold():
                imgui.push_id("here")
                if self.raises:
                    raise ZeroDivisionError("no such number")
                imgui.pop_id()
            imgui.end_child()
            imgui.pop_style_color()
            imgui.end_group()
            self.drawn += 1


@pytest.fixture
def logs(monkeypatch, tmp_path):
    monkeypatch.setattr(errors, "_log_folder", lambda: tmp_path)
    return tmp_path


def broken_in(bench, **fields):
    """A bench with a broken panel among the others."""
    broken = Broken()
    guarded = GuardedPanel(Panel(lambda: broken.draw, 15, **fields))
    bench.stack._panels.insert(len(bench.stack._panels) // 2, guarded)
    return broken


def written(folder):
    end = time.monotonic() + 5
    while not (found := [file for file in folder.glob("fault-*.txt") if file.stat().st_size]) and time.monotonic() < end:
        time.sleep(0.01)
    return found


def test_the_others_go_on_and_a_report_is_written(bench, logs):
    whole = set(bench.frame())
    broken = broken_in(bench)
    shown = set(bench.frame(3))
    assert whole <= shown and any(name.startswith("window:failed panel") for name in shown) and "window:broken" not in shown
    (file,) = written(logs)
    assert "ZeroDivisionError: no such number" in file.read_text()
    assert [toast.text for toast in bench.state.toasts.current(bench.now)].count(
        "A panel has failed and is closed: ZeroDivisionError: no such number") == 1
    assert broken.drawn == 0


def test_it_is_tried_again_on_request(bench, logs):
    broken = broken_in(bench)
    bench.frame(3)
    written(logs)                                        # the panel says where, and its button moves down
    button = next(name for name in bench.frame(3) if name.startswith("button:failed panel"))
    broken.raises = False
    bench.click(button)
    shown = bench.frame()
    assert broken.drawn and "window:broken" in shown and button not in shown
    broken.raises = True
    left, top, right, bottom = bench.frame(3)[next(name for name in bench.frame(3) if name.startswith("window:failed panel"))]
    assert (left, top) == pytest.approx((300, 200), abs=1) and right - left >= 260 - 1      # where the panel was


def test_a_panel_of_the_layout_keeps_its_place(bench, logs):
    broken_in(bench, place=COLUMN)
    name = next(name for name in bench.frame(3) if name.startswith("window:failed panel"))
    assert bench.state.widgets[name][:2] == pytest.approx(bench.frame()["window:statistics"][:2], abs=1)


def test_a_sheet_that_raises_is_closed(bench, logs):
    broken = Broken()
    panel = Panel(lambda: broken.draw, SHEET, wanted=lambda state: state.open_sheet == "help")
    bench.stack._panels.append(GuardedPanel(panel))
    bench.state.act("help")
    bench.frame(3)
    assert bench.state.open_sheet == ""


def test_what_ends_the_program_is_no_fault_of_a_panel(bench):
    def interrupted(ui):
        raise KeyboardInterrupt
    guarded = GuardedPanel(dataclasses.replace(Panel(lambda: interrupted, 15)))
    imgui.new_frame()
    with pytest.raises(KeyboardInterrupt):
        guarded.draw(Ui(bench.state, None, None, None, 1.0))
    imgui.end_frame()
