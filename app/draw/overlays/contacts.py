"""Contact points, normals and impulses: dots, lines and arrows at the contacts of a view."""
from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from app.draw import colors
from app.draw.arrows import arrows
from app.draw.contact_marks import (
    NORMAL,
    cut_of,
    impulses_of,
    longest_arrow,
    marks_of,
    measures,
    metres,
    normal_segments,
    scale_of,
)
from app.draw.frame import CameraPose, Fills, Markers, Segments
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.view_options import ViewOptions
from app.draw.view_setting import Color
from app.headless.si_format import number_text, quantity
from app.published.view import View

OPTION = "impulses"


def draw(shown: Shown) -> Primitives:
    """The parts that the options switch on and the view has."""
    view, camera, options = shown.view, shown.camera, shown.options
    if not (options.contacts or options.normals or options.impulses):
        return NOTHING
    marks = marks_of(shown, options.normals or options.impulses)
    if marks is None:
        return NOTHING
    contacts, segments, heads = marks.contacts, [], ()
    if options.impulses:
        ways = impulses_of(contacts) * metres(contacts, view, options, camera)
        shafts, tips = arrows(contacts.positions, ways, colors.IMPULSE, camera, 2.4)
        segments.append(shafts)
        heads = (tips,)
    if options.normals:
        away, half = measures(view, camera)
        segments.append(normal_segments(contacts, min(NORMAL[0] * away, NORMAL[1] * half)))
    dots = Markers(contacts.positions, colors.repeated(colors.CONTACT, len(contacts.positions)), marks.size)
    points = (dots,) if options.contacts and not options.contact_states else ()
    parts = (tuple(replace(each, shine=marks.shine) for each in kind) for kind in (segments, points, heads))
    return Primitives(*parts, marks.counts)


def legend(view: View, options: ViewOptions, camera: CameraPose) -> list[tuple[str, Color]]:
    """The scale of the arrows, for a round length near that of the longest usual one, and where the longest are cut."""
    if not (options.impulses or options.impulse_parts) or view.contacts is None or not len(view.contacts.positions):
        return []
    length = 10.0 ** math.floor(math.log10(longest_arrow(view, camera)))
    impulse = length * scale_of(view, options, camera)
    most = cut_of(view, options, camera)
    cut = f", cut at {number_text(float(f'{most:.2g}'), 'm')}" if math.isfinite(most) else ""
    return [(f"an arrow of {number_text(length, 'm')}: {quantity(impulse, 'N s')}{cut}",
             colors.IMPULSE if options.impulses else colors.NORMAL)]
