"""A block of a row's Jacobian in the scene: the term of a card that is under the pointer.

    J V = J_va v_a + J_wa w_a + J_vb v_b + J_wb w_b

A linear block is an arrow where the row acts.  An angular one is an axis through the centre of its body, with an arc in the
sense in which turning counts as positive.  Arrows show directions; lengths of blocks are in the text.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw import colors
from app.draw.arrows import arrows
from app.draw.frame import CameraPose, Markers, Segments
from app.draw.joints.polylines import across, circle, unit
from app.draw.overlay import NOTHING, Primitives
from app.headless.si_format import number_text
from app.published.inside import Inside
from app.published.view import BodyTable, View

LONG, WIDTH, DOT = 0.13, 4.0, 11.0       # length of an arrow in the eye's distance, [pixels] of its shaft and of its foot
TURN, PIECES = (0.15, 5.2), 40           # [rad] ends of the arc, and pieces of it
RADIUS, BARB = 0.45, 0.35                # of the arc, and length of its head, in lengths of the arrow
STATIC = 1                               # of `BodyTable.types`


class Block(NamedTuple):
    """One block of a row's Jacobian, and the term that it makes."""

    name: str                      # of `physics.introspection.terms.BLOCKS`
    jacobian: np.ndarray           # (3,)
    place: np.ndarray              # (3,) where it is drawn [m]
    angular: bool
    speed: float                   # J_k v_k [m/s] or [rad/s]
    value: float                   # what it makes of the impulse
    units: tuple[str, str]         # of speed and value


def moves(inside: Inside, row: int, block: int, table: BodyTable) -> bool:
    """Whether the body of a block can have a velocity: not the world, and no static one."""
    body = table.index(int((inside.rows.a, inside.rows.b)[block // 2][row]))
    return body is not None and table.types[body] != STATIC


def block_of(inside: Inside, what: tuple[int, int] | None, view: View) -> Block | None:
    """A block by the number of its row and its own; None where the row is not picked any more."""
    pinned = next((one for one in inside.pinned if what is not None and one.row == what[0]), None)
    if pinned is None or pinned.equation is None or not pinned.equation.motion or not moves(inside, *what, view.table):
        return None
    row, number_of_block = what
    term, angular, rows = pinned.equation.motion[number_of_block], number_of_block % 2 == 1, inside.rows
    body = view.table.index(int((rows.a, rows.b)[number_of_block // 2][row]))
    place = view.positions[body] if angular else rows.point[row]
    return Block(term.name, rows.jacobian[row, 3 * number_of_block:3 * number_of_block + 3], np.asarray(place, float), angular,
                 term.source, term.value, (term.unit, pinned.equation.unit))


def text_of(block: Block) -> str:
    """The block with its numbers, and its term below."""
    parts = ", ".join(f"{part:.3g}" for part in np.round(block.jacobian, 6) + 0.0)
    product = f"times {'spin' if block.angular else 'velocity'}: {number_text(block.speed, block.units[0])}"
    return f"J {block.name} ({parts})\n{product}, adds {block.value:+.4g} {block.units[1]}"


def block_marks(inside: Inside, what: tuple[int, int] | None, view: View, camera: CameraPose) -> Primitives:
    """The arrow of a block; nothing where all of it is 0."""
    block = block_of(inside, what, view)
    if block is None or not block.jacobian.any():
        return NOTHING
    start = block.place[None].astype(np.float32)
    along = unit(block.jacobian[None])
    length = LONG * float(np.linalg.norm(block.place - np.array(camera.eye)))
    tint = colors.SPIN if block.angular else colors.VELOCITY
    shafts, heads = arrows(start, (length * along).astype(np.float32), tint, camera, WIDTH)
    dots = Markers(start, colors.repeated(tint, 1), DOT)
    if not block.angular:
        return Primitives((shafts,), (dots,), (heads,))
    line, barbs = _arc(block.place + 0.5 * length * along[0], along, RADIUS * length)
    bent, tips = arrows(barbs[0].astype(np.float32), (BARB * length * barbs[1]).astype(np.float32), tint, camera, WIDTH)
    arc = Segments(line.astype(np.float32), colors.repeated(tint, len(line)), WIDTH, on_top=True, caps=False)
    return Primitives((shafts, arc, bent), (dots,), (heads, tips))


def _arc(centre: np.ndarray, axis: np.ndarray, radius: float) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """(PIECES, 2, 3) an arc about an axis (1, 3), right-handed; the point (1, 3) and the direction (1, 3) at its end."""
    first = across(axis)
    second = np.cross(axis, first)
    angles = np.linspace(*TURN, PIECES + 1)
    points = circle(centre[None], (first, second), np.array([radius]), angles[None])[0]
    tangent = -np.sin(angles[-1]) * first + np.cos(angles[-1]) * second
    return np.stack((points[:-1], points[1:]), axis=1), (points[-1:], tangent)
