"""The fields of a generator: a number is dragged, or typed after Ctrl+click; a word is chosen.

Angles are shown in degrees.  Values are those of a file: `30 deg` and `1/3` are read, and a number that is changed is written as
one.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from imgui_bundle import imgui

from app.panels.editing import shape_fields
from app.panels.widgets.fields import FAR
from app.panels.widgets.ui import Ui
from physics.definitions.shapes import Box, HeightField, Plane, Shape
from scenes.editing import generator_fields as about
from scenes.editing.bounds import half_extents
from scenes.editing.generator_fields import FieldAbout, fields_of, numbers_in
from scenes.schema.body import ShapeSection, shape_of
from scenes.schema.shapes import short, values_of

COLUMN = 0.40                  # share of the panel's width at which values begin
SPEED = 0.02                   # of a value for each pixel of a drag, over 1 or the value
WHOLE_SPEED = 0.1
USUAL_SHAPE = Box(half=(0.25, 0.25, 0.25))

Change = Callable[[dict[str, Any], str], None]           # of keys, and the word by which edits in a row are one


def draw(ui: Ui, scope: str, word: str, values: Mapping[str, Any], change: Change) -> bool:
    """All fields, those that every body has under a section of their own; whether a drag or a text ended."""
    ended = False
    imgui.push_id(scope)
    fields = [field for field in fields_of(word) if field.key != "name" or scope]
    for field in fields:
        if field.own:
            ended |= _field(ui, scope, field, values, change)
    shared = [field for field in fields if not field.own]
    if shared:
        imgui.push_style_color(imgui.Col_.header, 0)
        opened = imgui.collapsing_header("Of every body")
        imgui.pop_style_color()
        ui.note(f"section:{scope}.bodies")
        if opened:
            for field in shared:
                ended |= _field(ui, scope, field, values, change)
    imgui.pop_id()
    return ended


def _field(ui: Ui, scope: str, field: FieldAbout, values: Mapping[str, Any], change: Change) -> bool:
    if field.kind == about.SHAPE:
        return _shape(ui, scope, field, values.get(field.key), change)
    imgui.push_id(field.key)
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(field.key.replace("_", " "))
    imgui.same_line(COLUMN * imgui.get_window_width())
    imgui.set_next_item_width(-1)
    ended = _WIDGETS[field.kind](field, values.get(field.key, field.default), change)
    ui.note(f"{scope}:{field.key}")
    ui.tip(_about(field))
    imgui.pop_id()
    return ended


def _about(field: FieldAbout) -> str:
    """Help, unit and limits in a line; a help that ends in its unit says it."""
    low, high = field.limits
    shown = "" if low is None and high is None or _far(field) else f"{_degrees(field, low):g} to {_degrees(field, high):g}"
    unit = "degrees" if field.unit == "rad" else field.unit
    help_ = field.help.replace("[rad]", "[degrees]")
    said = help_.rstrip(".").endswith(f"[{unit}]")
    about = " ".join(filter(None, (help_, f"[{unit}]" if unit and not said else "")))
    return ". ".join(filter(None, (about, shown and f"Allowed: {shown}")))


def _far(field: FieldAbout) -> bool:
    """Whether its limits are the same on both sides and beyond use."""
    low, high = field.limits
    return low is not None and high is not None and -low == high >= FAR


def _degrees(field: FieldAbout, value: float) -> float:
    return math.degrees(value) if field.unit == "rad" else value


def _number(field: FieldAbout, value: Any, change: Change) -> bool:
    found = numbers_in(value, field.unit)
    shown = _degrees(field, found[0]) if found else 0.0
    low, high = (0.0 if limit is None else _degrees(field, limit) for limit in field.limits)
    changed, made = imgui.drag_float("##value", shown, SPEED * max(1.0, abs(shown)), low, high, "%.4g" if found else "usual")
    if changed:
        change({field.key: _written(field, made)}, field.key)
    return imgui.is_item_deactivated_after_edit()


def _written(field: FieldAbout, shown: float) -> Any:
    """A number as in a file, within its limits."""
    low, high = field.limits
    value = math.radians(shown) if field.unit == "rad" else shown
    value = min(max(value, -math.inf if low is None else low), math.inf if high is None else high)
    return f"{short(math.degrees(value)):g} deg" if field.unit == "rad" else short(value)


def _whole(field: FieldAbout, value: Any, change: Change) -> bool:
    found = numbers_in(value, field.unit)
    low, high = (0 if limit is None else int(limit) for limit in field.limits)
    shown = int(found[0]) if found else low
    changed, made = imgui.drag_int("##value", shown, max(WHOLE_SPEED, SPEED * abs(shown)), low, high)
    if changed:
        change({field.key: min(max(made, low), high)}, field.key)
    return imgui.is_item_deactivated_after_edit()


def _vector(field: FieldAbout, value: Any, change: Change) -> bool:
    found = numbers_in(value, field.unit)
    shown = found if found and len(found) == field.length else [0.0] * field.length
    if field.key == "count":
        changed, made = imgui.drag_int3("##value", [int(one) for one in shown], WHOLE_SPEED, 1, int(field.limits[1] or 1))
    else:
        drag = {2: imgui.drag_float2, 3: imgui.drag_float3}[field.length]
        changed, made = drag("##value", shown, SPEED * max(1.0, abs(shown[0])), 0.0, 0.0, "%.4g")
    if changed:
        change({field.key: [int(one) if field.key == "count" else _written(field, one) for one in made]}, field.key)
    return imgui.is_item_deactivated_after_edit()


def _combo(shown: str, choices: Any) -> str | None:
    """A list of words; the one that is chosen, None without a change."""
    chosen = None
    if imgui.begin_combo("##value", shown.replace("_", " ")):
        for choice in choices:
            if imgui.selectable(choice.replace("_", " "), choice == shown)[0] and choice != shown:
                chosen = choice
        imgui.end_combo()
    return chosen


def _choice(field: FieldAbout, value: Any, change: Change) -> bool:
    chosen = _combo(str(value), field.choices)
    if chosen is not None:
        change({field.key: chosen}, "")
    return chosen is not None


def _joint(field: FieldAbout, value: Any, change: Change) -> bool:
    return _choice(field, value.get("type") if isinstance(value, Mapping) else value, change)


def _switch(field: FieldAbout, value: Any, change: Change) -> bool:
    changed, made = imgui.checkbox("##value", value in (True, "true"))
    if changed:
        change({field.key: made}, "")
    return changed


def _name(field: FieldAbout, value: Any, change: Change) -> bool:
    entered, typed = imgui.input_text_with_hint("##value", "none", str(value or ""), imgui.InputTextFlags_.enter_returns_true)
    if entered and typed.strip() != (value or ""):
        change({field.key: typed.strip() or None}, "")
    return entered


def _rotation(field: FieldAbout, value: Any, change: Change) -> bool:
    """A turn about z; one about another axis is left to the file."""
    axis = value.get("axis") if isinstance(value, Mapping) else None
    upright = numbers_in(axis, "") in (None, [0.0, 0.0, 1.0])
    angle = numbers_in(value.get("angle"), "rad") if isinstance(value, Mapping) else [0.0]
    imgui.begin_disabled(not upright)
    changed, made = imgui.drag_float("##value", math.degrees(angle[0]) if angle else 0.0, 0.5, -360.0, 360.0,
                                     "%.4g° about z" if upright else "as in the file")
    ended = imgui.is_item_deactivated_after_edit()
    imgui.end_disabled()
    if changed:
        change({field.key: {"axis": [0, 0, 1], "angle": f"{short(made):g} deg"}}, field.key)
    return ended


def _shape(ui: Ui, scope: str, field: FieldAbout, value: Any, change: Change) -> bool:
    """Its kind and its lengths."""
    shape = _shape_in(value)
    made = shape_fields.draw(ui, scope, values_of(shape), half_extents(shape), COLUMN)
    if made.shape is not None:
        change({field.key: made.shape}, field.key if made.word else "")
    return made.ended


def _shape_in(value: Any) -> Shape:
    """The shape of a value of a file; the usual one in place of what is none."""
    try:
        shape = shape_of(ShapeSection.model_validate(value))
    except ValueError:
        return USUAL_SHAPE
    return USUAL_SHAPE if isinstance(shape, (Plane, HeightField)) else shape


_WIDGETS = {about.NUMBER: _number, about.WHOLE: _whole, about.VECTOR: _vector, about.CHOICE: _choice, about.JOINT: _joint,
            about.SWITCH: _switch, about.NAME: _name, about.ROTATION: _rotation}
