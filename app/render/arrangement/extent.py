"""The extent of the bodies of a frame, for shadow maps, the ground, and sizes relative to the bodies."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from app.draw.frame import Frame
from app.draw.solids.reach import radii_of as solid_radii


@dataclass(frozen=True, eq=False)
class Extent:
    """Positions and sizes of the bodies of a frame."""

    centers: np.ndarray        # (k, 3) float32 [m]
    radii: np.ndarray          # (k,) float32 of bounding spheres [m]
    typical: float             # [m] median half width of the bodies

    @cached_property
    def low(self) -> np.ndarray:
        """(3,) float64 lowest corner [m]."""
        return (self.centers - self.radii[:, None]).min(axis=0).astype(np.float64)

    @cached_property
    def high(self) -> np.ndarray:
        """(3,) float64 highest corner [m]."""
        return (self.centers + self.radii[:, None]).max(axis=0).astype(np.float64)


def radii_of(boxes: np.ndarray, spheres: np.ndarray) -> np.ndarray:
    """(k,) radii of the bounding spheres of boxes with these half extents (a, 3), then of spheres with these sizes (b, 3) [m]."""
    return np.concatenate((np.sqrt(np.einsum("ij,ij->i", boxes, boxes)), spheres[:, 0]))


def extent_of(frame: Frame) -> Extent:
    """The extent of all bodies; one point at the camera's target when there are none."""
    boxes, spheres = frame.boxes, frame.spheres
    centers, radii = np.concatenate((boxes.positions, spheres.positions)), radii_of(boxes.sizes, spheres.sizes)
    widths = [boxes.sizes.min(axis=1), spheres.sizes[:, 0]]
    for kind, solids, _ in frame.solids:
        centers = np.concatenate((centers, solids.positions))
        radii = np.concatenate((radii, solid_radii(kind, solids.sizes).astype(np.float32)))
        widths.append(solids.sizes.min(axis=1))
    finite = np.isfinite(centers).all(axis=1)
    if not finite.any():
        return Extent(np.array([frame.camera.target], np.float32), np.array([0.5], np.float32), 0.5)
    typical = float(np.median(np.concatenate(widths)))
    return Extent(centers, radii, typical) if finite.all() else Extent(centers[finite], radii[finite], typical)
