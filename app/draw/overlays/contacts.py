"""Contact points, normals and impulses: dots, lines and arrows at the contacts of a view.

Arrows have one scale, a round number of N s a metre, which the legend names.
"""
from __future__ import annotations

import math
from dataclasses import fields, replace

import numpy as np

from app.draw import colors
from app.draw.arrows import arrows, round_scale
from app.draw.frame import SHINE, USUAL_HEIGHT, CameraPose, Fills, Markers, Segments
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.recent import Recent
from app.draw.thinning import nearest_of_each_cell
from app.draw.view_options import Color, ViewOptions
from app.headless.si_format import number_text, quantity
from app.published.view import BodyTable, ContactTable, View

NORMAL = (0.035, 1.2)              # length of a normal: in the eye's distance, and at most in a typical half width
IMPULSE = (0.14, 3.5)              # the same of the largest impulse, at most
DOT = (4.0, 8.0)                   # [pixels] limits of contact points
ROOM, ARROW_ROOM = 1.5, 2.0        # side of the square of the screen that a dot, alone or with a line, has for itself where there
                                   # are thousands, in sizes of the dot: a tunable, bodies seen between dots against dots
DRAWN, HALVES = Recent(), Recent()       # drawn contacts, and typical half widths [m]


def draw(shown: Shown) -> Primitives:
    """The parts that the options switch on and the view has."""
    view, camera, options = shown.view, shown.camera, shown.options
    wanted = options.contacts or options.normals or options.impulses
    if not wanted or view.contacts is None or not len(view.contacts.positions):
        return NOTHING
    segments: list[Segments] = []
    heads: tuple[Fills, ...] = ()
    away, half = measures(view, camera)
    size = dot_size(half, away, camera.fov)
    room = (ARROW_ROOM if options.normals or options.impulses else ROOM) * size
    contacts = DRAWN.of((view.contacts, view.table), (camera, room), lambda: towards_the_moving(
        taken(view.contacts, nearest_of_each_cell(view.contacts.positions, camera, room)), view.table))
    if options.impulses:
        shafts, tips = arrows(contacts.positions, impulses_of(contacts) / np.float32(scale_of(view, camera)), colors.IMPULSE,
                              camera, 2.4)
        segments.append(shafts)
        heads = (tips,)
    if options.normals:
        segments.append(normal_segments(contacts, min(NORMAL[0] * away, NORMAL[1] * half)))
    dots = Markers(contacts.positions, colors.repeated(colors.CONTACT, len(contacts.positions)), size)
    shine = SHINE if len(contacts.positions) == len(view.contacts.positions) else 0.0      # the nearest are seldom hidden
    points = (dots,) if options.contacts else ()
    return Primitives(*(tuple(replace(each, shine=shine) for each in kind) for kind in (segments, points, heads)))


def legend(view: View, options: ViewOptions, camera: CameraPose) -> list[tuple[str, Color]]:
    """The scale of the arrows, for a round length near that of the longest."""
    if not options.impulses or view.contacts is None or not len(view.contacts.positions):
        return []
    length = 10.0 ** math.floor(math.log10(longest_arrow(view, camera)))
    return [(f"an arrow of {number_text(length, 'm')}: {quantity(length * scale_of(view, camera), 'N s')}", colors.IMPULSE)]


def measures(view: View, camera: CameraPose) -> tuple[float, float]:
    """Distance of the eye from the target, and a typical half width of the bodies [m]."""
    half = HALVES.of((view.table,), (), lambda: usual_half(view.table))
    return float(np.linalg.norm(np.array(camera.eye) - np.array(camera.target))), half


def scale_of(view: View, camera: CameraPose) -> float:
    """Impulse of an arrow of a metre [N s]."""
    return round_scale(largest_impulse(view.contacts), longest_arrow(view, camera))


def longest_arrow(view: View, camera: CameraPose) -> float:
    """Largest length of an arrow [m]."""
    away, half = measures(view, camera)
    return min(IMPULSE[0] * away, IMPULSE[1] * half)


def taken(contacts: ContactTable, rows: np.ndarray) -> ContactTable:
    """Some of the contacts."""
    if len(rows) == len(contacts.positions):
        return contacts
    return ContactTable(*(getattr(contacts, each.name).take(rows, axis=0) for each in fields(contacts)))


def towards_the_moving(contacts: ContactTable, table: BodyTable) -> ContactTable:
    """The contacts with normals and impulses reversed where `b` is static and `a` moves, so that no arrow points into the floor.
    Between two moving bodies they point from a to b."""
    largest = max(contacts.bodies.max(initial=0), table.uids.max(initial=0))
    by_uid = np.ones(1 + largest, np.uint8)               # of a removed body: static
    by_uid[table.uids] = table.types
    types = by_uid[contacts.bodies]
    turned = np.where((types[:, 0] == 0) & (types[:, 1] != 0), np.float32(-1), np.float32(1))[:, None]
    return replace(contacts, normals=contacts.normals * turned, tangent_impulses=contacts.tangent_impulses * turned)


def usual_half(table: BodyTable) -> float:
    """Median half width of the moving bodies [m]; 0.5 without any."""
    moving = table.sizes[table.types == 0]
    return float(np.median(moving.min(axis=1))) if len(moving) else 0.5


def dot_size(half: float, away: float, fov: float) -> float:
    """Diameter [pixels] of contact points: a third of a half width [m] at the camera's target, within limits."""
    pixels = half / (2 * math.tan(fov / 2) * max(away, 1e-6)) * USUAL_HEIGHT
    return min(max(pixels / 3, DOT[0]), DOT[1])


def normal_segments(contacts: ContactTable, length: float) -> Segments:
    """A line of `length` [m] along each normal."""
    tips = contacts.positions + contacts.normals * np.float32(length)
    points = np.stack((contacts.positions, tips), axis=1)
    return Segments(points, colors.repeated(colors.NORMAL, len(points)), 2.0, on_top=True)


def largest_impulse(contacts: ContactTable) -> float:
    """[N s], more than 0 where nothing pushes, too."""
    return max(float(np.linalg.norm(impulses_of(contacts), axis=1).max()), 1e-12)


def impulses_of(contacts: ContactTable) -> np.ndarray:
    """(k, 3) total impulse at each point, normal and friction [N s]."""
    return contacts.normals * contacts.normal_impulses[:, None] + contacts.tangent_impulses
