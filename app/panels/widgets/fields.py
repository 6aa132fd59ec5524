"""Tunables as widgets: from a description to a slider, a choice or a switch.

Each widget shows the value with its unit, a mark at the standard value, and a tooltip; the right button restores the standard
value, Ctrl+click types a number.  A setting without effect is greyed out with the reason; an unwise value has a warning sign.
Angles are shown in degrees.  An optional number has a cross that removes it.
"""
from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.draw.colors import VARIANT_COLORS
from app.headless.si_format import number_text
from app.panels.widgets.canvas import Canvas, preview, shortened
from app.panels.widgets.field import Field, label_of, value_text
from app.panels.widgets.ui import Ui
from app.published.status import VARIANT_NAMES as NAMES
from physics.definitions.tunable import SettingError

UNCHANGED = object()         # result of a widget without input
TRACK = 5.0                  # [design px] thickness of a slider's track
LOG_ZERO = 1e-3              # stands for 0 on a slider in decades, as in ImGui
COLUMN = 0.44                # share of a panel's width at which choices begin
TOGGLE = 29, 8              # [design px] width of a switch, and gap before its label
SPACE = 6                   # [design px] between a name and its value at least
ROOMY = 240                 # [design px] width of a panel in which a choice is beside its label
FAR = 1000                  # limits of a number that are as far as this on both sides are not told


def field(ui: Ui, what: Field) -> Any:
    """Draw one; the new value, or UNCHANGED.  An invalid number is rejected with a toast."""
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
        ui.state.say(str(error), "warning")
        return UNCHANGED


def fields_of(ui: Ui, wanted: Iterable[Field]) -> dict[str, Any]:
    """Draw fields one below the other; the changed values by name."""
    drawn = {what.name: field(ui, what) for what in wanted}
    return {name: value for name, value in drawn.items() if value is not UNCHANGED}


def _slider(ui: Ui, what: Field) -> Any:
    about = what.about
    whole, (factor, unit), (low, high) = about.kind == "integer", what.shown_as, what.bounds
    absent = what.value is None
    start = 0.0 if about.default is None else about.default * factor
    shown = min(max(start, low), high) if absent else what.value if whole else what.value * factor
    if absent:
        text = "none" if what.optional else "scene"
    elif what.zero and not shown:
        text = what.zero
    else:
        text = f"{shown} {unit}".rstrip() if whole else number_text(shown, unit)
    cleared = _label(ui, what, text)
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
    ui.note(what.key)
    typing = imgui.is_item_active() and imgui.get_io().want_text_input
    if not typing:
        _draw_track(ui, what, _share(shown, low, high, about.log))
    if cleared:
        return None
    return (value if whole else value / factor) if changed else UNCHANGED


def _label(ui: Ui, what: Field, text: str) -> bool:
    """The name at the left, the value at the right, bright when it differs from the standard; whether the user removes the
    value."""
    cross = what.optional and what.value is not None
    room = 16 * ui.unit if cross else 0.0
    right = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x
    free = imgui.get_content_region_avail().x - imgui.calc_text_size(text).x - room - SPACE * ui.unit
    with ui.colored(ui.palette.dim):
        imgui.text(shortened(label_of(what), free))
    _sign(ui, what)
    imgui.same_line()
    imgui.set_cursor_pos_x(right - imgui.calc_text_size(text).x - room)          # an offset of same_line would refer to the group
    with ui.colored(ui.palette.text if what.value != what.standard else ui.palette.dim):
        imgui.text(text)
    cleared = cross and _cross(ui, what, room)
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - 5 * ui.unit)
    return cleared


def _cross(ui: Ui, what: Field, room: float) -> bool:
    """A small cross that removes an optional number; whether it was clicked."""
    imgui.same_line(0, 0)
    start, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
    clicked = imgui.invisible_button("##clear", ImVec2(room, line), imgui.ButtonFlags_.enable_nav)
    ui.note(f"clear:{what.scope}{what.name}")
    tint = ui.palette.text if imgui.is_item_hovered() else ui.palette.dim
    size = imgui.calc_text_size(icons.ICON_FA_XMARK).x
    Canvas().text((start.x + room - size, start.y), icons.ICON_FA_XMARK, tint)
    return clicked


def _sign(ui: Ui, what: Field) -> None:
    """The signs after a name: dots in the colours of variants whose value differs from the first, and a warning sign."""
    middle, radius = (imgui.get_item_rect_min().y + imgui.get_item_rect_max().y) / 2, 3.5 * ui.unit
    for variant, value in enumerate(what.variants):
        if value != what.variants[0]:
            imgui.same_line(0, 5 * ui.unit)
            Canvas().dot((imgui.get_cursor_screen_pos().x + radius, middle), radius, bytes(VARIANT_COLORS[variant]).hex())
            imgui.dummy(ImVec2(2 * radius, 2 * radius))
    if what.warning:
        imgui.same_line(0, 6 * ui.unit)
        with ui.colored(ui.palette.warning):
            imgui.text(icons.ICON_FA_TRIANGLE_EXCLAMATION)
        ui.note(f"warning:{what.scope}{what.name}")


