"""Overlays: contacts, axis-aligned boxes and the mouse spring as markers and segments of a frame."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from app.frame import CameraPose, Markers, Segments
from app.palette import AABB, CONTACT, IMPULSE, NORMAL, SPRING, SPRING_TARGET
from app.view import ContactTable, MouseSpring, View

if TYPE_CHECKING:
    from app.scene_view import ViewOptions

NORMAL_SHARE, IMPULSE_SHARE = 0.035, 0.14          # length of a normal, and of the largest impulse, in the eye's distance
COILS, COIL_POINTS, COIL_RADIUS = 7, 85, 0.010     # the mouse spring; radius as a share of the eye's distance
EDGES = np.array(((0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)))


def overlays_of(view: View, camera: CameraPose, options: ViewOptions) -> tuple[tuple[Segments, ...], tuple[Markers, ...]]:
    """What `options` asks for, as far as the view carries it."""
    segments: list[Segments] = []
    markers: list[Markers] = []
    eye = np.array(camera.eye)
    away = float(np.linalg.norm(eye - np.array(camera.target)))
    if options.aabbs and view.aabbs is not None:
        segments.append(box_segments(view.aabbs))
    if view.contacts is not None and len(view.contacts.positions):
        if options.impulses:
            segments.append(impulse_segments(view.contacts, away))
        if options.normals:
            segments.append(normal_segments(view.contacts, away))
        if options.contacts or options.normals or options.impulses:
            markers.append(Markers(view.contacts.positions, _colors(CONTACT, len(view.contacts.positions)), 7.5))
    for spring in view.springs:
        segments.append(spring_segments(spring, eye))
        points = np.array((spring.anchor, spring.target), np.float32)
        markers.append(Markers(points, np.array((SPRING, SPRING_TARGET), np.uint8), 11.0))
    return tuple(segments), tuple(markers)


def box_segments(aabbs: np.ndarray) -> Segments:
    """The 12 edges of each of (n, 2, 3) boxes; boxes that are not finite (those of planes) are left out."""
    aabbs = aabbs[np.isfinite(aabbs).all(axis=(1, 2)) & (np.abs(aabbs).max(axis=(1, 2)) < 1e5)]
    corners = np.stack([aabbs[:, [x, y, z], [0, 1, 2]] for x in (0, 1) for y in (0, 1) for z in (0, 1)], axis=1)
    points = corners[:, EDGES].reshape(-1, 2, 3).astype(np.float32)
    return Segments(points, _colors(AABB, len(points)), 1.2)


def normal_segments(contacts: ContactTable, away: float) -> Segments:
    """A line along each normal, of a length that suits an eye `away` metres away."""
    tips = contacts.positions + contacts.normals * np.float32(NORMAL_SHARE * away)
    points = np.stack((contacts.positions, tips), axis=1)
    return Segments(points, _colors(NORMAL, len(points)), 2.0, on_top=True)


def impulse_segments(contacts: ContactTable, away: float) -> Segments:
    """A line for the whole impulse at each point, normal and friction; the largest is IMPULSE_SHARE of the eye's distance
    long."""
    impulses = contacts.normals * contacts.normal_impulses[:, None] + contacts.tangent_impulses
    largest = max(float(np.linalg.norm(impulses, axis=1).max()), 1e-12)
    tips = contacts.positions + impulses * np.float32(IMPULSE_SHARE * away / largest)
    points = np.stack((contacts.positions, tips), axis=1).astype(np.float32)
    return Segments(points, _colors(IMPULSE, len(points)), 3.0, on_top=True)


def spring_segments(spring: MouseSpring, eye: np.ndarray) -> Segments:
    """A coil from the body to the pointer."""
    start, end = np.array(spring.anchor), np.array(spring.target)
    along = end - start
    length = float(np.linalg.norm(along))
    along = along / length if length > 1e-9 else np.array((0.0, 0.0, 1.0))
    side = np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    share = np.linspace(0.0, 1.0, COIL_POINTS)[:, None]
    turn = 2 * math.pi * COILS * np.clip((share - 0.12) / 0.76, 0.0, 1.0)
    taper = np.clip(np.minimum(share - 0.12, 0.88 - share) * 16, 0.0, 1.0)
    radius = min(COIL_RADIUS * float(np.linalg.norm(start - eye)), 0.25 * length) * taper
    line = start + along * length * share + radius * (np.cos(turn) * side + np.sin(turn) * np.cross(along, side))
    points = np.stack((line[:-1], line[1:]), axis=1).astype(np.float32)
    return Segments(points, _colors(SPRING, len(points)), 2.2, on_top=True)


def _colors(color: tuple[int, int, int, int], count: int) -> np.ndarray:
    return np.tile(np.array(color, np.uint8), (count, 1))
