"""The fields of a joint of the scene in its card: name, places, settings, each of which is an edit; and keeping one that was made
while the scene ran.

They are there at the scene's beginning, and while the gizmo is out; settings of a scene that runs are followed without a restart.
"""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.editing.body_fields import numbers, text
from app.panels.widgets.strong_button import strong_button
from app.panels.widgets.ui import Ui
from app.published.cards import JointCard
from app.published.editing import SceneJoint
from app.simulation.commands import EditJoint, RenameJoint, SettleEdits
from app.ui.ui_state import UiState


def shown(state: UiState) -> bool:
    """Whether the card of the selected joint edits the scene."""
    return state.status.edits.joint is not None and (bool(state.gizmo) or state.status.edits.beginning)


def draw(ui: Ui, card: JointCard) -> None:
    """Name, delete and places, as the scene's file has them; or the button that keeps the joint in the scene."""
    edits = ui.state.status.edits
    if edits.keepable:
        _keep(ui)
    elif shown(ui.state):
        _fields(ui, card, edits.joint)


def _keep(ui: Ui) -> None:
    imgui.dummy(ImVec2(0, 2 * ui.unit))
    if strong_button(ui, f"{icons.ICON_FA_BOOKMARK}  Keep in the scene", "keep joint", True):
        ui.state.act("keep_joint")
    ui.tip(f"It was made while the scene ran, and ends with a restart: write it into the scene, from the beginning on  "
           f"({ui.state.controls.keys('keep_joint')})")


def _fields(ui: Ui, card: JointCard, joint: SceneJoint) -> None:
    imgui.separator()
    ui.heading("In the scene")
    imgui.same_line()
    width = imgui.calc_text_size(icons.ICON_FA_TRASH).x + 2 * imgui.get_style().frame_padding.x
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - width)
    if imgui.small_button(f"{icons.ICON_FA_TRASH}##delete joint"):
        ui.state.act("delete")
    ui.note("edit:delete joint")
    ui.tip("Delete it from the scene, with the events that name it  (Shift+Delete)")
    name = text(ui, "joint name", card.name, "Its name; Enter gives it another one, in events too")
    if name:
        ui.state.submit(RenameJoint(card.uid, name))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(8 * ui.unit, 3 * ui.unit))
    for place in joint.places:
        made = numbers(ui, place.key, place.value)
        if made is not None and (place.kind == "point" or any(made)):
            ui.state.submit(EditJoint(card.uid, {place.key: made}, f"{place.key} {card.uid}"))
        if imgui.is_item_deactivated_after_edit():
            ui.state.submit(SettleEdits())
    imgui.pop_style_var()
