"""The fields of the selected event: kind, size and direction, point, time; each change is an edit."""
from __future__ import annotations

import math
from typing import Any

from imgui_bundle import imgui

from app.input.event_tool import KINDS, UNITS
from app.panels.editing.body_fields import numbers
from app.panels.editing.event_card import kind_button
from app.panels.widgets.ui import Ui
from app.published.editing import EventCard
from app.simulation.commands import EditEvent, SettleEdits
from scenes.schema.shapes import short

STANDARD = 1.0             # [s] for which what was an impulse acts
TIMES = 0.0, 86_400.0      # [s] what a time may be


def draw(ui: Ui, event: EventCard) -> None:
    """The fields of an event; of one that is no push its time alone."""
    ui.heading(event.about if event.vector is None else event.word.removeprefix("apply_").capitalize(),
               f"on {event.body}" if event.vector is not None else "")
    if event.vector is not None:
        kind = event.word.removeprefix("apply_")
        for other in KINDS:
            if other != KINDS[0]:
                imgui.same_line(0, 6 * ui.unit)
            if kind_button(ui, other, other == kind, "event") and other != kind:
                _submit(ui, event, as_kind(event, other))
        _push(ui, event, kind)
    _time(ui, event, "from", event.at, "at")
    if event.lasts or event.word in ("apply_force", "apply_torque"):
        _time(ui, event, "for", event.lasts, f"{event.word}.for")


def _push(ui: Ui, event: EventCard, kind: str) -> None:
    """Size and direction, and the point where there is one."""
    key, size = f"{event.word}.{kind}", math.hypot(*event.vector)
    direction = [x / size for x in event.vector] if size else [0.0, 0.0, 1.0]
    imgui.push_id(UNITS[kind])
    made = numbers(ui, f"size {UNITS[kind]}", [size], "%.4g")
    imgui.pop_id()
    if made is not None and made[0] >= 0.0:
        _submit(ui, event, {key: [short(made[0] * x) for x in direction]}, "vector")
    _settle(ui)
    made = numbers(ui, "direction", direction)
    if made is not None and (length := math.hypot(*made)) > 0.0:
        _submit(ui, event, {key: [short(size * x / length) for x in made]}, "vector")
    _settle(ui)
    where = "point" if event.point is not None else "at" if event.place is not None else ""
    if where:
        made = numbers(ui, where, event.point or event.place)
        if made is not None:
            _submit(ui, event, {f"{event.word}.{where}": made}, where)
        _settle(ui)


def _time(ui: Ui, event: EventCard, label: str, value: float, key: str) -> None:
    made = numbers(ui, label, [value], "%.4g s")
    if made is not None:
        _submit(ui, event, {key: min(max(made[0], TIMES[0]), TIMES[1])}, key)
    _settle(ui)


def as_kind(event: EventCard, kind: str) -> dict[str, Any]:
    """The keys by which an event becomes one of another kind, of the same numbers."""
    action: dict[str, Any] = {"body": event.body, kind: list(event.vector)}
    if kind != "torque":
        action |= {key: list(value) for key, value in (("point", event.point), ("at", event.place)) if value is not None}
    return {f"apply_{kind}": action if kind == "impulse" else action | {"for": event.lasts or STANDARD}}


def _submit(ui: Ui, event: EventCard, values: dict[str, Any], merges: str = "") -> None:
    ui.state.submit(EditEvent(event.number, values, f"{merges} of event {event.number}" if merges else ""))


def _settle(ui: Ui) -> None:
    if imgui.is_item_deactivated_after_edit():
        ui.state.submit(SettleEdits())
