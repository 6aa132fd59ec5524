"""The scene block: the content of the uniform buffer that all programs read (`shaders/scene.glsl`, field by field)."""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from app.draw.camera import look_at, perspective
from app.draw.frame import Frame
from app.render.arrangement.extent import Extent
from app.render.arrangement.light_fit import TO_TEXTURE, LightView
from app.render.arrangement.theme import theme_called

SUN = np.array((-0.60, -0.34, 0.78)) / np.linalg.norm((-0.60, -0.34, 0.78))      # towards the sun; left of a usual camera
FOG_NEAR, FOG_PER_DISTANCE = 60.0, 3.2                # [m] and [1]: visibility, constant and per distance to the target
CLEARER = 5.0                                         # factor of that range without an endless ground
PENUMBRA = 0.09                                       # half width of a shadow's soft edge, in typical body half widths
OPEN_SKY, LEAST_OPEN = 3.4, 0.05                      # radius of sky occlusion: in typical body half widths, and at least [m]
NO_GROUND = -1e6                                      # [m] height of the ground when there is none

MATRICES = ("view_projection", "inverse_view_projection", "light_matrix", "height_matrix")
VECTORS = ("eye", "sun", "sun_color", "ambient_up", "ambient_down", "horizon", "zenith", "nadir", "glow", "ground",
           "picture")
SCENE = np.dtype([(name, "f4", (4, 4)) for name in MATRICES] + [(name, "f4", 4) for name in VECTORS])


class Picture(NamedTuple):
    """The picture's size and scale."""

    width: int                 # [pixels]
    height: int                # [pixels]
    scale: float               # pixels per window unit
    smooth: bool = False       # whether edges of bodies are smoothed in the finished picture


class Lights(NamedTuple):
    """The two maps of a frame."""

    sun: LightView
    top: LightView             # of the map of heights; of the sun's, where there is none


class Surroundings(NamedTuple):
    """Measured properties of a frame."""

    extent: Extent
    lights: Lights
    ground: float | None       # [m] height of the horizontal ground plane, None without one
    floored: bool              # whether fog hides the end of an endless plane


def scene_block(frame: Frame, picture: Picture, surroundings: Surroundings) -> np.ndarray:
    """The block's content for one frame."""
    extent, lights, ground, _ = surroundings
    theme, pose = theme_called(frame.theme), frame.camera
    eye, aspect = np.array(pose.eye), picture.width / picture.height
    away = float(np.linalg.norm(eye - np.array(pose.target)))
    matrix = perspective(pose, aspect) @ look_at(pose.eye, pose.target)
    block = np.zeros((), SCENE)
    block["view_projection"] = matrix.T
    block["inverse_view_projection"] = np.linalg.inv(matrix).T
    block["light_matrix"] = (TO_TEXTURE @ lights.sun.matrix).T
    block["height_matrix"] = (TO_TEXTURE @ lights.top.matrix).T
    block["eye"] = (*eye, 2 * math.tan(pose.fov / 2) / picture.height)
    block["sun"] = (*SUN, lights.sun.texel)
    block["sun_color"] = (*theme.sun, 1.0 if frame.shadows else 0.0)
    block["ambient_up"] = (*theme.above, lights.sun.reach)
    block["ambient_down"] = (*theme.below, NO_GROUND if ground is None else ground)
    clear = 1.0 if surroundings.floored else CLEARER
    block["horizon"] = (*theme.horizon, 1.0 / (clear * (FOG_NEAR + FOG_PER_DISTANCE * away)))
    block["zenith"] = (*theme.zenith, lights.top.depth)
    block["nadir"] = (*(theme.nadir if ground is None else theme.horizon), max(OPEN_SKY * extent.typical, LEAST_OPEN))
    block["glow"] = (*theme.glow, PENUMBRA * 2 * extent.typical)
    block["ground"] = (*theme.ground, theme.grid if frame.grid else 0.0)
    block["picture"] = (*picture[:3], theme.exposure)
    return block
