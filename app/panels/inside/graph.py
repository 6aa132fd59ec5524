"""The graph of an island: its bodies where they are in the picture, and a line for each constraint in its colour."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui

from app.draw.overlays.graph_colors import tints_of
from app.panels.inside.columns import name_of
from app.panels.widgets.canvas import Canvas, Point
from app.panels.widgets.ui import Ui
from app.published.inside import Inside, key_of
from app.simulation.commands import PinRow
from physics.definitions.body_types import DYNAMIC

PAD, DOT, STUB = 14, 3.5, 11       # [design px] around the graph, radius of a body, length of a line to what does not move
WIDTH, NEAR = 2.0, 6.0             # [design px] of a line, and from it to the pointer
ABOUT = ("What couples what: dots are the island's bodies as the camera sees them, short lines go to what does not move.  "
         "Lines of one colour share no body and are solved at once, colour after colour in a sweep.  A click picks the row.")


class Link(NamedTuple):
    """The rows of one colour between two bodies."""

    bodies: tuple[int, int]        # uids
    color: int                     # in the constraint graph
    rows: tuple[int, ...]          # numbers in the table


def links_of(inside: Inside) -> list[Link]:
    """The links of the island, by colour."""
    coupling, rows = inside.coupling, inside.rows
    found: dict[tuple[int, int, int], list[int]] = {}
    for row, color in zip(coupling.rows.tolist(), coupling.color.tolist()):
        found.setdefault((color, int(rows.a[row]), int(rows.b[row])), []).append(row)
    return [Link((a, b), color, tuple(members)) for (color, a, b), members in sorted(found.items())]


def places_of(ui: Ui, links: list[Link], low: Point, high: Point) -> dict[int, Point]:
    """Places on the screen of the moving bodies of links, in a box; above is above in the scene."""
    state, table = ui.state, ui.state.view.table
    uids = sorted({uid for link in links for uid in link.bodies})
    rows = {uid: row for uid in uids if (row := table.index(uid)) is not None and table.types[row] == DYNAMIC}
    if not rows:
        return {}
    camera = state.chosen_viewport.camera(state.motion.camera)
    flat = state.view.positions[list(rows.values())] @ np.stack((camera.right, -camera.up), axis=1)
    least, most, size = flat.min(0), flat.max(0), np.subtract(high, low)
    scale = float((size / np.maximum(most - least, 1e-9)).min())
    return dict(zip(rows, map(tuple, np.add(low, size / 2) + min(scale, size.max()) * (flat - (least + most) / 2))))


def ends_of(link: Link, places: dict[int, Point], stub: float) -> tuple[Point, Point] | None:
    """Both ends of a link's line; None where neither body moves."""
    one, other = (places.get(uid) for uid in link.bodies)
    moving = one or other
    if moving is None:
        return None
    return (one, other) if one and other else (moving, (moving[0], moving[1] + stub))


def distance(at: Point, ends: tuple[Point, Point]) -> float:
    """From a point to a line between two ends."""
    start, way = np.array(ends[0]), np.subtract(ends[1], ends[0])
    share = np.clip(np.dot(np.subtract(at, start), way) / max(float(way @ way), 1e-9), 0.0, 1.0)
    return float(np.hypot(*(np.subtract(at, start) - share * way)))


def draw(ui: Ui, inside: Inside, size: Point) -> None:
    """The graph in a box of this size; the link under the pointer says what it is, and a click picks its first row."""
    corner, unit, canvas = imgui.get_cursor_screen_pos(), ui.unit, Canvas()
    links, pad = links_of(inside), PAD * unit
    places = places_of(ui, links, (corner.x + pad, corner.y + pad), (corner.x + size[0] - pad, corner.y + size[1] - pad))
    lines = [(link, ends) for link in links if (ends := ends_of(link, places, STUB * unit)) is not None]
    imgui.dummy(ImVec2(*size))
    ui.note("graph:couplings")
    pointed = _pointed(ui, lines) if imgui.is_item_hovered() else None
    tints = tints_of(np.array([link.color for link, _ in lines], np.int64))
    for (link, (start, end)), tint in zip(lines, tints):
        canvas.line(start, end, bytes(tint).hex(), (2 if link is pointed else 1) * WIDTH * unit)
    for uid, place in places.items():
        canvas.dot(place, DOT * unit, ui.palette.accent if uid == inside.body else ui.palette.text)
    if pointed is not None:
        _say(ui, inside, pointed)
    else:
        ui.tip(ABOUT)


def _pointed(ui: Ui, lines: list[tuple[Link, tuple[Point, Point]]]) -> Link | None:
    """The link under the pointer."""
    pointer = imgui.get_mouse_pos()
    near = [(distance((pointer.x, pointer.y), ends), number) for number, (_, ends) in enumerate(lines)]
    nearest = min(near, default=None)
    return lines[nearest[1]][0] if nearest is not None and nearest[0] < NEAR * ui.unit else None


def _say(ui: Ui, inside: Inside, link: Link) -> None:
    """What a link is; its first row is lit."""
    one, other = (name_of(uid, ui.state.view.table) for uid in link.bodies)
    with ui.tooltip():
        imgui.text_unformatted(f"{len(link.rows)} row{'s' * (len(link.rows) > 1)} of {one} and {other}\ncolour {link.color}")
    ui.state.inside.hovered = link.rows[0]
    if imgui.is_mouse_clicked(0):
        ui.state.submit(PinRow(*key_of(inside.rows, link.rows[0])))
