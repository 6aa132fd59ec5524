"""Polylines for overlays, k at a time: arcs, coils, ropes and arrows as arrays of points [m]."""
from __future__ import annotations

import math

import numpy as np

COIL_ENDS = 0.12                       # share of a coil's length that is straight at each end
COIL_TAPER = 16.0                      # rate at which a coil opens to its radius, per share of its length
SAG = math.sqrt(3) / 4                 # of a rope: depth over half the missing side of the right triangle


def unit(vectors: np.ndarray) -> np.ndarray:
    """(..., 3) normalized vectors; zero stays zero."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)


def across(vectors: np.ndarray) -> np.ndarray:
    """(..., 3) unit vectors perpendicular to unit vectors; a deterministic choice."""
    helper = np.where(np.abs(vectors[..., 2:]) < 0.9, np.array((0.0, 0.0, 1.0)), np.array((1.0, 0.0, 0.0)))
    return unit(np.cross(vectors, helper))


def spread(starts: np.ndarray, ends: np.ndarray, count: int) -> np.ndarray:
    """(k, count) evenly spaced numbers from (k,) starts to (k,) ends."""
    return starts[:, None] + (ends - starts)[:, None] * np.linspace(0.0, 1.0, count)


def circle(center: np.ndarray, plane: tuple[np.ndarray, np.ndarray], radius: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """(k, n, 3) points at (k, n) angles [rad] from the first towards the second unit vector (k, 3) of `plane`, about centres
    (k, 3), at radii (k,) or (k, n)."""
    first, second = (vector[:, None] for vector in plane)
    reach = radius[:, None, None] if radius.ndim == 1 else radius[..., None]
    return center[:, None] + reach * (np.cos(angles)[..., None] * first + np.sin(angles)[..., None] * second)


def line(start: np.ndarray, end: np.ndarray, count: int = 2) -> np.ndarray:
    """(k, count, 3) points from (k, 3) to (k, 3)."""
    if count == 2:
        return np.stack((start, end), axis=1)
    return start[:, None] + (end - start)[:, None] * np.linspace(0.0, 1.0, count)[:, None]


def coil(start: np.ndarray, end: np.ndarray, radius: np.ndarray, turns: int, count: int) -> np.ndarray:
    """(k, count, 3) points of coils from (k, 3) to (k, 3) with radii (k,): straight ends and `turns` turns between."""
    along = end - start
    direction = np.where(np.linalg.norm(along, axis=1, keepdims=True) > 1e-9, unit(along), np.array((0.0, 0.0, 1.0)))
    side = across(direction)
    share = np.linspace(0.0, 1.0, count)
    angle = 2 * math.pi * turns * np.clip((share - COIL_ENDS) / (1 - 2 * COIL_ENDS), 0.0, 1.0)
    taper = np.clip(np.minimum(share - COIL_ENDS, 1 - COIL_ENDS - share) * COIL_TAPER, 0.0, 1.0)
    turned = np.cos(angle)[:, None] * side[:, None] + np.sin(angle)[:, None] * np.cross(direction, side)[:, None]
    return start[:, None] + along[:, None] * share[:, None] + radius[:, None, None] * taper[:, None] * turned


def rope(start: np.ndarray, end: np.ndarray, length: np.ndarray, count: int) -> np.ndarray:
    """(k, count, 3) points of ropes of these lengths (k,) that hang from (k, 3) to (k, 3), straight where taut.

    A parabola with the depth of a nearly straight rope; a rope whose ends meet hangs down by 0.43 of its length.
    """
    straight = np.linalg.norm(end - start, axis=1)
    depth = SAG * np.sqrt(np.maximum(length**2 - straight**2, 0.0))
    share = np.linspace(0.0, 1.0, count)
    points = line(start, end, count)
    points[..., 2] -= depth[:, None] * 4 * share * (1 - share)
    return points


def arrow_head(tip: np.ndarray, direction: np.ndarray, size: np.ndarray) -> np.ndarray:
    """(k, 8, 3, 3) triangles of four-sided arrow heads that end at tips (k, 3), along unit vectors (k, 3), `size` (k,) long."""
    reach = size[:, None]
    side = across(direction)
    other = np.cross(direction, side)
    base = [tip - direction * reach + 0.32 * reach * (x * side + y * other) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    sides = [np.stack((tip, base[i], base[(i + 1) % 4]), axis=1) for i in range(4)]
    floor = [np.stack((tip - direction * (0.8 * reach), base[i], base[(i + 1) % 4]), axis=1) for i in range(4)]
    return np.stack(sides + floor, axis=1)


def box_edges(center: np.ndarray, axes: np.ndarray, half: np.ndarray) -> np.ndarray:
    """(k, 12, 2, 3) edges of boxes about (k, 3) with unit axes (k, 3, 3) [axis] and half extents (k, 3)."""
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    corners = center[:, None] + np.einsum("si,ki,kij->ksj", signs, half, axes)
    pairs = [(i, j) for i in range(8) for j in range(i + 1, 8) if bin(i ^ j).count("1") == 1]
    return corners[:, np.array(pairs)]
