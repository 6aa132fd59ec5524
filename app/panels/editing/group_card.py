"""The card of several selected bodies: how many, which, what the scene says about all of them, and how they are arranged."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.input.group_actions import EDGES
from app.panels.editing.labels import label
from app.panels.editing.scene_fields import LABEL, arranging, buttons, draw_kind, draw_surface, putting_down
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui

MOST_NAMED = 8             # bodies that are named at most


def draw(ui: Ui, place: Rect) -> None:
    """The card at `place`, as high as its content."""
    state, uids = ui.state, ui.state.chosen
    with ui.window("selection", place._replace(height=0), most=place.height):
        imgui.dummy(ImVec2(place.width - 2 * imgui.get_style().window_padding.x, 0))
        ui.heading(f"{len(uids)} bodies")
        ui.note("group title")
        imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(8 * ui.unit, 3 * ui.unit))
        ui.aside(names_of(uids, state.view.table))
        imgui.separator()
        if state.status.group.refusal:
            ui.aside(f"{state.status.group.refusal}: select the scene's own ones alone to edit them")
        elif state.status.group.values:
            ui.heading("In the scene")
            draw_kind(ui, uids)
            draw_surface(ui, uids)
            imgui.separator()
            _arranging(ui)
        imgui.pop_style_var()


def names_of(uids: tuple[int, ...], table) -> str:
    """Names of the first bodies, and how many more there are."""
    named = [table.names[row] or f"body {uid}" for uid in uids[:MOST_NAMED] if (row := table.index(uid)) is not None]
    more = len(uids) - MOST_NAMED
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")


def _arranging(ui: Ui) -> None:
    """A row of buttons x, y, z for each edge of the bounds, and one each to put down and to spread."""
    ui.heading("Arrange")
    for how, name in EDGES.items():
        label(ui, name, LABEL)
        buttons(ui, {f"{how}_{axis}": arranging(ui, f"{how}_{axis}") for axis in "xyz"})
    label(ui, "spread", LABEL)
    buttons(ui, {f"spread_{axis}": arranging(ui, f"spread_{axis}") for axis in "xyz"})
    buttons(ui, {"put_down": putting_down(ui)})
