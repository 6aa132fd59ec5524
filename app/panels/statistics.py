"""The statistics at the left: counts, errors, speeds, the time of the last steps and its parts."""
from __future__ import annotations

import math
from statistics import median

import numpy as np
from imgui_bundle import ImVec2, imgui

from app.headless.si_format import quantity
from app.panels.inspector import GAP, LEAST, wanted
from app.panels.panel import BESIDE, COLUMN, Panel
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.layout import Rect
from app.panels.widgets.theme import STAGE_COLORS
from app.panels.widgets.ui import Ui
from app.published.energy_history import STEP_MS
from app.published.view import Joints
from physics.joints import JOINTS
from physics.joints.definition import PULLS

BARS = 60                 # steps in the chart
FIRST = 5                 # first steps, which also load kernels and fill tables
EASE = 0.35               # [s] over which stage times are smoothed


def draw(ui: Ui) -> None:
    """The panel; with a selection only the numbers, scrolled where they leave less room than its card needs."""
    place, view = ui.layout.statistics, ui.state.view
    if view is None or place.width <= 0:
        return
    most = max(place.height - (LEAST + GAP) * ui.unit, 1.0) if wanted(ui.state) else 0.0
    with ui.window("statistics", Rect(place.x, place.y, place.width, 0), imgui.WindowFlags_.no_nav, most=most, backed=True):
        imgui.dummy(ImVec2(place.width - 2 * imgui.get_style().window_padding.x, 0))
        _numbers(ui)
        if not wanted(ui.state):
            imgui.spacing()
            _chart(ui)
            _stages(ui)


def _numbers(ui: Ui) -> None:
    view, status, state = ui.state.view, ui.state.status, ui.state
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(8 * ui.unit, 3 * ui.unit))
    ui.row("Time", f"{view.time:.2f} s")
    ui.row("Bodies", f"{len(view.table.uids):,}")
    ui.row("Asleep", f"{0 if view.asleep is None else int(view.asleep.sum()):,}")      # always: nothing below it may move
    ui.tip("Bodies that rest until something touches them; they are drawn darker")
    ui.row("Contacts", f"{view.contact_count:,}")
    if (joints := view.joints) is not None:
        broken = int(joints.table.broken.sum())
        ui.row("Joints", f"{len(joints.table.uids):,}{f', {broken:,} broken' if broken else ''}")
        ui.row("Joint rows", f"{status.joint_rows:,}")
        ui.tip("Numbers that the solver finds for the joints that act: three for a ball and socket, five for a hinge, ...")
        gap, tilt = largest_errors(joints)
        ui.row("Joint gap", quantity(gap, "m"))
        ui.note("row:joint gap")
        ui.tip("The largest distance of two places that a joint holds together")
        ui.row("Joint tilt", quantity(tilt, "rad"))
        ui.note("row:joint tilt")
        ui.tip("The largest angle between two rotations that a joint holds together")
    ui.row("Overlap", f"{view.max_penetration * 1e3:.2f} mm")
    slow = state.publication.running and status.real_time_factor < 0.9 * status.time_scale
    ui.row("Real time", "paused" if status.paused else f"{status.real_time_factor:.2f}×", ui.palette.warning if slow else "")
    ui.row("Frames", frames_text(state.frame_ms, state.detail))
    ui.note("frames")
    if state.detail < 1.0:
        ui.tip("Frames are late, so the scene is drawn with fewer pixels while it moves: this share of its width and height")
    imgui.pop_style_var()


def frames_text(frame_ms: float, detail: float) -> str:
    """Frames a second, and the share of the pixels of each side that they are drawn with unless that is all of them."""
    rate = f"{1000 / max(frame_ms, 1e-3):.0f} /s"
    return rate if detail >= 1.0 else f"{rate} at {detail:.0%}"


def largest_errors(joints: Joints) -> tuple[float, float]:
    """The largest gap [m] and tilt [rad] of the active joints; 0 without any.  The stretch of a mouse spring is no gap."""
    holding = np.array([JOINTS[kind].relation != PULLS for kind in joints.table.kinds], bool)
    gap, tilt = (float(np.fmax.reduce(values[holding], initial=0.0)) for values in (joints.gaps, joints.tilts))
    return gap, tilt


def _chart(ui: Ui) -> None:
    """Bars of the last step times."""
    times = ui.state.history.column(STEP_MS, BARS)
    ui.heading("Step time", "ms")
    latest = f"{median(times[-15:].tolist()):.2f}" if len(times) else "-"
    imgui.same_line(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - imgui.calc_text_size(latest).x)
    imgui.text(latest)
    ui.tip("The median of the last fifteen steps; below are the parts of the step that is shown")
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
    """[ms] at the chart's top: 1.25 times the usual step, so that one outlier does not flatten the rest."""
    usual = float(np.interp(0.95 * (len(times) - 1), np.arange(len(times)), np.sort(times)))       # faster than np.percentile
    return max(1.25 * usual, 1e-3)


def _stages(ui: Ui) -> None:
    """One coloured bar of all stages, and a line for each significant one."""
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
    room = ui.layout.statistics.bottom - imgui.get_style().window_padding.y - imgui.get_cursor_screen_pos().y
    for number, name, ms in in_room(stages, int(room / (imgui.get_text_line_height() + ui.unit))):
        at, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
        if number >= 0:
            canvas.dot((at.x + 4 * ui.unit, at.y + line / 2), 3.5 * ui.unit, _tint(number))
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 14 * ui.unit)
        ui.row(name.replace("_", " "), f"{ms:.3f}")
    imgui.pop_style_var()


def in_room(stages: list[tuple[str, float]], lines: int) -> list[tuple[int, str, float]]:
    """Number, name and time of the stages that have a line, in their order: where lines are few the longest ones, and last the
    sum of all others, with the number -1."""
    numbered = [(number, name, ms) for number, (name, ms) in enumerate(stages)]
    if len(numbered) <= lines:
        return numbered
    longest = sorted(numbered, key=lambda stage: -stage[2])[:max(lines - 1, 0)]
    others = [stage for stage in numbered if stage not in longest]
    return sorted(longest) + ([(-1, f"{len(others)} others", sum(ms for *_, ms in others))] if lines > 0 else [])


def smoothed(ui: Ui) -> list[tuple[str, float]]:
    """The stages of the last step [ms], smoothed over frames for readability."""
    eased = ui.state.stage_ms
    stages = ui.state.view.stages
    for name in [n for n in eased if n not in dict(stages)]:
        del eased[name]
    weight = -math.expm1(-ui.state.frame_ms * 1e-3 / EASE) if ui.state.view.step > FIRST else 1.0
    for name, ms in stages:
        eased[name] = eased.get(name, ms) + weight * (ms - eased.get(name, ms))
    return [(name, eased[name]) for name, _ in stages]


def _tint(number: int) -> str:
    return STAGE_COLORS[number % len(STAGE_COLORS)]


PANEL = Panel(lambda: draw, BESIDE + 2, place=COLUMN, switch="metrics", keys=("M", "F3"), needs=("joints",), label="Statistics",
              help="Show counts, speeds and the step time chart")
