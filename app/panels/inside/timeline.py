"""The time line under the scene: steps that are kept, events, the future that was left; below it the moments of the present step.

A click or a drag goes to a step; one on a moment shows bodies as of it, and inside a sweep row by row.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.panel import BESIDE, TIMELINE, Panel
from app.panels.widgets.canvas import Canvas, shortened
from app.panels.widgets.theme import STAGE_COLORS, color
from app.panels.widgets.keyboard import arrows
from app.panels.widgets.ui import Ui
from app.published.inside import Inside
from app.published.timeline import CONTACT, INPUT, JOINT, SENSOR, TimeLine
from app.simulation.commands import GoOn, GoTo, LastEvent, Pause, ShowMoment, Step, StepBack
from app.ui.ui_state import UiState
from physics.introspection.moments import Moment
from physics.step import STAGES

TRACK, MOMENTS, LIFT, APART = 14, 16, 9, 11          # [design px] heights: track, moments, marks, and a gap
BUTTON, READING = 22, 196                 # [design px] of a button, and of the text at the right
RESTING, GRAB = "A0", 0.5                 # opacity of moments, and of the handle in the slider of rows
INSET, OVER = 8, 4                        # [design px] of a text in the band of moments, and of tooltips from the panel below
MOVING, NO_STEP = "moments of the step, while paused", "no moments: this step has no rows"
MOST_READING = 0.5                        # share of the room beside the buttons that this text has at most
SNAP = 3                                  # [design px] from an event within which a click means it
EVENT_TINTS = {CONTACT: "dim", SENSOR: "good", JOINT: "bad", INPUT: "accent_bright"}       # names of the palette
EXACT = 1e7                               # [bytes] below which the memory of the history has a decimal
MOST_MARKS = 600                          # of events in a picture
SOLVE, RELAX = 8, 10


class Track(NamedTuple):
    """The place of the track on the screen, and the steps at its ends."""

    left: float
    right: float
    top: float
    first: int
    last: int

    def x(self, step):
        """Where a step is, or each of an array of them."""
        return self.left + (self.right - self.left) * (step - self.first) / max(self.last - self.first, 1)

    def step(self, x: float) -> int:
        """The step at a place."""
        share = (x - self.left) / max(self.right - self.left, 1.0)
        return self.first + round(min(max(share, 0.0), 1.0) * (self.last - self.first))


def draw(ui: Ui) -> None:
    """Buttons, the track, and the moments of the step."""
    line, inside = ui.state.publication.timeline, ui.state.publication.inside
    with ui.window("timeline", ui.layout.timeline, imgui.WindowFlags_.no_scrollbar, backed=True):
        _buttons(ui, line)
        imgui.same_line(0, 10 * ui.unit)
        at, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        width = room - min(READING * ui.unit, MOST_READING * room)
        ends = line.first, max(line.last, line.ghost[1] if line.ghost else 0)
        _track(ui, line, Track(at.x, at.x + width, at.y, *ends))
        imgui.same_line(0, 10 * ui.unit)
        _reading(ui, line, inside)
        ends = at.x, at.x + width, at.y + (LIFT + TRACK + APART) * ui.unit
        if inside is not None and inside.moments and ui.state.status.paused:
            _moments(ui, inside, ends)
        elif inside is not None:
            _no_moments(ui, ends)


def _buttons(ui: Ui, line: TimeLine) -> None:
    """To the last event, a step back, pause or go on, a step on."""
    state, paused, keys = ui.state, ui.state.status.paused, ui.state.controls.keys
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(0, 0))
    for number, (icon, name, command, tip) in enumerate((
            (icons.ICON_FA_BACKWARD_FAST, "last event", LastEvent(), f"Back to the last event  ({keys('last_event')})"),
            (icons.ICON_FA_CARET_LEFT, "step back", StepBack(1), f"One step back  ({keys('step_back')})"),
            (icons.ICON_FA_PLAY if paused else icons.ICON_FA_PAUSE, "go on", GoOn() if paused else Pause(True),
             f"Go on, or pause  ({keys('pause')})"),
            (icons.ICON_FA_CARET_RIGHT, "step on", Step(1), f"One step on  ({keys('step')})"))):
        if number:
            imgui.same_line(0, 3 * ui.unit)
        reason = state.refusal(command)
        imgui.begin_disabled(bool(reason))
        if imgui.button(f"{icon}##{name}", ImVec2(BUTTON * ui.unit, BUTTON * ui.unit)):
            state.submit(command)
        imgui.end_disabled()
        ui.note(f"button:time {name}")
        ui.tip(reason or tip)
    imgui.pop_style_var()


def _track(ui: Ui, line: TimeLine, track: Track) -> None:
    """Kept steps, the present, events, keyframes, and the future that was left."""
    unit, palette, canvas = ui.unit, ui.palette, Canvas()
    top = track.top + LIFT * unit
    bottom = top + TRACK * unit
    canvas.box((track.left, top), (track.right, bottom), palette.faint, 3 * unit)
    if line.ghost:
        canvas.box((track.x(line.ghost[0]), top), (track.x(line.ghost[1]), bottom), palette.dim + "55", 3 * unit)
    canvas.box((track.left, top), (track.x(line.last), bottom), palette.raised, 3 * unit)
    canvas.box((track.left, top), (track.x(line.present), bottom), palette.accent + "B0", 3 * unit)
    for step, kind in marks_of(line, track):
        x = track.x(step)
        canvas.line((x, track.top + unit), (x, top - unit), getattr(palette, EVENT_TINTS[kind])[:6], 1.5 * unit)
    here = track.x(line.present if line.going_to is None else line.going_to)
    canvas.line((here, track.top), (here, bottom + 2 * unit), palette.text, 2 * unit)
    imgui.invisible_button("##track", ImVec2(max(track.right - track.left, 1.0), (LIFT + TRACK + 2) * unit),
                            imgui.ButtonFlags_.enable_nav)
    ui.note("timeline")
    if by := arrows():
        ui.state.act("step" if by > 0 else "step_back")
    elif imgui.is_item_active() and imgui.is_mouse_down(0) and line.last > line.first:
        step = pointed(line, track, imgui.get_mouse_pos().x, SNAP * unit if not imgui.is_mouse_dragging(0) else 0.0)
        if step != line.present and step != line.going_to:
            ui.state.submit(GoTo(min(step, line.last)))
    elif imgui.is_item_hovered():
        with ui.tooltip(_over(ui)):
            imgui.text_unformatted(_told(ui, pointed(line, track, imgui.get_mouse_pos().x, SNAP * unit)))


def _over(ui: Ui) -> float:
    """Where tooltips of the panel end: above it, so that they cover neither the track nor what is told beside it."""
    return ui.layout.timeline.y - OVER * ui.unit


def pointed(line: TimeLine, track: Track, x: float, reach: float) -> int:
    """The step at a place on the screen, or that of an event at most `reach` pixels away."""
    step = track.step(x)
    per_pixel = max(track.last - track.first, 1) / max(track.right - track.left, 1.0)
    event = line.event_near(step, reach * per_pixel) if reach else None
    return step if event is None else event


def marks_of(line: TimeLine, track: Track) -> list[tuple[int, int]]:
    """(step, kind) of the events to mark: one for each kind and pixel, the rarer kinds last so that they are seen."""
    if not len(line.event_steps):
        return []
    pixels = np.round(track.x(line.event_steps.astype(float))).astype(np.int64)
    chosen = np.unique(pixels * 8 + line.event_kinds, return_index=True)[1]
    chosen = chosen[np.argsort(line.event_kinds[chosen], kind="stable")][-MOST_MARKS:]
    return list(zip(line.event_steps[chosen].tolist(), line.event_kinds[chosen].tolist()))


def _told(ui: Ui, step: int) -> str:
    """What is at a step."""
    line = ui.state.publication.timeline
    text = f"step {step:,}, {ui.state.time_of(step):.3f} s"
    if step > line.last:
        return f"{text}, of the future that was left"
    kinds = {int(kind) for kind in line.event_kinds[line.event_steps == step]}
    names = {CONTACT: "contacts begin or end", SENSOR: "a sensor", JOINT: "a joint broke", INPUT: "something you did"}
    return "\n".join([text, *(names[kind] for kind in sorted(kinds))])


def _reading(ui: Ui, line: TimeLine, inside: Inside | None) -> None:
    """Where the present is, how much is kept, and the moment that is shown."""
    imgui.begin_group()
    view = ui.state.view
    text = f"step {line.present}" + (f" of {line.last}" if line.present < line.last else "")
    room = imgui.get_content_region_avail().x
    imgui.text_unformatted(shortened(f"{text}  {view.time:.2f} s" if view is not None else text, room))
    if inside is not None and inside.moment is not None and inside.moment < len(inside.moments):
        moment = inside.moments[inside.moment]
        imgui.text_disabled(shortened(title_of(moment), room))
        if moment.iteration and inside.rows.size:
            _turns(ui, inside)
    elif line.budget:
        digits = 1 if line.bytes < EXACT else 0
        imgui.text_disabled(shortened(f"{line.bytes / 1e6:.{digits}f} of {line.budget / 1e6:.0f} MB kept", room))
        if line.note:
            ui.tip(line.note)
    elif not ui.state.settings.history:
        imgui.text_disabled("no history is kept")
    imgui.end_group()


def _turns(ui: Ui, inside: Inside) -> None:
    """A slider through the rows of the sweep, in their order; at its end the sweep is done."""
    order = np.argsort(inside.rows.order, kind="stable")
    present = len(order) if inside.row is None else int(np.flatnonzero(order == inside.row)[0])
    imgui.set_next_item_width(-1)
    for part in (imgui.Col_.slider_grab, imgui.Col_.slider_grab_active):        # the number is read through it
        imgui.push_style_color(part, color(ui.palette.accent, GRAB))
    moved, place = imgui.slider_int("##turn", present, 0, len(order), "all rows" if inside.row is None else "row %d in turn")
    imgui.pop_style_color(2)
    ui.note("slider:row in turn")
    ui.tip("The sweep row by row: the row in turn is lit, and bodies have the velocities that the rows before it gave them",
           _over(ui))
    if moved:
        ui.state.submit(ShowMoment(inside.moment, int(order[place]) if place < len(order) else None))


def title_of(moment: Moment) -> str:
    """A moment in words."""
    sweep = f", sweep {moment.iteration}" if moment.stage in (SOLVE, RELAX) and moment.iteration else ""
    return f"substep {moment.substep + 1}: {STAGES[moment.stage]}{sweep}"


def _no_moments(ui: Ui, ends: tuple[float, float, float]) -> None:
    """The empty band, with what will be there; ends: left, right and top on the screen."""
    canvas, unit, text = Canvas(), ui.unit, NO_STEP if ui.state.status.paused else MOVING
    canvas.box((ends[0], ends[2]), (ends[1], ends[2] + MOMENTS * unit), ui.palette.faint, 2 * unit)
    room = ends[1] - ends[0] - 2 * INSET * unit
    top = ends[2] + 0.5 * (MOMENTS * unit - imgui.get_text_line_height())
    canvas.text((ends[0] + INSET * unit, top), shortened(text, room), ui.palette.dim)


def _moments(ui: Ui, inside: Inside, ends: tuple[float, float, float]) -> None:
    """A cell for each moment, in the colour of its stage; a click shows it, a right click the end of the step.

    ends: left, right and top on the screen.
    """
    unit, canvas, state = ui.unit, Canvas(), ui.state
    at, count = ImVec2(ends[0], ends[2]), len(inside.moments)
    width = (ends[1] - ends[0]) / count
    imgui.set_cursor_screen_pos(at)
    imgui.invisible_button("##moments", ImVec2(max(ends[1] - ends[0], 1.0), MOMENTS * unit), imgui.ButtonFlags_.enable_nav)
    ui.note("moments")
    hovered, active, by = imgui.is_item_hovered(), imgui.is_item_active() and imgui.is_mouse_down(0), arrows()
    pointed = min(max(int((imgui.get_mouse_pos().x - ends[0]) / max(width, 1e-6)), 0), count - 1)
    for number, moment in enumerate(inside.moments):
        left = ends[0] + number * width
        shown = inside.moment == number
        opacity = "FF" if shown or hovered and number == pointed else RESTING
        tint = STAGE_COLORS[(moment.stage - 1) % len(STAGE_COLORS)] + opacity
        canvas.box((left, at.y), (left + width - min(unit, 0.3 * width), at.y + MOMENTS * unit), tint, 2 * unit)
        if shown:
            under = at.y + (MOMENTS + 1) * unit
            canvas.line((left, under), (left + width, under), ui.palette.text, 2 * unit)
    if by:
        state.submit(ShowMoment(moment_beside(inside.moment, by, count)))
    elif active and pointed != inside.moment:
        state.submit(ShowMoment(pointed))
    elif hovered:
        with ui.tooltip(_over(ui)):
            imgui.text_unformatted(f"{title_of(inside.moments[pointed])}\nright click: the end of the step")
        if imgui.is_mouse_clicked(imgui.MouseButton_.right) and inside.moment is not None:
            state.submit(ShowMoment(None))


def moment_beside(moment: int | None, by: int, count: int) -> int | None:
    """The moment after or before one; None is the end of the step, after the last."""
    beside = (count if moment is None else moment) + by
    return None if beside >= count else max(beside, 0)


def wanted(state: UiState) -> bool:
    """Whether a scene is open."""
    return state.view is not None


PANEL = Panel(lambda: draw, BESIDE + 7, wanted, place=TIMELINE, switch="time_line", default=True, keys=("T",),
              label="Time line", help="The steps that are kept: a click or a drag goes there")
