"""Friction cones: all impulses that friction allows at a contact, with the one of the last step inside.

The cone stands on the contact along its normal.  It is as high as the normal impulse, so its rim has the radius mu N: an impulse
that reaches the rim slides.
"""
from __future__ import annotations

import math

import numpy as np

from app.draw import colors
from app.draw.arrows import arrows, lengths_of
from app.draw.colors import STATE_COLORS
from app.draw.contact_marks import ContactMarks, impulses_of, marks_of, metres
from app.draw.frame import SHINE, USUAL_HEIGHT, Fills, Segments
from app.draw.overlay import NOTHING, Primitives, Shown
from physics.bodies.rotation import cross
from physics.views.contact_details import OPEN, SLIDING

SIDES, MOST = 20, 400              # of a cone, and how many cones are drawn: those of the largest impulses
COARSE, CROWD = 8, 64              # sides where more cones than CROWD are drawn, so that each is small
SMALL = 12.0                       # [pixels] radius of a rim up to which it has no more sides than that either


def draw(shown: Shown) -> Primitives:
    """Cones of the contacts that push, orange where they slide."""
    marks = marks_of(shown, lines=True) if shown.options.friction_cones else None
    if marks is None or marks.details is None:
        return NOTHING
    contacts, details = marks.contacts, marks.details
    pushing = np.flatnonzero((details.states != OPEN) & np.isfinite(details.frictions))
    chosen = pushing[np.argsort(-contacts.normal_impulses[pushing], kind="stable")[:MOST]]
    long = metres(contacts, shown.view, shown.options, shown.camera)[chosen]
    height = contacts.normal_impulses[chosen] * long[:, 0]
    away = lengths_of(contacts.positions[chosen] - np.array(shown.camera.eye, np.float32))
    pixels = height * details.frictions[chosen] / (2 * math.tan(shown.camera.fov / 2) * np.maximum(away, 1e-6)) * USUAL_HEIGHT
    shine, small = SHINE if len(chosen) <= CROWD else 0.0, (pixels <= SMALL) | (len(chosen) > CROWD)
    parts = [_cones(marks, rows, heights, (sides, shine)) for rows, heights, sides in (
        (chosen[~small], height[~small], SIDES), (chosen[small], height[small], COARSE)) if len(rows)]
    shafts, heads = arrows(contacts.positions[chosen], impulses_of(contacts)[chosen] * long, colors.IMPULSE, shown.camera, 2.4)
    return Primitives((*(rims for rims, _ in parts), shafts), fills=(*(faces for _, faces in parts), heads), counts=marks.counts)


def _cones(marks: ContactMarks, chosen: np.ndarray, height: np.ndarray, look: tuple[int, float]) -> tuple[Segments, Fills]:
    """The rims and faces of the cones at some contacts, (k,) `height` [m] high, with so many sides and so visible through
    bodies."""
    (sides, shine), contacts, details = look, marks.contacts, marks.details
    tips = cone_rims(contacts.normals[chosen], height, details.frictions[chosen], sides) + contacts.positions[chosen, None]
    sliding = details.states[chosen] == SLIDING
    paints = np.where(sliding[:, None], np.array((*STATE_COLORS["sliding"][:3], colors.CONE[3]), np.uint8),
                      np.array(colors.CONE, np.uint8))
    ends = np.roll(tips, -1, axis=1)
    feet = np.broadcast_to(contacts.positions[chosen, None], tips.shape)
    faces = np.stack((feet, tips, ends), axis=2).reshape(-1, 3, 3).astype(np.float32)
    rims = np.stack((tips, ends), axis=2).reshape(-1, 2, 3).astype(np.float32)
    lines = np.repeat(paints, sides, axis=0)
    edge = lines.copy()
    edge[:, 3] = 255
    return Segments(rims, edge, 1.4), Fills(faces, lines, shine)


def cone_rims(normals: np.ndarray, heights: np.ndarray, frictions: np.ndarray, sides: int = SIDES) -> np.ndarray:
    """(k, sides, 3) points of the rims of cones about (k, 3) normals, (k,) `heights` [m] high, relative to their tips [m]."""
    helper = np.where(np.abs(normals[:, :1]) < 0.6, np.array([[1.0, 0.0, 0.0]]), np.array([[0.0, 1.0, 0.0]]))
    one = cross(normals, helper)
    one /= np.maximum(lengths_of(one)[:, None], 1e-12)
    two = cross(normals, one)
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    around = one[:, None] * np.cos(angle)[:, None] + two[:, None] * np.sin(angle)[:, None]
    return heights[:, None, None] * (normals[:, None] + frictions[:, None, None] * around)
