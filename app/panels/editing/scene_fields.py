"""Fields of what the scene says about the selected bodies: kind, mass, material, surface and colour.

They act on all selected bodies; a value that differs among them shows as mixed, and a new one is set at all of them.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui

from app.draw.frame_builder import FIELD, PLANE
from app.input.group_actions import ARRANGEMENTS, arrange
from app.panels.editing import color_field, labels
from app.panels.widgets.canvas import preview, shortened
from app.panels.widgets.ui import Ui
from app.published.group_card import MIXED
from app.simulation.commands import EditBodies, SettleEdits
from physics.definitions.material import RESISTANCES, Material
from physics.definitions.tunable import tunables

TYPES = ("dynamic", "static", "kinematic")               # as `BodyTable.types` numbers them
NUMBERS = {"friction": "friction", "restitution": "restitution", "rolling_resistance": "rolling [m]",
           "spinning_resistance": "spinning [m]"}        # keys of a surface, and what they are called here
OWN = ("density", "friction", "restitution", *RESISTANCES)            # keys of a body that a material chosen for it replaces
LEAST, MOST = 1e-6, 1e9                                  # [kg] of masses
SAME = 1e-9                                              # difference of masses, over the mass, that is none
SPEED = 0.01                                             # of a number for each pixel of a drag, over 1 or the number
WHOLE = 1000                                             # numbers from here on are written without a power of ten
LABEL = 0.415                                            # share of the card's width for the labels
GAP = 4                                                  # [design px] between buttons
NO_MATERIAL = "none"


def draw_kind(ui: Ui, uids: tuple[int, ...]) -> None:
    """Dynamic, static or kinematic; a plane is always static, and a height field never dynamic."""
    kind, planes, fields = ui.state.status.group.value("type"), _of_kind(ui, PLANE, uids), _of_kind(ui, FIELD, uids)
    imgui.begin_disabled(bool(planes))
    if (name := _choice(ui, "type", "kind", TYPES[1:] if fields else TYPES, kind)) is not None:
        still = {"velocity": None, "angular_velocity": None} if name == "static" else {}
        ui.state.submit(EditBodies(uids, {"type": name} | still))
    imgui.end_disabled()


def draw_surface(ui: Ui, uids: tuple[int, ...]) -> None:
    """Mass, material, friction, restitution, resistance and colour, of those of the bodies that have them."""
    card, planes = ui.state.status.group, _of_kind(ui, PLANE, uids)
    solid = tuple(uid for uid in uids if uid not in planes)
    if solid and card.value("type") == "dynamic":
        _mass(ui, solid)
    if card.materials:
        shown = card.value("material") or NO_MATERIAL
        if (name := _choice(ui, "material", "material", (NO_MATERIAL, *card.materials), shown)) is not None:
            ui.state.submit(EditBodies(uids, {"material": None if name == NO_MATERIAL else name} | dict.fromkeys(OWN)))
    for key, label in NUMBERS.items():
        if (value := _number(ui, key, card.value(key), tunables(Material)[key].limits, label)) is not None:
            ui.state.submit(EditBodies(uids, {key: value}, f"{key} {uids}"))
    if solid:
        color_field.draw(ui, solid)


def _of_kind(ui: Ui, kind: int, uids: tuple[int, ...]) -> set[int]:
    """Those of the bodies that are of a kind of shape."""
    table = ui.state.view.table
    return set(table.uids[(table.kinds == kind) & np.isin(table.uids, uids)].tolist())


def _mass(ui: Ui, uids: tuple[int, ...]) -> None:
    table, mass = ui.state.view.table, ui.state.status.group.value("mass")
    if mass is None:                                     # by density: what it comes to
        mass = mass_of(table.masses[np.isin(table.uids, uids)])
    if (value := _number(ui, "mass", mass, (LEAST, MOST))) is not None:
        ui.state.submit(EditBodies(uids, {"mass": value}, f"mass {uids}"))


def mass_of(masses: np.ndarray) -> float | str:
    """The mass [kg] of all these bodies; MIXED where they differ, and while the view still has them immovable or not at all."""
    least, most = (float(masses.min()), float(masses.max())) if masses.size else (0.0, math.inf)
    return least if most <= (1 + SAME) * least and math.isfinite(most) else MIXED


def _choice(ui: Ui, key: str, label: str, names: tuple[str, ...], shown: Any) -> str | None:
    """A list of names; the one that was chosen, None for none."""
    labels.label(ui, label, LABEL)
    chosen = None
    opened = imgui.begin_combo(f"##{key}", preview(shown or ""))
    ui.note(f"edit:{key}")
    if opened:
        for name in names:
            if imgui.selectable(name, name == shown)[0] and name != shown:
                chosen = name
            ui.note(f"choice:{key}:{name}")
        imgui.end_combo()
    return chosen


def _number(ui: Ui, key: str, value: Any, limits: tuple[float, float], label: str = "") -> float | None:
    """A number that is dragged or typed; a drag is one edit.  The new one, None without a change."""
    labels.label(ui, label or key, LABEL)
    mixed = value == MIXED or value is None
    start = limits[0] if mixed else float(value)
    form = MIXED if mixed else "%.3g" if abs(start) < WHOLE else "%.0f"
    changed, made = imgui.drag_float(f"##{key}", start, SPEED * max(1.0, abs(start)), 0.0, 0.0, form)
    ui.note(f"edit:{key}")
    if imgui.is_item_deactivated_after_edit():
        ui.state.submit(SettleEdits())
    return float(f"{min(max(made, limits[0]), limits[1]):.6g}") if changed else None


class Press(NamedTuple):
    """A button: its label, what it does, and its tooltip."""

    label: str
    perform: Callable[[], None]
    about: str


def arranging(ui: Ui, key: str) -> Press:
    """The button of an arrangement."""
    one = ARRANGEMENTS[key]
    return Press(one.axis, lambda: arrange(ui.state, one.how, one.axis), one.about)


def putting_down(ui: Ui) -> Press:
    """The button that puts bodies down."""
    return Press("Put down on what is below", lambda: ui.state.act("put_down"), ui.state.control_of("put_down").help)


def buttons(ui: Ui, row: dict[str, Press]) -> None:
    """Buttons beside each other, by the names of their places."""
    width = (imgui.get_content_region_avail().x - (len(row) - 1) * GAP * ui.unit) / len(row)
    for number, (name, press) in enumerate(row.items()):
        if number:
            imgui.same_line(0, GAP * ui.unit)
        text = shortened(press.label, width - 2 * imgui.get_style().frame_padding.x)
        pressed = imgui.button(f"{text}###{name}", ImVec2(width, 0))
        ui.note(f"button:{name}")
        ui.tip(press.about)
        if pressed:
            press.perform()
