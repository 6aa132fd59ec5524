"""The palette of bodies and overlays as sRGB bytes: five colours for moving bodies, greys for static and kinematic ones."""
from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np

FIVE = np.array(((255, 107, 94), (255, 186, 66), (46, 196, 182), (58, 134, 255), (139, 105, 209)), np.float32)
STATIC = {"dark": np.array((98, 104, 118), np.float32), "light": np.array((142, 150, 166), np.float32)}
FLOOR = {"dark": np.array((56, 60, 71), np.float32), "light": np.array((164, 169, 178), np.float32)}      # and walls
SENSOR, OCCUPIED = np.array((120, 190, 235), np.uint8), np.array((104, 232, 140), np.uint8)     # without and with a body in it
KINEMATIC = np.array((208, 214, 224), np.float32)
CONTACT, NORMAL, IMPULSE = (255, 214, 90, 255), (126, 231, 170, 230), (255, 120, 84, 255)
VARIANT_COLORS = ((92, 158, 255), (255, 159, 67), (46, 196, 182), (190, 120, 255))     # of ghosts and curves, a to d
RUB, CONE, FAT = (255, 120, 200, 255), (255, 214, 90, 70), (120, 255, 220, 120)      # friction, its cone, fat boxes
GREEN = (96, 224, 132, 255)
STATE_COLORS = {"open": (150, 160, 178, 255), "sticking": GREEN, "sliding": (255, 150, 60, 255)}
LEVELS = ((120, 255, 220, 150), (255, 214, 90, 170), (255, 120, 84, 190), (190, 120, 255, 210))        # of the tree, from below
VELOCITY, SPIN, TRAIL, INERTIA = (92, 190, 255, 255), (200, 140, 255, 255), (255, 236, 170, 200), (255, 255, 255, 190)
TAPE, ROW, LOAD = (255, 236, 60, 255), (255, 240, 120, 255), (255, 150, 60, 200)      # the tape, rows, and loads
ACTS, CHOSEN = (255, 132, 60, 255), (92, 170, 255, 255)         # events that act now, and the selected one
AXIS_X, AXIS_Y, AXIS_Z = (255, 92, 84, 255), GREEN, (92, 158, 255, 255)
AWAKE_COLORS = {"moves": (255, 107, 94, 255), "at rest, but not for long enough": (255, 186, 66, 255),
                "may never sleep": (190, 120, 255, 255), "a neighbour is awake": (92, 158, 255, 255),
                "about to fall asleep": GREEN}
PREVIEW, PREVIEW_WRONG = (96, 170, 255), (235, 96, 84)     # of bodies of a generator that is being made, and cannot be added
LEFT_FUTURE = (176, 184, 198)                     # of ghosts of the future that was left in the past
AABB, SPRING, SPRING_TARGET = (120, 170, 255, 110), (255, 255, 255, 235), (92, 158, 255, 255)
JOINT, JOINT_LINK = (240, 245, 255, 255), (226, 234, 250, 120)          # axes, balls, rails; from bodies to their joints
JOINT_LIMIT, JOINT_RANGE = (255, 190, 72, 255), (255, 190, 72, 62)      # stops and arcs, and the range between them
JOINT_NEEDLE, JOINT_MOTOR, JOINT_SPRING = (255, 255, 255, 255), (104, 232, 140, 255), (150, 212, 255, 255)
JOINT_ROPE, JOINT_GEAR, JOINT_WHEEL = (242, 222, 180, 255), (170, 196, 255, 255), (150, 180, 255, 70)
JOINT_FREE, JOINT_FIXED = (104, 232, 140, 255), (255, 112, 104, 255)    # of six axes, as well as JOINT_LIMIT
JOINT_APART, JOINT_BROKEN, JOINT_DISABLED = (255, 92, 84, 255), (255, 66, 66), (142, 148, 160)
JOINT_SELECTED, JOINT_HOVERED = (92, 158, 255), (168, 204, 255)
# the joints' colours in the light theme
ON_LIGHT = {JOINT: (38, 46, 64, 255), JOINT_LINK: (44, 54, 74, 150), JOINT_LIMIT: (214, 122, 0, 255),
            JOINT_RANGE: (230, 140, 10, 66), JOINT_NEEDLE: (16, 22, 36, 255), JOINT_MOTOR: (10, 140, 62, 255),
            JOINT_SPRING: (16, 104, 190, 255), JOINT_ROPE: (120, 84, 34, 255), JOINT_GEAR: (52, 76, 150, 255),
            JOINT_WHEEL: (70, 100, 190, 60), JOINT_FIXED: (206, 40, 36, 255)}
