"""Mouse springs: a coil from each dragged or pinned body to its target."""
from __future__ import annotations

import numpy as np

from app.draw.colors import SPRING, SPRING_TARGET, repeated
from app.draw.frame import Markers, Segments
from app.draw.joints.polylines import coil, coil_axes
from app.draw.overlay import Primitives, Shown
from app.published.view import MouseSpring

COILS, COIL_POINTS, COIL_RADIUS = 7, 85, 0.010     # the mouse spring; radius as a share of the eye's distance
ORDER = 2                                          # above all others


def draw(shown: Shown) -> Primitives:
    """All of them, always."""
    springs, eye = shown.view.springs, np.array(shown.camera.eye)
    dots = (Markers(np.array((spring.anchor, spring.target), np.float32), np.array((SPRING, SPRING_TARGET), np.uint8), 11.0)
            for spring in springs)
    return Primitives(tuple(spring_segments(spring, eye) for spring in springs), tuple(dots))


def spring_segments(spring: MouseSpring, eye: np.ndarray) -> Segments:
    """A coil from the body to the spring's target."""
    start, end = np.array(spring.anchor), np.array(spring.target)
    radius = min(COIL_RADIUS * float(np.linalg.norm(start - eye)), 0.25 * float(np.linalg.norm(end - start)))
    line = start + coil(COILS, COIL_POINTS) @ coil_axes((end - start)[None], np.array([radius]))[0]
    points = np.stack((line[:-1], line[1:]), axis=1).astype(np.float32)
    return Segments(points, repeated(SPRING, len(points)), 2.2, on_top=True, caps=False)
