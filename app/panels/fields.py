"""Tunables as widgets: the only place where a description becomes a slider, a choice or a switch.

Each widget shows the value with its unit, a mark at the standard value, and a tooltip; the right button puts the
standard value back, Ctrl+click types a number.  What has no effect at the moment is greyed out and says why.
"""
from __future__ import annotations

import dataclasses
import math
from typing import Any, NamedTuple

from imgui_bundle import ImVec2, imgui

from app.panels.canvas import Canvas
from app.panels.ui import Ui
from physics.tunable import SettingError, Tunable

UNCHANGED = object()         # what a widget returns when nobody touched it
TRACK = 5.0                  # [design px] thickness of a slider's track


class Field(NamedTuple):
    """One tunable to show: its name, its description, where it stands, where it stood, and why it is unused."""

    name: str
    about: Tunable
    value: Any               # None: the scene's own values, for an override
    standard: Any            # what the right button puts back
    unused: str | None = None


def field(ui: Ui, what: Field) -> Any:
    """Draw one; the new value, or UNCHANGED.  An impossible number is told in a toast and not taken."""
    imgui.push_id(what.name)
    imgui.begin_group()
    imgui.begin_disabled(what.unused is not None)
    value = _WIDGETS[what.about.kind](ui, what)
    imgui.end_disabled()
    imgui.end_group()
    if imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled):
        if imgui.is_mouse_clicked(imgui.MouseButton_.right) and what.unused is None:
            value = what.standard
        if not imgui.is_any_item_active():
            _tooltip(ui, what)
    imgui.pop_id()
    if value is UNCHANGED or value is None:
        return value
    try:
        return what.about.check(what.name, value)
    except SettingError as error:
        ui.desk.say(str(error), "warning")
        return UNCHANGED


def fields_of(ui: Ui, settings: Any, standards: Any, names: list[str]) -> dict[str, Any]:
    """Draw tunables of a settings object, one below the other; what was changed."""
    described = {f.name: f.metadata["tunable"] for f in dataclasses.fields(settings) if "tunable" in f.metadata}
    changes = {}
    for name in names:
        value = field(ui, Field(name, described[name], getattr(settings, name), getattr(standards, name), settings.unused(name)))
        if value is not UNCHANGED:
            changes[name] = value
    return changes


def label_of(what: Field) -> str:
    """Name for people."""
    return what.about.label or what.name.replace("_", " ").capitalize()


def number_text(value: float, unit: str = "") -> str:
    """A number with as many digits as help, and its unit."""
    text = f"{value:.0f}" if abs(value) >= 1000 or value == int(value) and abs(value) >= 10 else f"{value:.3g}"
    return f"{text} {unit}" if unit else text


def _slider(ui: Ui, what: Field) -> Any:
    about = what.about
    whole = about.kind == "integer"
    shown = about.default if what.value is None else what.value
    text = "scene" if what.value is None else f"{shown}" if whole else number_text(shown, about.unit)
    _label(ui, label_of(what), text, what.value != what.standard)
    low, high = about.slider or about.limits
    flags = imgui.SliderFlags_.logarithmic if about.log else imgui.SliderFlags_.none
    for part in (imgui.Col_.frame_bg, imgui.Col_.frame_bg_hovered, imgui.Col_.frame_bg_active, imgui.Col_.slider_grab,
                 imgui.Col_.slider_grab_active):
        imgui.push_style_color(part, 0)
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(2 * ui.unit, 0.5 * ui.unit))
    imgui.set_next_item_width(-1)
    slide, number = (imgui.slider_int, int) if whole else (imgui.slider_float, float)
    changed, value = slide("##value", number(shown), number(low), number(high), "", flags)
    imgui.pop_style_var()
    imgui.pop_style_color(5)
    ui.note(f"field:{what.name}")
    typing = imgui.is_item_active() and imgui.get_io().want_text_input
    if not typing:
        _draw_track(ui, what, _share(shown, low, high, about.log))
    return value if changed else UNCHANGED


def _label(ui: Ui, label: str, text: str, moved: bool) -> None:
    """The name at the left, the value at the right, bright when it differs from the standard."""
    with ui.colored(ui.palette.dim):
        imgui.text(label)
    width = imgui.calc_text_size(text).x
    imgui.same_line(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - width)
    with ui.colored(ui.palette.text if moved else ui.palette.dim):
        imgui.text(text)
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - 5 * ui.unit)


