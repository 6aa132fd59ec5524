"""The frustum: visibility of bodies, and their size on the screen.

A body is invisible when its bounding sphere is wholly outside one of the frustum's planes.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from app.draw.camera import pose_matrix
from app.draw.frame import CameraPose

BEHIND = 0.05              # [m] a body nearer to the plane of the eye may cover any part of the picture


class Frustum(NamedTuple):
    """The visible volume of a picture of width x height pixels."""

    matrix: np.ndarray         # (4, 4) float64 world -> clip
    eye: np.ndarray            # (3,) float32 [m]
    angle: float               # [m] width of a pixel at 1 m
    size: tuple[int, int]      # [pixels] width and height

    @staticmethod
    def of(pose: CameraPose, width: int, height: int) -> Frustum:
        """The frustum of a camera."""
        return Frustum(pose_matrix(pose, width / height), np.array(pose.eye, np.float32), 2 * math.tan(pose.fov / 2) / height,
                     (width, height))

    def sees(self, centers: np.ndarray, radii: np.ndarray) -> np.ndarray:
        """(k,) bool: whether a part of a sphere about (k, 3) `centers` with (k,) `radii` [m] may be in the picture."""
        rows = self.matrix
        planes = np.stack((rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1], rows[3] + rows[2]))
        planes = (planes / np.linalg.norm(planes[:, :3], axis=1, keepdims=True)).astype(np.float32)
        with np.errstate(invalid="ignore"):                       # NaN is not visible
            return (planes[:, :3] @ centers.T + planes[:, 3:] > -radii).all(axis=0)

    def pixel(self, centers: np.ndarray) -> np.ndarray:
        """(k,) float32 width of a pixel [m] at (k, 3) `centers`."""
        away = centers - self.eye
        return np.sqrt(np.einsum("ij,ij->i", away, away)) * np.float32(self.angle)

    def bounds(self, centers: np.ndarray, radii: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(2, k) lowest and (2, k) highest x and y [pixels, from the lower left] of these spheres; the whole picture for one that
        comes up to the eye."""
        matrix = self.matrix[[0, 1, 3]].astype(np.float32)
        places = matrix[:, :3] @ centers.T + matrix[:, 3:]
        reach = radii * np.linalg.norm(matrix[:, :3], axis=1)[:, None]
        w, away = places[2], reach[2]
        close = w - away < BEHIND
        near, far = np.where(close, 1.0, w - away), np.where(close, 1.0, w + away)
        low, high = places[:2] - reach[:2], places[:2] + reach[:2]
        low, high = low / np.where(low < 0, near, far), high / np.where(high > 0, near, far)
        size = np.array(self.size, np.float32)[:, None]
        return np.where(close, 0.0, (low + 1) / 2 * size), np.where(close, size, (high + 1) / 2 * size)
