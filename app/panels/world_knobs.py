"""Two round knobs: how fast time runs and how strongly things fall."""
from __future__ import annotations

import math

from imgui_bundle import imgui

from app.panels.widgets.knob import Knob, knob
from app.panels.widgets.ui import Ui
from app.simulation.commands import SetGravity, SetTimeScale
from app.simulation.commands.playback import FASTEST, SLOWEST

STRONGEST = 20.0          # [m/s^2] the end of the gravity knob; a scene may ask for more


def draw(ui: Ui) -> None:
    """Both knobs, side by side."""
    status, state = ui.state.status, ui.state
    width = imgui.get_content_region_avail().x / 2 - 6 * ui.unit
    scale = knob(ui, Knob("time_scale", "Time scale", status.time_scale, 1.0, SLOWEST, FASTEST, f"{status.time_scale:.2f}×",
                          "Simulated seconds per real second; the time step stays, so no result changes", log=True), width)
    if scale is not None:
        state.submit(SetTimeScale(min(max(scale, SLOWEST), FASTEST)))
    imgui.same_line()
    gravity, standard = status.tuning.gravity, math.hypot(*status.scene_tuning.gravity)
    strength = math.hypot(*gravity)
    new = knob(ui, Knob("gravity", "Gravity m/s²", strength, standard, 0.0, max(STRONGEST, standard), f"{strength:.2f}",
                        "Strength of gravity; its direction stays that of the scene"), width)
    if new is not None:
        state.submit(SetGravity(directed(gravity, status.scene_tuning.gravity, new)))


def directed(now: tuple[float, ...], scene: tuple[float, ...], strength: float) -> tuple[float, float, float]:
    """Gravity of this strength along the present direction, else the scene's, else downwards."""
    for direction in (now, scene, (0.0, 0.0, -1.0)):
        length = math.hypot(*direction)
        if length > 1e-9:
            return tuple(x / length * strength for x in direction)
    return (0.0, 0.0, -strength)
