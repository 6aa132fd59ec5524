"""The card of the selected body: its state, its surface, and its joints."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.si_format import WHOLE, number_text
from app.panels.editing import body_fields, generator_card, group_card
from app.panels.editing.scene_fields import TYPES
from app.panels.joints.card import as_field, buttons, type_text
from app.panels.widgets.fields import UNCHANGED, field
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.published.cards import BodyCard, JointLink
from app.simulation.commands import EditBody, SelectJoint, SetBody, SettleEdits
from physics.bodies.shape_reach import extents
from physics.definitions.categories import ALL_CATEGORIES, CATEGORIES
from physics.definitions.shapes import SHAPES, Box, Capsule, Compound, Convex, HeightField

WORDS = {cls.kind: cls.name.replace("_", " ") for cls in SHAPES.values()}
SCOPE = "body."                    # prefix of the names of its widgets
MOST_JOINTS = 12                   # joints listed at most
MOST_NAMED = 3                     # bodies in a sensor that are named at most
LONG = 1e4                         # [kg] masses from here on have commas


def draw(ui: Ui, place: Rect) -> None:
    """The card at `place`, as high as its content; nothing when no body is selected."""
    view, uid = ui.state.view, ui.state.status.selection
    row = None if view is None or uid is None else view.table.index(uid)
    if row is None:
        return
    if len(ui.state.chosen) > 1:
        group_card.draw(ui, place)
        return
    with ui.window("selection", place._replace(height=0), most=place.height):
        imgui.dummy(ImVec2(place.width - 2 * imgui.get_style().window_padding.x, 0))
        table = view.table
        ui.heading(table.names[row] or f"Body {uid}")
        imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(8 * ui.unit, 3 * ui.unit))
        ui.fact("Kind", f"{TYPES[table.types[row]]} {WORDS[table.kinds[row]]}{', a sensor' if table.sensors[row] else ''}")
        ui.fact("Size", size_text(int(table.kinds[row]), table.sizes[row], table.shapes[row]))
        if np.isfinite(table.masses[row]):
            ui.fact("Mass", mass_text(float(table.masses[row])))
            ui.fact("Speed", f"{np.linalg.norm(view.velocities[row]):.2f} m/s")
            ui.fact("Spin", f"{np.linalg.norm(view.angular_velocities[row]):.2f} rad/s")
        ui.fact("Position", vector_text(view.positions[row]))
        if (card := ui.state.status.body) is not None:
            _filtered(ui, card, bool(table.sensors[row]))
            _known(ui, card)
            _overlapping(ui, card, bool(table.sensors[row]))
        if ui.state.status.edits.generator is None:
            body_fields.draw(ui, uid, row)
        elif ui.state.gizmo:
            generator_card.draw_selected(ui)
        imgui.pop_style_var()
        buttons(ui)


def _filtered(ui: Ui, card: BodyCard, sensor: bool) -> None:
    """What it collides with, where that is not everything."""
    names = ui.state.status.scene.categories
    if names or card.filter != BodyCard.filter:
        _list(ui, "Category", category_text(card.filter[0], names))
        _list(ui, "Reports" if sensor else "Collides with", category_text(card.filter[1], names))
        ui.tip("Categories: two bodies meet only if the list of each has the other's")


def _list(ui: Ui, label: str, text: str) -> None:
    """A row, or, where the text is too long for one, a label above it."""
    if imgui.calc_text_size(f"{label}   {text}").x <= imgui.get_content_region_avail().x:
        ui.row(label, text)
    else:
        imgui.text_disabled(label)
        imgui.push_text_wrap_pos(0.0)
        imgui.text_unformatted(text)
        imgui.pop_text_wrap_pos()
    ui.note(f"row:{label}")


def _known(ui: Ui, card: BodyCard) -> None:
    """The part from the published card: motion of the surface, changeable properties, joints.  While the scene is edited, the
    properties are of the scene, else of the running world alone."""
    edits = body_fields.shown(ui.state)
    velocity, spin = card.surface
    if any(velocity):
        ui.fact("Surface m/s", vector_text(velocity))
        ui.tip("Velocity of its surface in its own axes: what lies on it is carried along")
    if any(spin):
        ui.fact("Surface rad/s", vector_text(spin))
    for setting in card.settings:
        value = field(ui, as_field(setting, SCOPE))
        if value is not UNCHANGED:
            ui.state.submit(EditBody(card.uid, {setting.name: value}, f"{setting.name} {card.uid}") if edits else
                            SetBody(card.uid, setting.name, value))
        if edits and imgui.is_item_deactivated_after_edit():
            ui.state.submit(SettleEdits())
    if card.joints:
        imgui.separator()
        ui.heading("Joints", f"{len(card.joints)}")
        for joint in card.joints[:MOST_JOINTS]:
            _joint(ui, joint)
        if len(card.joints) > MOST_JOINTS:
            imgui.text_disabled(f"and {len(card.joints) - MOST_JOINTS} more")


def _overlapping(ui: Ui, card: BodyCard, sensor: bool) -> None:
    """Its overlaps with sensors, below the settings, which keep their places while bodies come and go."""
    if sensor or card.overlaps:
        named = [end.name for end in card.overlaps[:MOST_NAMED]] or ["nothing"]
        more = len(card.overlaps) - len(named)
        _list(ui, "In it" if sensor else "Is in", ", ".join(named) + (f" and {more} more" if more > 0 else ""))


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


def category_text(bits: int, names: Sequence[str]) -> str:
    """The categories of these bits by their names, those without one by their number."""
    if bits == ALL_CATEGORIES:
        return "all"
    numbers = [number for number in range(CATEGORIES) if bits >> number & 1]
    return ", ".join(names[number] if number < len(names) else str(number) for number in numbers) or "none"


def mass_text(mass: float) -> str:
    """A mass [kg] as text, large ones with commas."""
    return number_text(mass, "kg") if mass < LONG or mass >= WHOLE else f"{mass:,.0f} kg"


def size_text(kind: int, size: np.ndarray, shape: Any = None) -> str:
    """The size as text: a radius, and the whole length of what has an axis; edge lengths, also of the box about a hull, and its
    corners; of a height field its lengths and how many heights it has; nothing for a plane."""
    if isinstance(shape, HeightField):
        across, along = (2 * length for length in shape.size[:2])
        return f"{across:.3g} × {along:.3g} m, {len(shape.heights) * len(shape.heights[0]):,} heights"
    if isinstance(shape, (Compound, Convex)):
        low, high = extents(shape, np.eye(3))
        pieces = f"{len(shape.children)} parts" if isinstance(shape, Compound) else f"{len(shape.hull.vertices)} corners"
        return f"{pieces}, {size_text(Box.kind, (high - low) / 2)}"
    if shape is not None:
        whole = 2 * (shape.half_length + (shape.radius if isinstance(shape, Capsule) else 0))
        return f"r {shape.radius:.3g} m, {whole:.3g} m long"
    if kind == 0:
        return f"r {size[0]:.3g} m"
    return " × ".join(f"{2 * x:.3g}" for x in size) + " m" if kind == 1 else "endless"
