"""Light fit: the orthographic views from the sun and from above for the shadow map and the height map.

Rays of the sun are parallel, so a body's shadow is, seen from the sun, exactly behind the body: a map that covers the bodies
covers their shadows anywhere.  It is cut to the visible part.  Sizes are quantized and positions are whole texels, otherwise
shadows would shimmer while the camera moves.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from app.draw.camera import look_at, perspective
from app.draw.frame import CameraPose
from app.render.arrangement.extent import Extent

TO_TEXTURE = np.array(((0.5, 0, 0, 0.5), (0, 0.5, 0, 0.5), (0, 0, 0.5, 0.5), (0, 0, 0, 1)))     # clip -1..1 -> 0..1
STEP = 1.15                            # ratio of successive map sizes
HEIGHT_MAP = 512                       # [texels]
SLOPED_OFFSET, OFFSET = 1.5, 3.0       # of depths, against shadows of lit faces on themselves; as in glPolygonOffset


class LightView(NamedTuple):
    """An orthographic view."""

    matrix: np.ndarray         # (4, 4) world -> clip
    texel: float               # [m] width of a texel
    depth: float               # [m] distance between its near and far plane
    reach: float               # [m] distance from the eye up to which it covers all bodies


def sun_view(extent: Extent, pose: CameraPose, aspect: float, toward, size: int) -> LightView:
    """The view from the sun, in direction `toward` (3,), on a map of `size` texels."""
    axes = _axes(np.asarray(toward, np.float64))
    local = axes.astype(np.float32) @ extent.centers.T
    lows, highs = local - extent.radii, local + extent.radii
    near, far = _frustum(pose, aspect, _longest(pose), axes)
    touching = (highs[0] > near[0]) & (highs[1] > near[1]) & (lows[0] < far[0]) & (lows[1] < far[1])
    if touching.any() and not touching.all():                    # otherwise all count, or no shadow is visible
        extent = Extent(extent.centers[touching], extent.radii[touching], extent.typical)
        lows, highs = lows[:, touching], highs[:, touching]
    reach = _reach(extent, pose)
    near, far = _frustum(pose, aspect, reach, axes)
    whole = lows.min(axis=1).astype(np.float64), highs.max(axis=1).astype(np.float64)
    low, high = whole[0].copy(), whole[1].copy()
    low[:2], high[:2] = np.maximum(low[:2], near), np.minimum(high[:2], far)
    if (low[:2] >= high[:2]).any():
        low, high = whole
    return _view(axes, low, high, size)._replace(reach=reach)


def top_view(extent: Extent, pose: CameraPose, size: int) -> LightView:
    """The view straight down on the bodies near the eye, for the height map."""
    axes = np.array(((1.0, 0, 0), (0, 1, 0), (0, 0, 1)))
    low, high = extent.low, extent.high
    reach = _reach(extent, pose)
    eye = np.array(pose.eye)
    margin = 4 * extent.typical
    low[:2] = np.maximum(low[:2] - margin, eye[:2] - reach)
    high[:2] = np.minimum(high[:2] + margin, eye[:2] + reach)
    high[:2] = np.maximum(high[:2], low[:2] + 0.1)
    return _view(axes, low, high, size)._replace(reach=reach)


def footprint(view: LightView, plane: np.ndarray) -> np.ndarray | None:
    """(4, 3) corners [m], counter-clockwise from outside, of the part of a plane (4,) (unit normal and offset) that a view
    covers. None when its rays graze the plane or come from behind."""
    back = -view.matrix[2, :3] / np.linalg.norm(view.matrix[2, :3])          # clip z grows with the distance
    facing = float(back @ plane[:3])
    if facing < 0.1:
        return None
    inverse = np.linalg.inv(view.matrix)
    corners = np.array([(inverse @ (x, y, 0.0, 1.0))[:3] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    return corners - np.outer((corners @ plane[:3] - plane[3]) / facing, back)


def _longest(pose: CameraPose) -> float:
    """Distance [m] beyond which shadows are too small to be visible."""
    return 60.0 + 6.0 * float(np.linalg.norm(np.array(pose.eye) - np.array(pose.target)))


def _reach(extent: Extent, pose: CameraPose) -> float:
    away = extent.centers - np.array(pose.eye, np.float32)
    farthest = float((np.sqrt(np.einsum("ij,ij->i", away, away)) + extent.radii).max())
    return min(1.2 * farthest + 1.0, _longest(pose))


def _axes(toward: np.ndarray) -> np.ndarray:
    """(3, 3) rows right, up, back of a view against `toward`."""
    back = toward / np.linalg.norm(toward)
    right = np.cross((0.0, 0.0, 1.0) if abs(back[2]) < 0.99 else (0.0, 1.0, 0.0), back)
    right /= np.linalg.norm(right)
    return np.stack((right, np.cross(back, right), back))


def _frustum(pose: CameraPose, aspect: float, reach: float, axes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest x and y (2,), in the view along `axes`, of the visible volume from the eye to `reach`."""
    view, scale = look_at(pose.eye, pose.target), perspective(pose, aspect)
    x, y = ([(side - shift) / scale[axis, axis] for side in (-1, 1)] for axis, shift in enumerate(pose.shift))
    corners = np.array([(across * d, up * d, -d) for d in (pose.near, reach) for across in x for up in y])
    seen = ((corners - view[:3, 3]) @ view[:3, :3]) @ axes.T
    return seen[:, :2].min(axis=0), seen[:, :2].max(axis=0)


def _view(axes: np.ndarray, low: np.ndarray, high: np.ndarray, size: int) -> LightView:
    width = float(max((high - low)[:2].max(), 0.2)) * 1.04 + 0.02
    width = STEP ** math.ceil(math.log(width, STEP))
    texel = width / size
    middle = np.round((low + high)[:2] / 2 / texel) * texel
    depth = float(high[2] - low[2]) + 0.2
    matrix = np.eye(4)
    matrix[:2, :3] = axes[:2] * (2 / width)
    matrix[:2, 3] = -middle * (2 / width)
    matrix[2, :3] = -axes[2] * (2 / depth)
    matrix[2, 3] = (high[2] + low[2]) / depth
    return LightView(matrix, texel, depth, 0.0)