# the overlays' in the light theme, darker than its ground
OVERLAYS_ON_LIGHT = {CONTACT: (200, 136, 0, 255), NORMAL: (0, 138, 76, 240), IMPULSE: (214, 62, 22, 255),
                     RUB: (206, 24, 130, 255),
                     CONE: (196, 132, 0, 96),
                     FAT: (0, 138, 116, 150), VELOCITY: (0, 104, 214, 255), SPIN: (130, 52, 214, 255),
                     TRAIL: (150, 104, 0, 210), INERTIA: (30, 36, 54, 210), TAPE: (196, 110, 0, 255),
                     ACTS: (214, 84, 0, 255), CHOSEN: (0, 96, 214, 255), ROW: (190, 116, 0, 255),
                     LOAD: (226, 98, 0, 215), GREEN: (10, 140, 62, 255), STATE_COLORS["open"]: (104, 112, 130, 255),
                     STATE_COLORS["sliding"]: (226, 98, 0, 255), AABB: (40, 84, 214, 150), AXIS_X: (214, 40, 34, 255),
                     AXIS_Z: (30, 96, 226, 255), SPRING: (16, 22, 36, 235), LEVELS[0]: (0, 138, 116, 170),
                     LEVELS[1]: (196, 132, 0, 190), LEVELS[2]: (214, 62, 22, 200), LEVELS[3]: (130, 52, 214, 220)}
ERROR_COLORS = (104, 232, 140), (255, 214, 90), (255, 66, 66)          # from small to large
ON_LIGHT |= dict(zip(ERROR_COLORS, ((10, 140, 62), (200, 136, 0), (210, 30, 30))))
ISLAND_COLORS = tuple(tuple(map(int, row)) for row in FIVE)      # islands share the colours of bodies
DIMMED, GREYED = 0.72, 0.35             # of sleeping bodies: brightness, and share of grey
MUTED, UNDER = 0.82, 0.8                # of bodies under colourful overlays: share of grey, and brightness
SHADE = 0.10                           # bodies of one colour differ by up to this much in brightness
SHADES = 16
ORDERS = np.array(list(permutations(range(5))), np.intp)
DARKER = 1.0 - SHADE * np.arange(SHADES, dtype=np.float32)[None, :, None] / (SHADES - 1)


def _paints(theme: str) -> np.ndarray:
    """(82, 4) uint8: the shades of each of the five, then the colours of static and of kinematic bodies."""
    rgb = np.concatenate(((FIVE[:, None] * DARKER).reshape(-1, 3), STATIC[theme][None], KINEMATIC[None]))
    return np.concatenate((rgb, np.full((len(rgb), 1), 255, np.float32)), axis=1).astype(np.uint8)


PAINTS = {theme: _paints(theme) for theme in STATIC}


def body_colors(uids: np.ndarray, types: np.ndarray, theme: str = "dark") -> np.ndarray:
    """(n, 4) uint8 of bodies with these uids (n,) and types (n,) (0 dynamic, 1 static, 2 kinematic); a body keeps its colour
    for life.

    Each group of five successive bodies has the five colours in its own order: neighbours differ, yet no pattern shows.
    """
    fives, place = np.divmod(uids.astype(np.int64), 5)
    chosen = ORDERS[scrambled(fives) % len(ORDERS), place] * SHADES + scrambled(uids) % SHADES
    return PAINTS[theme][np.where(types == 0, chosen, len(FIVE) * SHADES - 1 + types)]


def table_colors(table: Any, theme: str) -> np.ndarray:
    """(n, 4) uint8 of the bodies of a table: those that a scene gives them, else of `body_colors`."""
    return np.where(table.tints[:, 3:] > 0, table.tints, body_colors(table.uids, table.types, theme))


def dimmed(colors: np.ndarray) -> np.ndarray:
    """(n, 4) uint8 colours of sleeping bodies: darker, and a little towards grey."""
    rgb = colors[:, :3].astype(np.float32)
    faded = DIMMED * (rgb + GREYED * (rgb.mean(axis=1, keepdims=True) - rgb))
    return np.concatenate((faded.astype(np.uint8), colors[:, 3:]), axis=1)


def muted(colors: np.ndarray) -> np.ndarray:
    """(n, 4) uint8 colours of bodies under overlays that have many colours themselves: mostly grey."""
    rgb = colors[:, :3].astype(np.float32)
    grey = rgb + MUTED * (rgb.mean(axis=1, keepdims=True) - rgb)
    return np.concatenate(((UNDER * grey).astype(np.uint8), colors[:, 3:]), axis=1)


def on_scale(shares: np.ndarray, theme: str) -> np.ndarray:
    """(k, 3) uint8 from the first of ERROR_COLORS, at 0, to the last, at 1; shares beyond have the colours of the ends."""
    tints = np.array([in_theme(color, theme) for color in ERROR_COLORS])
    stops = np.linspace(0.0, 1.0, len(tints))
    return np.stack([np.interp(shares, stops, column) for column in tints.T], axis=1).astype(np.uint8)


def in_theme(color: tuple[int, ...], theme: str) -> tuple[int, ...]:
    """A colour of joints or overlays in the theme "dark" or "light"."""
    return ON_LIGHT.get(color, OVERLAYS_ON_LIGHT.get(color, color)) if theme == "light" else color


def repeated(color: Sequence[int], count: int) -> np.ndarray:
    """(count, 4) uint8: one colour, `count` times."""
    found = np.empty((count, 4), np.uint8)
    found[:] = color
    return found


def scrambled(numbers: np.ndarray) -> np.ndarray:
    """(n,) int64 >= 0, a pseudo-random function of `numbers` (Fibonacci hashing)."""
    return ((numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)).astype(np.int64)
