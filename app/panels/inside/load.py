"""Load path: what carries the selected body, and how its weight gets to the ground."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui

from app.headless.si_format import quantity
from app.panels.inside.columns import joint_title, name_of
from app.panels.widgets.canvas import Canvas, shortened
from app.panels.widgets.ui import Ui
from app.published.inside import Inside
from physics.introspection.load_path import Carrier

LINE, VALUE, SPACE = 18, 150, 6    # [design px] height of a line, width for numbers, and space before them
NAME = 0.3                         # share of the width for names
NONE = "Select a body: what carries it appears here, and in the scene."


def draw(ui: Ui, inside: Inside) -> None:
    """The load, its carriers with their shares, and what is left."""
    load = inside.load
    if load is None:
        ui.aside(NONE)
        return
    table = ui.state.view.table
    ui.heading(name_of(inside.body, table), f"a load of {quantity(float(np.linalg.norm(load.load)), 'N s')} in the step")
    if not load.carriers:
        imgui.text_disabled("nothing carries it")
    most = max([1.0, *(abs(carrier.share) for carrier in load.carriers)])
    for number, carrier in enumerate(load.carriers):
        _line(ui, carrier, most)
        ui.note(f"carrier:{number}")
    left_over = float(np.linalg.norm(load.momentum))
    number = len(load.path)
    links = "1 contact or joint" if number == 1 else f"{number} contacts and joints"
    ui.aside(f"{links} down to the ground; momentum changed by {quantity(left_over, 'N s')}")


def texts_of(carrier: Carrier) -> tuple[str, str]:
    """Its impulse, negative where it pulls down, and its share of the load."""
    strength = quantity(float(np.linalg.norm(carrier.impulse)), "N s")
    share = round(100 * carrier.share, 1) + 0.0
    return f"{'-' if carrier.share < 0 else '+'}{strength}", f"{share:,.1f} %"


def _line(ui: Ui, carrier: Carrier, most: float) -> None:
    """A carrier with its share as a bar, its impulse and its share; red and negative where it pulls down.  `most` is the largest
    share."""
    at, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    canvas, unit, what = Canvas(), ui.unit, f"{joint_title(carrier.joint, ui.state.view)} to " if carrier.joint >= 0 else ""
    name = shortened(f"{what}{name_of(carrier.other, ui.state.view.table)}", NAME * width - 6 * unit)
    left, room = at.x + NAME * width, (1 - NAME) * width - VALUE * unit
    canvas.text((at.x, at.y), name, ui.palette.text)
    canvas.box((left, at.y + 3 * unit), (left + room * abs(carrier.share) / most, at.y + (LINE - 4) * unit),
               ui.palette.accent if carrier.share > 0 else ui.palette.bad, 2 * unit)
    strength, share = texts_of(carrier)
    canvas.text((left + room + SPACE * unit, at.y), strength, ui.palette.text)
    canvas.text((at.x + width - imgui.calc_text_size(share).x, at.y), share, ui.palette.dim)
    imgui.dummy(ImVec2(width, LINE * unit))
