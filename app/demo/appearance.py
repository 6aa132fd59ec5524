"""The appearance of a recording: colours of its bodies, light, planes and joints, as the program draws them."""
from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple

import numpy as np

from app.demo.recording import Recording
from app.draw import colors as palette
from app.draw.camera import CLOSEST, FARTHEST, STEEPEST
from app.draw.frame import GHOST, GRID, PLAIN
from app.draw.frame_builder import BOX, HIDES, PLANE, SAMPLES, SPHERE, large_still, marks_of
from app.draw.joints.glyph_batch import BALL, CASING, DOT, FINE, SHINE, THICK, THIN
from app.draw.joints.pulley import ROPE_WIDTH
from app.draw.joints.ties import COIL_RADIUS, COIL_TURNS, SAG, SLIMMEST
from app.draw.solids.reach import radii_of
from app.draw.view_options import ViewOptions
from app.input.camera_motion import QUICK, SLOW, TURN, ZOOM
from app.published.view import BodyTable
from app.render.arrangement import light_fit, quality, scene_block
from app.render.arrangement.plane_layout import BORDER, PlaneLayout, PlaneLayouter
from app.render.arrangement.theme import THEMES

LAYOUTS = 40                           # frames at which the drawn parts of planes are fitted to the bodies
JOINT_COLORS = {"link": palette.JOINT_LINK, "main": palette.JOINT, "rope": palette.JOINT_ROPE, "spring": palette.JOINT_SPRING,
                "broken": (*palette.JOINT_BROKEN, 255), "disabled": (*palette.JOINT_DISABLED, 255)}


class Looks(NamedTuple):
    """The bodies' looks, and the parts of the planes that are drawn."""

    colors: np.ndarray         # (2, 2, n, 3) uint8 by theme, dark and light, and by state: as usual; asleep or occupied
    marks: np.ndarray          # (n,) uint8 bits of `app.draw.frame`
    layout: PlaneLayout
    typical: float             # [m] median half width of the bodies


def looks_of(recording: Recording, options: ViewOptions) -> Looks:
    """The looks of a recording."""
    bodies = recording.bodies
    marks = marks_of(bodies, options)
    marks[bodies.sensors] |= GHOST | PLAIN
    solid = bodies.kinds != PLANE
    widths = bodies.sizes[solid].min(axis=1)
    return Looks(np.stack([_colors(bodies, theme) for theme in THEMES]), marks, _layout(recording, solid),
                 float(np.median(widths)) if len(widths) else 0.5)


def _colors(bodies: BodyTable, theme: str) -> np.ndarray:
    """(2, n, 3) uint8 in a theme, by state."""
    usual = palette.table_colors(bodies, theme)
    usual[large_still(bodies) & (bodies.tints[:, 3] == 0), :3] = palette.FLOOR[theme]
    other = palette.dimmed(usual)
    usual[bodies.sensors, :3], other[bodies.sensors, :3] = palette.SENSOR, palette.OCCUPIED
    return np.stack((usual, other))[..., :3]


def _layout(recording: Recording, solid: np.ndarray) -> PlaneLayout:
    """The layout of the planes about the bodies, which grows with them as in the window."""
    bodies = recording.bodies
    flat = (bodies.kinds == PLANE) & ~bodies.sensors
    planes = np.concatenate((bodies.sizes[flat], bodies.offsets[flat, None]), axis=1)
    radii = radii_of(bodies.kinds, bodies.sizes)[:, None]
    layouter, found = PlaneLayouter(), PlaneLayout(None, (), np.zeros((0, 3)))
    for frame in np.unique(np.linspace(0, len(recording.times) - 1, LAYOUTS).astype(int)):
        there = solid & (recording.states[frame] > 0)
        places = recording.poses[frame, there, :3].astype(np.float64)
        low, high = np.zeros(3), np.zeros(3)
        if len(places):
            low, high = (places - radii[there]).min(axis=0), (places + radii[there]).max(axis=0)
        found = layouter.layout(planes, low, high)
    return found


def drawing_numbers() -> dict[str, Any]:
    """The numbers of the program's drawing that the page shares, for JSON."""
    return {
        "kinds": {"sphere": SPHERE, "box": BOX, "plane": PLANE},
        "marks": {"plain": PLAIN, "ghost": GHOST, "grid": GRID},
        "light": {"sun": scene_block.SUN.tolist(), "step": light_fit.STEP, "heightMap": light_fit.HEIGHT_MAP,
                  "offsets": [light_fit.SLOPED_OFFSET, light_fit.OFFSET]},
        "air": {"near": scene_block.FOG_NEAR, "perDistance": scene_block.FOG_PER_DISTANCE, "clearer": scene_block.CLEARER,
                "penumbra": scene_block.PENUMBRA, "openSky": scene_block.OPEN_SKY, "leastOpen": scene_block.LEAST_OPEN,
                "noGround": scene_block.NO_GROUND},
        "detail": {"bevelShare": quality.BEVEL_SHARE, "widestBevel": quality.WIDEST_BEVEL, "farBevel": quality.FAR_BEVEL,
                   "farRadius": quality.FAR_RADIUS},
        "qualities": {name: asdict(found) for name, found in quality.PRESETS.items()},
        "software": list(quality.SOFTWARE_RENDERERS),
        "glass": {"hides": HIDES, "samples": SAMPLES},
        "camera": {"closest": CLOSEST, "farthest": FARTHEST, "steepest": STEEPEST, "turn": TURN, "zoom": ZOOM, "quick": QUICK,
                   "slow": SLOW},
        "joints": {"thin": THIN, "fine": FINE, "thick": THICK, "rope": ROPE_WIDTH, "dot": DOT, "ball": BALL, "casing": CASING,
                   "shine": SHINE, "sag": SAG, "turns": COIL_TURNS, "radius": COIL_RADIUS, "slimmest": SLIMMEST},
        "border": BORDER,
        "themes": {name: theme_values(name) for name in THEMES},
    }


def theme_values(name: str) -> dict[str, Any]:
    """A theme and the colours of joints in it, for JSON."""
    inks = {word: palette.in_theme(color, name) for word, color in JOINT_COLORS.items()}
    return asdict(THEMES[name]) | {"inks": inks}