def _share(value: float, low: float, high: float, log: bool) -> float:
    """Where `value` is between `low` and `high`, 0 to 1."""
    if log and low > 0 and value > 0:
        share = math.log(value / low) / math.log(high / low)
    else:
        share = (value - low) / (high - low)
    return min(max(share, 0.0), 1.0)


def _draw_track(ui: Ui, what: Field, share: float) -> None:
    about, palette, canvas = what.about, ui.palette, Canvas()
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    radius = min(imgui.get_style().grab_min_size, high.y - low.y) * 0.5
    left, right, y, half = low.x + radius, high.x - radius, (low.y + high.y) / 2, TRACK * ui.unit / 2
    x = left + (right - left) * share
    active = imgui.is_item_active() or imgui.is_item_hovered()
    scene_value = what.value is None
    canvas.box((low.x, y - half), (high.x, y + half), palette.faint, half)
    if what.standard is not None:
        bounds = about.slider or about.limits
        mark = left + (right - left) * _share(what.standard, *bounds, about.log)
        canvas.line((mark, y - 2.2 * half), (mark, y + 2.2 * half), palette.dim, 1.5 * ui.unit)
    if not scene_value:
        canvas.box((low.x, y - half), (x, y + half), palette.accent, half)
    knob = palette.dim if scene_value else palette.accent_bright if active else palette.accent
    canvas.dot((x, y), radius * (1.0 if active else 0.92), knob)
    canvas.dot((x, y), radius * 0.42, "FFFFFF")


def _choice(ui: Ui, what: Field) -> Any:
    value = UNCHANGED
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(10 * ui.unit, 3 * ui.unit))
    imgui.align_text_to_frame_padding()
    with ui.colored(ui.palette.dim):
        imgui.text(label_of(what))
    imgui.same_line(0.44 * imgui.get_window_width())
    imgui.set_next_item_width(-1)
    open_ = imgui.begin_combo("##value", str(what.value).replace("_", " "), imgui.ComboFlags_.height_large)
    ui.note(f"field:{what.name}")
    if open_:
        for choice in what.about.choices:
            clicked, _ = imgui.selectable(choice.replace("_", " "), choice == what.value)
            ui.note(f"choice:{what.name}:{choice}")
            if clicked:
                value = choice
        imgui.end_combo()
    imgui.pop_style_var()
    return value


def _switch(ui: Ui, what: Field) -> Any:
    clicked = toggle(ui, label_of(what), what.value)
    ui.note(f"field:{what.name}")
    return (not what.value) if clicked else UNCHANGED


def toggle(ui: Ui, label: str, on: bool) -> bool:
    """A switch with its label; True when it was clicked."""
    unit, line, start = ui.unit, imgui.get_text_line_height(), imgui.get_cursor_screen_pos()
    half, width, gap = 8 * unit, 29 * unit, 8 * unit
    clicked = imgui.invisible_button(f"##{label}", ImVec2(width + gap + imgui.calc_text_size(label).x, line + 4 * unit))
    canvas, palette, middle = Canvas(), ui.palette, start.y + line / 2 + 2 * unit
    canvas.box((start.x, middle - half), (start.x + width, middle + half), palette.accent if on else palette.hover, half)
    canvas.dot((start.x + (width - half if on else half), middle), half - 2.5 * unit, "FFFFFF")
    bright = palette.text if on or imgui.is_item_hovered() else palette.dim
    canvas.text((start.x + width + gap, start.y + 2 * unit), label, bright)
    return clicked


def _tooltip(ui: Ui, what: Field) -> None:
    if not imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled):
        return
    about = what.about
    with ui.tooltip():
        with ui.bold():
            imgui.text(label_of(what))
        imgui.text_unformatted(about.help)
        if what.unused:
            with ui.colored(ui.palette.warning):
                imgui.text_unformatted(what.unused[0].upper() + what.unused[1:])
        unit = f" {about.unit}" if about.unit else ""
        if about.limits:
            imgui.text_disabled(f"{about.limits[0]:g} to {about.limits[1]:g}{unit}")
        slides = about.kind in ("number", "integer")
        standard = "the scene's own values" if what.standard is None else f"{what.standard:g}{unit}" if slides else what.standard
        imgui.text_disabled(f"Right click: back to {standard}" + (". Ctrl + click: type" if slides else ""))


_WIDGETS = {"number": _slider, "integer": _slider, "choice": _choice, "switch": _switch}
