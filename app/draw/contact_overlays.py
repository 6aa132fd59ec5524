"""Overlays: contacts, axis-aligned boxes and the mouse spring as markers and segments of a frame."""
from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from app.draw import colors
from app.draw.colors import SPRING, SPRING_TARGET
from app.draw.frame import USUAL_HEIGHT, CameraPose, Markers, Segments
from app.draw.joints.polylines import coil
from app.draw.recent import Recent
from app.published.view import BodyTable, ContactTable, MouseSpring, View

if TYPE_CHECKING:
    from app.draw.frame_builder import ViewOptions

NORMAL = (0.035, 1.2)              # length of a normal: in the eye's distance, and at most in a usual half width
IMPULSE = (0.14, 3.5)              # the same of the largest impulse
DOT = (4.0, 8.0)                   # [pixels] limits of contact points
COILS, COIL_POINTS, COIL_RADIUS = 7, 85, 0.010     # the mouse spring; radius as a share of the eye's distance
EDGES = np.array(((0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)))
TURNED, HALVES = Recent(), Recent()       # contacts as they are drawn, and usual half widths [m]


def overlays_of(view: View, camera: CameraPose, options: ViewOptions) -> tuple[tuple[Segments, ...], tuple[Markers, ...]]:
    """What `options` asks for, as far as the view carries it."""
    segments: list[Segments] = []
    markers: list[Markers] = []
    eye = np.array(camera.eye)
    away = float(np.linalg.norm(eye - np.array(camera.target)))
    if options.aabbs and view.aabbs is not None:
        segments.append(box_segments(view.aabbs))
    if view.contacts is not None and len(view.contacts.positions):
        contacts = TURNED.of((view.contacts, view.table), (), lambda: towards_the_moving(view.contacts, view.table))
        half = HALVES.of((view.table,), (), lambda: usual_half(view.table))
        if options.impulses:
            segments.append(impulse_segments(contacts, min(IMPULSE[0] * away, IMPULSE[1] * half)))
        if options.normals:
            segments.append(normal_segments(contacts, min(NORMAL[0] * away, NORMAL[1] * half)))
        if options.contacts or options.normals or options.impulses:
            size = dot_size(half, away, camera.fov)
            markers.append(Markers(contacts.positions, _colors(colors.CONTACT, len(contacts.positions)), size))
    for spring in view.springs:
        segments.append(spring_segments(spring, eye))
        points = np.array((spring.anchor, spring.target), np.float32)
        markers.append(Markers(points, np.array((SPRING, SPRING_TARGET), np.uint8), 11.0))
    return tuple(segments), tuple(markers)


def towards_the_moving(contacts: ContactTable, table: BodyTable) -> ContactTable:
    """The contacts with normals and impulses turned to where a still body `b` pushes a moving `a`: an arrow into the floor
    would not be seen.  Between two moving bodies they stay as they are, from a to b."""
    by_uid = np.ones(1 + max(contacts.bodies.max(initial=0), table.uids.max(initial=0)), np.uint8)      # of who is gone: still
    by_uid[table.uids] = table.types
    types = by_uid[contacts.bodies]
    turned = np.where((types[:, 0] == 0) & (types[:, 1] != 0), np.float32(-1), np.float32(1))[:, None]
    return replace(contacts, normals=contacts.normals * turned, tangent_impulses=contacts.tangent_impulses * turned)


def usual_half(table: BodyTable) -> float:
    """Median half width of the bodies that move [m]; 0.5 when none does."""
    moving = table.sizes[table.types == 0]
    return float(np.median(moving.min(axis=1))) if len(moving) else 0.5


def dot_size(half: float, away: float, fov: float) -> float:
    """Diameter [pixels] of contact points: a third of a half width [m] where the eye looks, within limits."""
    pixels = half / (2 * math.tan(fov / 2) * max(away, 1e-6)) * USUAL_HEIGHT
    return min(max(pixels / 3, DOT[0]), DOT[1])


def box_segments(aabbs: np.ndarray) -> Segments:
    """The 12 edges of each of (n, 2, 3) boxes; boxes that are not finite (those of planes) are left out."""
    aabbs = aabbs[np.isfinite(aabbs).all(axis=(1, 2)) & (np.abs(aabbs).max(axis=(1, 2)) < 1e5)]
    corners = np.stack([aabbs[:, [x, y, z], [0, 1, 2]] for x in (0, 1) for y in (0, 1) for z in (0, 1)], axis=1)
    points = corners[:, EDGES].reshape(-1, 2, 3).astype(np.float32)
    return Segments(points, _colors(colors.AABB, len(points)), 1.2)


def normal_segments(contacts: ContactTable, length: float) -> Segments:
    """A line of `length` [m] along each normal."""
    tips = contacts.positions + contacts.normals * np.float32(length)
    points = np.stack((contacts.positions, tips), axis=1)
    return Segments(points, _colors(colors.NORMAL, len(points)), 2.0, on_top=True)


def impulse_segments(contacts: ContactTable, length: float) -> Segments:
    """A line for the whole impulse at each point, normal and friction; the largest is `length` [m] long."""
    impulses = contacts.normals * contacts.normal_impulses[:, None] + contacts.tangent_impulses
    largest = max(float(np.linalg.norm(impulses, axis=1).max()), 1e-12)
    tips = contacts.positions + impulses * np.float32(length / largest)
    points = np.stack((contacts.positions, tips), axis=1).astype(np.float32)
    return Segments(points, _colors(colors.IMPULSE, len(points)), 2.4, on_top=True)


def spring_segments(spring: MouseSpring, eye: np.ndarray) -> Segments:
    """A coil from the body to the pointer."""
    start, end = np.array(spring.anchor), np.array(spring.target)
    radius = min(COIL_RADIUS * float(np.linalg.norm(start - eye)), 0.25 * float(np.linalg.norm(end - start)))
    line = coil(start[None], end[None], np.array([radius]), COILS, COIL_POINTS)[0]
    points = np.stack((line[:-1], line[1:]), axis=1).astype(np.float32)
    return Segments(points, _colors(SPRING, len(points)), 2.2, on_top=True, caps=False)


def _colors(color: tuple[int, int, int, int], count: int) -> np.ndarray:
    return np.tile(np.array(color, np.uint8), (count, 1))
