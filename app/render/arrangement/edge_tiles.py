"""Edge tiles: the squares of a picture that contain edges of bodies, the only ones that smoothing processes.

A body marks the squares that its bounding sphere covers; a floor or wall those that its twelve edges cross.
"""
from __future__ import annotations

import numpy as np

from app.draw.boxes import EDGES, corners_of
from app.render.arrangement.body_rows import Rows
from app.render.arrangement.frustum import Frustum
from app.render.arrangement.seen_bodies import NONE_SEEN, SeenBodies

TILE = 32                              # [pixels] side of a square
SAMPLES = 64                           # samples along an edge of a floor or wall
BORDER = 1.05                          # edges are clipped here, where 1 is the border of the picture
NEAREST = 1e-3                         # smallest clip w in front of the eye
CLOSE_TO = np.array(((-3, 0), (3, 0), (0, -3), (0, 3)))         # [pixels] marked around a sample of an edge


def edge_tiles(frustum: Frustum, boxes: Rows, spheres: Rows, solids: SeenBodies = NONE_SEEN) -> np.ndarray:
    """(m, 4) float32 lowest and highest x and y [pixels, from the lower left] of rectangles with all edges of solid bodies,
    without the outermost pixels."""
    marked = np.zeros([-(-pixels // TILE) for pixels in frustum.size[::-1]], bool)
    smooth = np.concatenate((boxes.near, boxes.far, boxes.tiny)), np.concatenate((spheres.near, spheres.far))
    _mark_bodies(marked, frustum, *smooth, solids)
    _mark_edges(marked, frustum, boxes.lined)
    rows, columns = np.nonzero(np.diff(np.pad(marked, ((0, 0), (1, 1))).astype(np.int8), axis=1))
    first, last = columns[0::2], columns[1::2]                    # runs of marked squares: begin and end
    width, height = frustum.size
    tiles = np.stack((first, rows[0::2], last, rows[0::2] + 1), axis=1) * TILE
    return np.clip(tiles, 1, (width - 1, height - 1, width - 1, height - 1)).astype(np.float32)


def _mark_bodies(marked: np.ndarray, frustum: Frustum, boxes: np.ndarray, spheres: np.ndarray,
                 solids: SeenBodies) -> None:
    """Mark the squares under the bounding spheres of these rows of bodies."""
    if not len(boxes) + len(spheres) + len(solids.radii):
        return
    radii = np.concatenate((np.sqrt(np.einsum("ij,ij->i", boxes["size"], boxes["size"])), spheres["size"][:, 0],
                            solids.radii))
    low, high = frustum.bounds(np.concatenate((boxes["position"], spheres["position"], solids.positions)), radii)
    last = np.array(marked.shape[::-1])[:, None] - 1
    left, bottom = np.clip((low - 2) / TILE, 0, last).astype(np.intp)
    right, top = np.clip((high + 2) / TILE, 0, last).astype(np.intp) + 1
    across, shape = marked.shape[1] + 1, (marked.shape[0] + 1, marked.shape[1] + 1)
    begins = np.concatenate((bottom * across + left, top * across + right))      # +1 where a rectangle begins, -1 after its end:
    ends = np.concatenate((bottom * across + right, top * across + left))        # the sum is the number that cover a square
    count = np.bincount(begins, minlength=shape[0] * across) - np.bincount(ends, minlength=shape[0] * across)
    marked |= np.cumsum(np.cumsum(count.reshape(shape), axis=0), axis=1)[:-1, :-1] > 0


def _mark_edges(marked: np.ndarray, frustum: Frustum, boxes: np.ndarray) -> None:
    """Mark the squares that the edges of these rows of boxes cross."""
    corners = corners_of(boxes["position"], boxes["rotation"], boxes["size"])
    clip = corners @ frustum.matrix[[0, 1, 3], :3].T + frustum.matrix[[0, 1, 3], 3]
    one, other = clip[:, EDGES[:, 0]].reshape(-1, 3), clip[:, EDGES[:, 1]].reshape(-1, 3)
    ahead = np.maximum(one[:, 2], other[:, 2]) > NEAREST
    one, other = _ahead(one[ahead], other[ahead]), _ahead(other[ahead], one[ahead])
    start, end = one[:, :2] / one[:, 2:], other[:, :2] / other[:, 2:]
    along = np.where(np.abs(end - start) < 1e-9, 1e-9, end - start)
    one, other = (-BORDER - start) / along, (BORDER - start) / along
    enter = np.maximum(np.minimum(one, other).max(axis=1), 0.0)
    leave = np.minimum(np.maximum(one, other).min(axis=1), 1.0)
    start, along, enter, leave = (values[enter < leave] for values in (start, along, enter, leave))
    share = enter + np.linspace(0.0, 1.0, SAMPLES)[:, None] * (leave - enter)
    pixels = ((start + share[:, :, None] * along + 1) / 2 * frustum.size).reshape(-1, 2)
    places = (pixels[:, None] + CLOSE_TO).reshape(-1, 2)
    x, y = np.floor(places / TILE).astype(np.intp).T
    there = (x >= 0) & (y >= 0) & (x < marked.shape[1]) & (y < marked.shape[0])
    marked[y[there], x[there]] = True


def _ahead(points: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(k, 3) ends of edges, those behind the eye clipped to just in front of it."""
    w, other = points[:, 2:], others[:, 2:]
    share = np.where(w < NEAREST, (NEAREST - w) / np.where(w < NEAREST, other - w, 1.0), 0.0)
    return points + share * (others - points)
