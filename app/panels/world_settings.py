"""The settings of the running world in the panel, each at the place of its record in `app.published.tuning`.

Sliders beside the solver's main settings, round dials (the first sets the speed of time) and switches.
"""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from imgui_bundle import imgui

from app.panels.widgets.field import Field
from app.panels.widgets.fields import UNCHANGED, field, toggle
from app.panels.widgets.knob import Knob, knob
from app.panels.widgets.ui import Ui
from app.published.tuning import DIALS, MATERIALS, SWITCHES, WORLD_SETTINGS, WorldSetting
from app.simulation.commands import SetTimeScale, SetWorld
from app.simulation.commands.playback import FASTEST, SLOWEST

A_ROW = 2                           # dials in a row


def at(place: str) -> Iterator[tuple[str, WorldSetting]]:
    """Name and record of the settings shown at a place."""
    return ((name, setting) for name, setting in WORLD_SETTINGS.items() if setting.place == place)


def apart(values: Sequence[Any]) -> tuple[Any, ...]:
    """The values of all variants when they differ, else ()."""
    return tuple(values) if any(value != values[0] for value in values) else ()


def sliders(ui: Ui) -> None:
    """Numeric settings, one below the other."""
    status = ui.state.status
    for name, setting in at(MATERIALS):
        values = apart([getattr(variant.tuning, name) for variant in status.variants])
        now, standard = getattr(status.tuning, name), getattr(status.scene_tuning, name)
        value = field(ui, Field(name, setting.about, now, standard, variants=values))
        if value is not UNCHANGED:
            ui.state.submit(SetWorld(name, value))


def dials(ui: Ui) -> None:
    """The speed of time and the other dials, side by side."""
    status, state = ui.state.status, ui.state
    width = imgui.get_content_region_avail().x / A_ROW - 6 * ui.unit
    scale = knob(ui, Knob("time_scale", "Time scale", status.time_scale, 1.0, SLOWEST, FASTEST, f"{status.time_scale:.2f}×",
                          "Simulated seconds per real second; the time step stays, so no result changes", log=True), width)
    if scale is not None:
        state.submit(SetTimeScale(min(max(scale, SLOWEST), FASTEST)))
    for number, (name, setting) in enumerate(at(DIALS), 1):
        if number % A_ROW:
            imgui.same_line()
        new = knob(ui, dial(setting, name, getattr(status.tuning, name), getattr(status.scene_tuning, name)), width)
        if new is not None:
            now, scene = getattr(status.tuning, name), getattr(status.scene_tuning, name)
            state.submit(SetWorld(name, directed(now, scene, new) if setting.vector else new))


def dial(setting: WorldSetting, name: str, value: Any, standard: Any) -> Knob:
    """A setting as a dial; for a vector it sets the length."""
    about = setting.about
    number, usual = (math.hypot(*value), math.hypot(*standard)) if setting.vector else (value, standard)
    low, high = about.slider or about.limits
    return Knob(name, f"{about.label} {about.unit}".rstrip(), number, usual, low, max(high, usual), f"{number:.2f}", about.help,
                about.log)


def directed(now: tuple[float, ...], scene: tuple[float, ...], length: float) -> tuple[float, float, float]:
    """A vector of this length in the present direction, else in the scene's, else downwards."""
    for direction in (now, scene, (0.0, 0.0, -1.0)):
        present = math.hypot(*direction)
        if present > 1e-9:
            return tuple(x / present * length for x in direction)
    return (0.0, 0.0, -length)


def switches(ui: Ui) -> None:
    """Boolean settings."""
    for name, setting in at(SWITCHES):
        on = getattr(ui.state.status.tuning, name)
        if toggle(ui, setting.about.label, on):
            ui.state.submit(SetWorld(name, not on))
        ui.note(f"field:{name}")
        ui.tip(setting.about.help)