def _share(value: float, low: float, high: float, log: bool) -> float:
    """The position of `value` between `low` and `high`, 0 to 1."""
    if log and low >= 0:
        low, value = max(low, LOG_ZERO), max(value, LOG_ZERO)
        share = math.log(value / low) / math.log(high / low)
    else:
        share = (value - low) / (high - low)
    return min(max(share, 0.0), 1.0)


def _draw_track(ui: Ui, what: Field, share: float) -> None:
    palette, canvas = ui.palette, Canvas()
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    radius = min(imgui.get_style().grab_min_size, high.y - low.y) * 0.5
    left, right, y, half = low.x + radius, high.x - radius, (low.y + high.y) / 2, TRACK * ui.unit / 2
    x = left + (right - left) * share
    active = imgui.is_item_active() or imgui.is_item_hovered()
    absent = what.value is None
    canvas.box((low.x, y - half), (high.x, y + half), palette.faint, half)
    if what.standard is not None:
        mark = left + (right - left) * _share(what.standard * what.shown_as[0], *what.bounds, what.about.log)
        canvas.line((mark, y - 2.2 * half), (mark, y + 2.2 * half), palette.dim, 1.5 * ui.unit)
    if not absent:
        canvas.box((low.x, y - half), (x, y + half), palette.accent, half)
    if absent and what.optional:
        return                                            # an absent number has no place on the slider
    knob = palette.dim if absent else palette.accent_bright if active else palette.accent
    canvas.dot((x, y), radius * (1.0 if active else 0.92), knob)
    canvas.dot((x, y), radius * 0.42, "FFFFFF")


def _choice(ui: Ui, what: Field) -> Any:
    value = UNCHANGED
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(10 * ui.unit, 3 * ui.unit))
    imgui.align_text_to_frame_padding()
    with ui.colored(ui.palette.dim):
        imgui.text(label_of(what))
    _sign(ui, what)
    column = COLUMN * imgui.get_window_width()
    beside = imgui.get_content_region_avail().x > ROOMY * ui.unit
    if beside and imgui.get_item_rect_max().x - imgui.get_window_pos().x < column:          # otherwise on a line of its own
        imgui.same_line()
        imgui.set_cursor_pos_x(column)
    imgui.set_next_item_width(-1)
    open_ = imgui.begin_combo("##value", preview(str(what.value).replace("_", " ")), imgui.ComboFlags_.height_large)
    ui.note(what.key)
    if open_:
        for choice in what.about.choices:
            clicked, _ = imgui.selectable(choice.replace("_", " "), choice == what.value)
            ui.note(f"choice:{what.scope}{what.name}:{choice}")
            if clicked:
                value = choice
        imgui.end_combo()
    imgui.pop_style_var()
    return value


def _switch(ui: Ui, what: Field) -> Any:
    clicked = toggle(ui, label_of(what), what.value)
    ui.note(what.key)
    _sign(ui, what)
    return (not what.value) if clicked else UNCHANGED


def toggle_width(ui: Ui, label: str) -> float:
    """The width of a switch with its label."""
    return sum(TOGGLE) * ui.unit + imgui.calc_text_size(label).x


def toggle(ui: Ui, label: str, on: bool) -> bool:
    """A switch with its label; True when it was clicked."""
    unit, line, start = ui.unit, imgui.get_text_line_height(), imgui.get_cursor_screen_pos()
    half, width, gap = 8 * unit, TOGGLE[0] * unit, TOGGLE[1] * unit
    size = ImVec2(toggle_width(ui, label), line + 4 * unit)
    clicked = imgui.invisible_button(f"##{label}", size, imgui.ButtonFlags_.enable_nav)
    canvas, palette, middle = Canvas(), ui.palette, start.y + line / 2 + 2 * unit
    canvas.box((start.x, middle - half), (start.x + width, middle + half), palette.accent if on else palette.hover, half)
    canvas.dot((start.x + (width - half if on else half), middle), half - 2.5 * unit, "FFFFFF")
    bright = palette.text if on or imgui.is_item_hovered() else palette.dim
    canvas.text((start.x + width + gap, start.y + 2 * unit), label, bright)
    return clicked


def _tooltip(ui: Ui, what: Field) -> None:
    if not ui.asked_about:
        return
    about = what.about
    with ui.tooltip():
        with ui.bold():
            imgui.text(label_of(what))
        imgui.text_unformatted(about.help)
        for variant, value in enumerate(what.variants):
            with ui.colored(ui.variant(variant)):
                imgui.text(f"{NAMES[variant]}  {value_text(what, value)}")
        for reason in filter(None, (what.unused, what.warning)):
            with ui.colored(ui.palette.warning):
                imgui.text_unformatted(reason[0].upper() + reason[1:])
        if about.limits and not -about.limits[0] == about.limits[1] >= FAR:
            factor, unit = what.shown_as
            low, high = (limit * factor for limit in about.limits)
            imgui.text_disabled(f"{low:g} to {high:g}{'' if unit in ('', '°') else ' '}{unit}")
        typed = ". Ctrl + click: type" if about.kind in ("number", "integer") else ""
        imgui.text_disabled(f"Right click: back to {value_text(what, what.standard)}{typed}")


_WIDGETS = {"number": _slider, "integer": _slider, "choice": _choice, "switch": _switch}
