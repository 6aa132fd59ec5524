"""Contacts as overlays draw them: which of them, how large, and with which scale of impulses.

Arrows have one scale, a round number of N s a metre, which the legend names.  By itself it follows the impulse that 95 of 100
contacts do not exceed, so that one heavy body does not make the arrows of all others too short to be seen; what is much larger
is then cut, which the legend says.
"""
from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import NamedTuple

import numpy as np

from app.draw import colors
from app.draw.arrows import lengths_of, round_scale
from app.draw.frame import SHINE, USUAL_HEIGHT, CameraPose, Count, Segments
from app.draw.overlay import Shown
from app.draw.overlay_options import OverlayOptions
from app.draw.recent import Recent
from app.draw.thinning import nearest_of_each_cell
from app.published.view import BodyTable, ContactDetails, ContactTable, View

NORMAL = (0.035, 1.2)              # length of a normal: in the eye's distance, and at most in a typical half width
IMPULSE = (0.14, 3.5)              # the same of the usual largest impulse, at most
USUAL, LONGER = 95, 1.5            # [%] of the contacts that push have at most the usual largest impulse, and how many times as
                                   # long as that one's arrow others are at most where the scale is not set
DOT = (4.0, 8.0)                   # [pixels] limits of contact points
ROOM, ARROW_ROOM = 1.5, 2.0        # side of the square of the screen that a dot, alone or with a line, has for itself where there
                                   # are thousands, in sizes of the dot: a tunable, bodies seen between dots against dots
DRAWN, HALVES = Recent(), Recent()              # drawn contacts, typical half widths [m]
USUALS, LARGEST = Recent(), Recent()            # usual largest impulses and largest ones [N s]


class ContactMarks(NamedTuple):
    """The contacts to draw."""

    contacts: ContactTable         # thinned, towards the moving body
    details: ContactDetails | None # of the same points
    features: np.ndarray | None    # likewise
    size: float                    # of a dot [pixels]
    shine: float                   # strength where a body hides them
    counts: tuple[Count, ...] = ()       # how many there are, where not all are drawn


def marks_of(shown: Shown, lines: bool) -> ContactMarks | None:
    """The contacts of a view, None without any; where `lines` start at them they are drawn less densely."""
    view, camera, least = shown.view, shown.camera, shown.options.impulse_threshold
    if view.contacts is None or not len(view.contacts.positions):
        return None
    away, half = measures(view, camera)
    size = dot_size(half, away, camera.fov)
    room = (ARROW_ROOM if lines else ROOM) * size
    what = "contact arrows" if lines else "contact points"
    return DRAWN.of((view.contacts, view.table), (camera, room, least), lambda: _marks(view, camera, (size, room, least), what))


def _marks(view: View, camera: CameraPose, sizes: tuple[float, float, float], what: str) -> ContactMarks | None:
    size, room, least = sizes
    there = len(view.contacts.positions)
    rows = np.arange(there)
    if least > 0:
        rows = np.flatnonzero(lengths_of(impulses_of(view.contacts)) >= least)
    near = nearest_of_each_cell(view.contacts.positions[rows], camera, room)
    shine = SHINE if len(near) == len(rows) else 0.0                       # the nearest are seldom hidden
    rows = rows[near]
    if not len(rows):
        return None
    details = view.contact_details
    return ContactMarks(towards_the_moving(taken(view.contacts, rows), view.table),
                        None if details is None else taken(details, rows),
                        None if view.contact_features is None else view.contact_features[rows], size, shine,
                        (Count(what, len(rows), there),) if len(rows) < there else ())


def measures(view: View, camera: CameraPose) -> tuple[float, float]:
    """Distance of the eye from the target, and a typical half width of the bodies [m]."""
    half = HALVES.of((view.table,), (), lambda: usual_half(view.table))
    return math.dist(camera.eye, camera.target), half


def scale_of(view: View, options: OverlayOptions, camera: CameraPose) -> float:
    """Impulse of an arrow of a metre [N s]: as the options say, or such that the usual largest one can be seen whole."""
    return options.impulse_scale or round_scale(usual_impulse(view.contacts), longest_arrow(view, camera))


def longest_arrow(view: View, camera: CameraPose) -> float:
    """Largest length of usual arrows [m]; those of the largest twentieth may be `LONGER` times as long."""
    away, half = measures(view, camera)
    return min(IMPULSE[0] * away, IMPULSE[1] * half)


def cut_of(view: View, options: OverlayOptions, camera: CameraPose) -> float:
    """Length at which arrows are cut [m], inf where none is so long."""
    most = LONGER * longest_arrow(view, camera)
    long = not options.impulse_scale and largest_impulse(view.contacts) > most * scale_of(view, options, camera)
    return most if long else math.inf


def metres(contacts: ContactTable, view: View, options: OverlayOptions, camera: CameraPose) -> np.ndarray:
    """(k, 1) metres that a N s is drawn as at each of these contacts of the view: the same for all that are not cut."""
    scale, most = scale_of(view, options, camera), cut_of(view, options, camera)
    lengths = lengths_of(impulses_of(contacts))[:, None]
    return (1 / np.maximum(lengths / most, scale)).astype(np.float32)


def taken(table: ContactTable | ContactDetails, rows: np.ndarray) -> ContactTable | ContactDetails:
    """Some rows of a table."""
    columns = [getattr(table, each.name) for each in fields(table)]
    return table if len(rows) == len(columns[0]) else type(table)(*(column.take(rows, axis=0) for column in columns))


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


def usual_impulse(contacts: ContactTable) -> float:
    """The impulse that 95 of 100 contacts that push do not exceed, of few contacts the largest [N s]; more than 0 where nothing
    pushes, too."""
    return USUALS.of((contacts,), (), lambda: _usual(lengths_of(impulses_of(contacts))))


def largest_impulse(contacts: ContactTable) -> float:
    """[N s]."""
    return LARGEST.of((contacts,), (), lambda: float(lengths_of(impulses_of(contacts)).max()))


def _usual(impulses: np.ndarray) -> float:
    pushing = impulses[impulses > 1e-12]
    return float(np.percentile(pushing, USUAL, method="higher")) if len(pushing) else 1e-12


def impulses_of(contacts: ContactTable) -> np.ndarray:
    """(k, 3) total impulse at each point, normal and friction [N s]."""
    return contacts.normals * contacts.normal_impulses[:, None] + contacts.tangent_impulses
