"""Numbers along the upright axis of a plot: as many as have room, however low the plot is."""
from __future__ import annotations

import math

import numpy as np
from imgui_bundle import imgui, implot

from app.headless.si_format import number, prefix_of
from app.panels.widgets.ui import Ui

STEPS = 1.0, 2.0, 3.0, 4.0, 5.0, 10.0, 20.0      # of ticks, times a power of ten
LARGE = 1e5                        # from which ticks have a prefix: 120k
APART, BESIDE = 1.3, 16            # lines of text from tick to tick, and [design px] that a plot's frame takes
SHARES, DECADES = (1.0, 2.0, 5.0), (1, 2, 3, 6, 9, 12)     # of a decade, and from tick to tick, on a logarithmic axis


def set_ticks(ui: Ui, ends: tuple[float, float], height: float, log: bool = False) -> None:
    """Ticks of the present plot's y axis from the lower to the upper end; `height` [px] of the whole plot."""
    room = max(int((height - BESIDE * ui.unit) / (APART * imgui.get_text_line_height())), 1)
    values = decades(*ends, room) if log else ticks(*ends, room)
    texts = [f"{value:.3g}".replace("e-0", "e-").replace("e+0", "e") if log else text_of(value, values) for value in values]
    implot.setup_axis_ticks(implot.ImAxis_.y1, values.tolist(), texts)


def decades(low: float, high: float, most: int) -> np.ndarray:
    """At most `most` + 1 values between two positive ones for a logarithmic axis, at least one: 1, 2 and 5 of each decade, else
    every so many decades."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for values in ([share * 10.0 ** power for power in powers for share in SHARES],
                   *([10.0 ** power for power in powers if power % apart == 0] for apart in DECADES)):
        found = [value for value in values if low <= value <= high]
        if 0 < len(found) <= most + 1:
            return np.array(found)
    return np.array([math.sqrt(low * high)])


def ticks(low: float, high: float, most: int) -> np.ndarray:
    """At most `most` + 1 round numbers between two others, evenly spaced; at least one."""
    power = 10.0 ** math.floor(math.log10((high - low) / (most + 1)))
    for step in (share * power for share in STEPS):
        found = step * np.arange(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
        if len(found) <= most + 1:
            break
    found = np.clip(found, low, high)                      # rounding
    return found if len(found) else np.array([0.5 * (low + high)])


def text_of(value: float, values: np.ndarray) -> str:
    """A tick, with as many digits as tell it from its neighbours; large ones have a prefix, the same for all."""
    if not value:
        return "0"
    factor, prefix = prefix_of(float(np.abs(values).max()), 1.0) if np.abs(values).max() >= LARGE else (1.0, "")
    step = abs(values[1] - values[0]) if len(values) > 1 else abs(value)
    digits = max(math.floor(math.log10(abs(value)) + 1e-9) - math.floor(math.log10(step) + 1e-9) + 1, 1)
    text = number(float(value) / factor, digits) if abs(value) >= factor * 1e-3 else f"{value / factor:g}"
    return text.replace("e-0", "e-") + prefix
