"""The statistics at the left: counts, speeds, the step time over the last steps and where it goes."""
from __future__ import annotations

import math

import numpy as np
from imgui_bundle import ImVec2, imgui

from app.history import STEP_MS
from app.panels import selection_card
from app.panels.canvas import Canvas
from app.panels.layout import Rect
from app.panels.theme import STAGE_COLORS
from app.panels.ui import Ui

BARS = 60                 # steps in the chart
FIRST = 5                 # steps that also load kernels and fill tables
EASE = 0.35               # [s] over which stage times are smoothed


def draw(ui: Ui) -> None:
    """The panel, and under it what is known about the selected body."""
    place, view = ui.layout.statistics, ui.desk.view
    bottom = place.y
    if view is not None and place.width > 0:
        with ui.window("statistics", Rect(place.x, place.y, place.width, 0), imgui.WindowFlags_.no_nav):
            imgui.dummy(ImVec2(place.width - 2 * imgui.get_style().window_padding.x, 0))
            _numbers(ui)
            imgui.spacing()
            _chart(ui)
            _stages(ui)
            bottom = imgui.get_window_pos().y + imgui.get_window_size().y + 10 * ui.unit
    selection_card.draw(ui, Rect(place.x, bottom, max(place.width, 212 * ui.unit), 0))


def row(ui: Ui, label: str, value: str, tint: str = "") -> None:
    """A quiet label at the left, a value at the right."""
    imgui.text_disabled(label)
    imgui.same_line(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - imgui.calc_text_size(value).x)
    with ui.colored(tint or ui.palette.text):
        imgui.text(value)


def _numbers(ui: Ui) -> None:
    view, status, desk = ui.desk.view, ui.desk.status, ui.desk
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(8 * ui.unit, 3 * ui.unit))
    row(ui, "Time", f"{view.time:.2f} s")
    row(ui, "Bodies", f"{len(view.table.uids):,}")
    row(ui, "Contacts", f"{view.contact_count:,}")
    row(ui, "Overlap", f"{view.max_penetration * 1e3:.2f} mm")
    slow = desk.publication.running and status.real_time_factor < 0.9 * status.time_scale
    row(ui, "Real time", "paused" if status.paused else f"{status.real_time_factor:.2f}×", ui.palette.warning if slow else "")
    row(ui, "Frames", f"{1000 / max(desk.frame_ms, 1e-3):.0f} /s")
    imgui.pop_style_var()


def _chart(ui: Ui) -> None:
    """Bars of the last step times."""
    times = ui.desk.history.column(STEP_MS, BARS)
    ui.heading("Step time", "ms")
    latest = f"{np.median(times[-15:]):.2f}" if len(times) else "-"
    imgui.same_line(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - imgui.calc_text_size(latest).x)
    imgui.text(latest)
    start, width, height = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x, 46 * ui.unit
    imgui.dummy(ImVec2(width, height))
    ui.note("plot:step time")
    if not len(times):
        return
    canvas, top = Canvas(), scale_top(times)
    pitch = width / BARS
    for place, value in enumerate(times):
        x = start.x + (BARS - len(times) + place) * pitch
        bar, foot = max(height * min(float(value) / top, 1.0), 1.0), start.y + height
        canvas.box((x + 0.15 * pitch, foot - bar), (x + 0.85 * pitch, foot), ui.palette.accent, ui.unit)


def scale_top(times: np.ndarray) -> float:
    """[ms] at the chart's top: 1.25 times the usual step, so that one odd step does not flatten the rest."""
    return max(1.25 * float(np.percentile(times, 95)), 1e-3)


def _stages(ui: Ui) -> None:
    """One coloured bar of all stages, and a line for each that matters."""
    stages = smoothed(ui)
    total = sum(ms for _, ms in stages)
    if total <= 0:
        return
    start, width, height = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x, 7 * ui.unit
    canvas, x = Canvas(), start.x
    for number, (_, ms) in enumerate(stages):
        share = width * ms / total
        canvas.box((x, start.y), (x + max(share - 1, 0), start.y + height), _tint(number), 2 * ui.unit)
        x += share
    imgui.dummy(ImVec2(width, height))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(6 * ui.unit, 1 * ui.unit))
    for number, (name, ms) in enumerate(stages):
        at, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
        canvas.dot((at.x + 4 * ui.unit, at.y + line / 2), 3.5 * ui.unit, _tint(number))
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 14 * ui.unit)
        row(ui, name.replace("_", " "), f"{ms:.3f}")
    imgui.pop_style_var()


def smoothed(ui: Ui) -> list[tuple[str, float]]:
    """The stages of the last step [ms], eased from frame to frame so that they can be read."""
    eased = ui.desk.stage_ms
    stages = ui.desk.view.stages
    for name in [n for n in eased if n not in dict(stages)]:
        del eased[name]
    weight = -math.expm1(-ui.desk.frame_ms * 1e-3 / EASE) if ui.desk.view.step > FIRST else 1.0
    for name, ms in stages:
        eased[name] = eased.get(name, ms) + weight * (ms - eased.get(name, ms))
    return [(name, eased[name]) for name, _ in stages]


def _tint(number: int) -> str:
    return STAGE_COLORS[number % len(STAGE_COLORS)]
