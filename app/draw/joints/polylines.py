"""Polylines for overlays: arcs, coils, boxes and arrow heads as points about an origin.  An x axis is the axis of a joint."""
from __future__ import annotations

import math

import numpy as np

from physics.bodies.rotation import cross

TURN = 2 * math.pi
ARC, RING = 33, 49                     # points of an arc and of a whole turn
COIL_ENDS = 0.12                       # share of a coil's length that is straight at each end
COIL_TAPER = 16.0                      # rate at which a coil opens to its radius, per share of its length
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)       # of a box
EDGES = np.array([(i, j) for i in range(8) for j in range(i + 1, 8) if bin(i ^ j).count("1") == 1])      # pairs of these
HEAD = np.array([(0, 2 + i, 2 + (i + 1) % 4) for i in range(4)] + [(1, 2 + i, 2 + (i + 1) % 4) for i in range(4)])


def unit(vectors: np.ndarray) -> np.ndarray:
    """(..., 3) normalized vectors; zero stays zero."""
    return vectors / np.maximum(lengths(vectors)[..., None], 1e-12)


def lengths(vectors: np.ndarray) -> np.ndarray:
    """(...) lengths of vectors (..., 3)."""
    return np.sqrt(np.einsum("...i,...i->...", vectors, vectors))


def across(vectors: np.ndarray) -> np.ndarray:
    """(..., 3) unit vectors perpendicular to unit vectors; a deterministic choice."""
    upright = np.abs(vectors[..., 2:]) < 0.9
    return unit(cross(vectors, np.where(upright, np.array((0.0, 0.0, 1.0)), np.array((1.0, 0.0, 0.0)))))


def spread(starts: np.ndarray, ends: np.ndarray, count: int) -> np.ndarray:
    """(k, count) evenly spaced numbers from (k,) starts to (k,) ends."""
    return starts[:, None] + (ends - starts)[:, None] * np.linspace(0.0, 1.0, count)


def circle(center: np.ndarray, plane: tuple[np.ndarray, np.ndarray], radius: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """(k, n, 3) points at (k, n) angles [rad] from the first towards the second unit vector (k, 3) of `plane`, about centres
    (k, 3), at radii (k,)."""
    first, second = (vector[:, None] for vector in plane)
    return center[:, None] + radius[:, None, None] * (np.cos(angles)[..., None] * first + np.sin(angles)[..., None] * second)


def around(angles: np.ndarray, radius: np.ndarray | float = 1.0, height: np.ndarray | float = 0.0) -> np.ndarray:
    """(..., 3) points about the x axis at angles (...) [rad] from y towards z, at radii and heights along x."""
    return np.stack(np.broadcast_arrays(height, radius * np.cos(angles), radius * np.sin(angles)), axis=-1)


def ring() -> np.ndarray:
    """(RING, 3) a circle of radius 1 about the x axis."""
    return around(np.linspace(0.0, TURN, RING))


def coil(turns: int, count: int) -> np.ndarray:
    """(count, 3) a coil of radius 1 along the x axis, from 0 to 1: straight ends and `turns` turns between."""
    share = np.linspace(0.0, 1.0, count)
    angle = TURN * turns * np.clip((share - COIL_ENDS) / (1 - 2 * COIL_ENDS), 0.0, 1.0)
    return around(angle, np.clip(np.minimum(share - COIL_ENDS, 1 - COIL_ENDS - share) * COIL_TAPER, 0.0, 1.0), share)


def coil_axes(along: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """(k, 3, 3) axes as rows in which `coil` goes along vectors (k, 3) at radii (k,)."""
    direction = np.where(lengths(along)[:, None] > 1e-9, unit(along), np.array((0.0, 0.0, 1.0)))
    side = across(direction)
    return np.stack((along, radius[:, None] * side, radius[:, None] * cross(direction, side)), axis=1)


def arrow_heads(tips: np.ndarray, tails: np.ndarray) -> np.ndarray:
    """(k, 6, 3) corners of four-sided arrow heads that point from tails (k, 3) to tips (k, 3): the tip, the middle of the floor,
    and four corners; `HEAD` lists the eight triangles between them."""
    back = tails - tips
    reach = lengths(back)[:, None]
    direction = -unit(back)
    side = across(direction)
    other = cross(direction, side)
    out = 0.32 * reach[:, None] * np.stack((side, other, -side, -other), axis=1)
    return np.concatenate((tips[:, None], (tips + 0.8 * back)[:, None], (tips + back)[:, None] + out), axis=1)
