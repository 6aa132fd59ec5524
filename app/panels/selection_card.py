"""The card of the selected body: its state, its surface, and its joints."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.si_format import number_text
from app.panels.joints.card import as_field, buttons, type_text
from app.panels.widgets.fields import UNCHANGED, field
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.published.cards import BodyCard, JointLink
from app.simulation.commands import SelectJoint, SetBody

SHAPES = ("sphere", "box", "plane")
TYPES = ("dynamic", "static", "kinematic")
SCOPE = "body."                    # prefix of the names of its widgets
MOST_JOINTS = 12                   # joints listed at most


def draw(ui: Ui, place: Rect) -> None:
    """The card at `place`, as high as its content; nothing when no body is selected."""
    view, uid = ui.state.view, ui.state.status.selection
    row = None if view is None or uid is None else view.table.index(uid)
    if row is None:
        return
    with ui.window("selection", place._replace(height=0), most=place.height):
        imgui.dummy(ImVec2(place.width - 2 * imgui.get_style().window_padding.x, 0))
        table = view.table
        ui.heading(table.names[row] or f"Body {uid}")
        imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(8 * ui.unit, 3 * ui.unit))
        ui.row("Kind", f"{TYPES[table.types[row]]} {SHAPES[table.kinds[row]]}")
        ui.row("Size", size_text(int(table.kinds[row]), table.sizes[row]))
        if np.isfinite(table.masses[row]):
            ui.row("Mass", number_text(float(table.masses[row]), "kg"))
            ui.row("Speed", f"{np.linalg.norm(view.velocities[row]):.2f} m/s")
            ui.row("Spin", f"{np.linalg.norm(view.angular_velocities[row]):.2f} rad/s")
        ui.row("Position", vector_text(view.positions[row]))
        if (card := ui.state.status.body) is not None:
            _known(ui, card)
        imgui.pop_style_var()
        buttons(ui)


def _known(ui: Ui, card: BodyCard) -> None:
    """The part from the published card: motion of the surface, changeable properties, joints."""
    velocity, spin = card.surface
    if any(velocity):
        ui.row("Surface m/s", vector_text(velocity))
        ui.tip("Velocity of its surface in its own axes: what lies on it is carried along")
    if any(spin):
        ui.row("Surface rad/s", vector_text(spin))
    for setting in card.settings:
        value = field(ui, as_field(setting, SCOPE))
        if value is not UNCHANGED:
            ui.state.submit(SetBody(card.uid, setting.name, value))
    if card.joints:
        imgui.separator()
        ui.heading("Joints", f"{len(card.joints)}")
        for joint in card.joints[:MOST_JOINTS]:
            _joint(ui, joint)
        if len(card.joints) > MOST_JOINTS:
            imgui.text_disabled(f"and {len(card.joints) - MOST_JOINTS} more")


def _joint(ui: Ui, joint: JointLink) -> None:
    """A line that selects a joint."""
    label = f"{joint.name or type_text(joint.type_name)}  {icons.ICON_FA_ARROW_RIGHT}  {joint.other.name}"
    if imgui.selectable(f"{label}##joint {joint.uid}", False)[0]:
        ui.state.submit(SelectJoint(joint.uid))
    ui.note(f"joint:{joint.uid}")
    ui.tip(f"{type_text(joint.type_name)} with {joint.other.name}; click to select it")


def vector_text(vector) -> str:
    """Three numbers as text."""
    return " ".join(f"{x:.2f}" for x in vector)


def size_text(kind: int, size: np.ndarray) -> str:
    """The size as text: a radius, three edge lengths, or nothing for a plane."""
    if kind == 0:
        return f"r {size[0]:.3g} m"
    return " × ".join(f"{2 * x:.3g}" for x in size) + " m" if kind == 1 else "endless"
