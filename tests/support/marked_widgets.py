"""Which widgets of the panels can be used, and which of them the keyboard has marked."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from imgui_bundle import imgui

from app.panels.widgets.ui import Ui

DISABLED = int(imgui.ItemFlags_.disabled)


@contextmanager
def watched(found: dict[str, tuple[int, bool, str]]) -> Iterator[None]:
    """While it lasts, the frames that are drawn put into `found`, by the name of each widget, its id, 0 for a text or a drawing,
    whether it is enabled, and the name of its panel."""
    note = Ui.note

    def noted(self: Ui, name: str) -> None:
        enabled = not int(imgui.get_item_flags()) & DISABLED
        found[name] = (imgui.get_item_id(), enabled, imgui.internal.get_current_window().root_window.name)
        note(self, name)
    Ui.note = noted
    try:
        yield
    finally:
        Ui.note = note


def usable_widgets(bench: Any) -> dict[int, str]:
    """Id and name of each widget of the next frame that can be pressed, turned or edited; while a sheet is open, of that one."""
    found: dict[str, tuple[int, bool, str]] = {}
    with watched(found):
        bench.frame(1)
    sheet = bench.state.open_sheet
    return {id_: name for name, (id_, enabled, panel) in found.items() if id_ and enabled and (not sheet or panel == sheet)}


def marked_widget(bench: Any) -> str:
    """The name of the widget that the keyboard has marked; "" for none that has a name."""
    return usable_widgets(bench).get(int(imgui.get_current_context().nav_id), "")
