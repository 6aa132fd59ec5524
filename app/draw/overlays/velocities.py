"""Velocities and spins as arrows at the bodies' centres."""
from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from app.draw import colors
from app.draw.arrows import arrows, lengths_of, round_scale
from app.draw.frame import CameraPose
from app.draw.front import counted, in_front, shine_of
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.recent import Recent
from app.draw.view_options import ViewOptions
from app.draw.view_setting import Color
from app.headless.si_format import number_text, quantity
from app.published.view import View

SPEEDS = Recent()
LONGEST = 0.16                     # the longest arrow, in the eye's distance


def draw(shown: Shown) -> Primitives:
    """Arrows of the bodies in front that are faster than the threshold; spins in the same scale [rad/s]."""
    view, options = shown.view, shown.options
    if not options.velocities or not len(view.velocities):
        return NOTHING
    speeds, spins = speeds_of(view)
    moving = (view.table.types != 1) & np.isfinite(speeds) & np.isfinite(spins)
    scale, front = np.float32(scale_of(view, options, shown.camera)), in_front(shown)
    shine = shine_of(shown, front)
    fast, turning = (front[moving[front] & (values[front] > options.velocity_threshold)] for values in (speeds, spins))
    first = arrows(shown.positions[fast], view.velocities[fast] / scale, colors.VELOCITY, shown.camera, 2.4)
    second = arrows(shown.positions[turning], view.angular_velocities[turning] / scale, colors.SPIN, shown.camera, 2.4)
    shafts, heads = zip(first, second)
    return Primitives(*((tuple(replace(one, shine=shine) for one in kind)) for kind in (shafts, (), heads)), counted(shown))


def longest(camera: CameraPose) -> float:
    """Largest length of an arrow [m]."""
    return LONGEST * max(float(np.linalg.norm(np.subtract(camera.eye, camera.target))), 1e-6)


def speeds_of(view: View) -> tuple[np.ndarray, np.ndarray]:
    """(n,) speeds [m/s] and (n,) spins [rad/s]."""
    return SPEEDS.of((view,), (), lambda: (lengths_of(view.velocities), lengths_of(view.angular_velocities)))


def scale_of(view: View, options: ViewOptions, camera: CameraPose) -> float:
    """Speed of an arrow of a metre [m/s], spin likewise [rad/s]."""
    largest = max((float(part.max(initial=0.0, where=np.isfinite(part))) for part in speeds_of(view)), default=0.0)
    return options.velocity_scale or round_scale(largest, longest(camera))


def legend(view: View, options: ViewOptions, camera: CameraPose) -> list[tuple[str, Color]]:
    """The scale of the arrows."""
    if not options.velocities or not len(view.velocities):
        return []
    length = 10.0 ** math.floor(math.log10(longest(camera)))
    speed = length * scale_of(view, options, camera)
    return [(f"an arrow of {number_text(length, 'm')}: {quantity(speed, 'm/s')}, or as many rad/s", colors.VELOCITY)]
