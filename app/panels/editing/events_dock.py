"""The panel of the scene's events: all of them in a list, and the fields of the selected one; each change is an edit."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.editing import event_fields
from app.panels.panel import BESIDE, DOCK, Panel
from app.panels.widgets.strong_button import strong_button
from app.panels.widgets.ui import Ui
from app.published.editing import EventCard
from app.simulation.commands import DeleteEvent, SelectEvent
from app.ui.ui_state import UiState

LIST = 0.52                # of the width, for the list
COLUMNS = (("from", 62), ("for", 62), ("what", 0))         # and their widths [design px], 0 for the rest


def draw(ui: Ui) -> None:
    """The list at the left, the fields at the right."""
    edits = ui.state.status.edits
    with ui.window("events", ui.layout.dock, imgui.WindowFlags_.no_scrollbar, backed=True):
        _head(ui)
        imgui.separator()
        width = imgui.get_content_region_avail().x
        imgui.begin_child("##list", ImVec2(LIST * width if edits.events else 0, 0), imgui.ChildFlags_.nav_flattened)
        _list(ui, edits.events, edits.event)
        imgui.end_child()
        if edits.events:
            _fields(ui, edits.events, edits.event)


def _head(ui: Ui) -> None:
    ui.heading("Events")
    imgui.same_line(0, 12 * ui.unit)
    tool = ui.state.events
    if strong_button(ui, f"{icons.ICON_FA_ARROW_UP_RIGHT_FROM_SQUARE}  Draw one", "draw event", not tool.active):
        ui.state.act("draw_event")
    ui.tip(f"Press on a body and drag the arrow of a force, a torque or an impulse  ({ui.state.controls.keys('draw_event')})")


def _list(ui: Ui, events: tuple[EventCard, ...], selected: int | None) -> None:
    if not events:
        ui.aside("Nothing happens by itself in this scene. Draw a force, a torque or an impulse on a body; the file may have "
                 "other events too.")
        return
    if not imgui.begin_table("##events", len(COLUMNS) + 1, imgui.TableFlags_.scroll_y | imgui.TableFlags_.row_bg):
        return
    for name, width in COLUMNS:
        flags = imgui.TableColumnFlags_.width_fixed if width else imgui.TableColumnFlags_.width_stretch
        imgui.table_setup_column(name, flags, width * ui.unit)
    imgui.table_setup_column("##delete", imgui.TableColumnFlags_.width_fixed, 30 * ui.unit)
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    time = ui.state.view.time if ui.state.view is not None else 0.0
    for event in events:
        _row(ui, event, event.number == selected, event.acts(time))
    imgui.end_table()


def _fields(ui: Ui, events: tuple[EventCard, ...], selected: int | None) -> None:
    imgui.same_line()
    imgui.begin_child("##fields", ImVec2(0, 0), imgui.ChildFlags_.nav_flattened)
    if selected is not None and selected < len(events):
        event_fields.draw(ui, events[selected])
    else:
        ui.aside("Click on an event to change it.")
    imgui.end_child()


def _row(ui: Ui, event: EventCard, selected: bool, acts: bool) -> None:
    imgui.push_id(event.number)
    imgui.table_next_row()
    imgui.table_next_column()
    with ui.colored(ui.palette.accent if acts else ui.palette.text):
        flags = imgui.SelectableFlags_.span_all_columns | imgui.SelectableFlags_.allow_overlap
        if imgui.selectable(f"{event.at:.3g} s", selected, flags)[0]:
            ui.state.submit(SelectEvent(None if selected else event.number))
    ui.note(f"event:{event.number}")
    for text in (f"{event.lasts:.3g} s" if event.lasts else "once", event.about):
        imgui.table_next_column()
        imgui.text_unformatted(text)
    imgui.table_next_column()
    if imgui.small_button(icons.ICON_FA_TRASH):
        ui.state.submit(DeleteEvent(event.number))
    ui.note(f"delete event:{event.number}")
    ui.tip("Delete this event from the scene")
    imgui.pop_id()


def wanted(state: UiState) -> bool:
    """Whether a scene is open."""
    return state.view is not None and not state.status.script


PANEL = Panel(lambda: draw, BESIDE + 7, wanted, place=DOCK, switch="events", default=False, keys=("Alt+E",),
              instead=("inside_step", "advice", "film", "log"), label="Events",
              help="What happens in the scene by itself: forces, torques, impulses and all other events, to change and delete")
