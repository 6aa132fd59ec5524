"""X-ray cards: the equation of each picked row with its numbers, why it did what it did, and its life."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui, implot
from imgui_bundle import icons_fontawesome_6 as icons

from app.draw.rows.jacobian import moves
from app.headless.si_format import number, number_text
from app.panels.inside.columns import joint_title, name_of
from app.panels.widgets.canvas import Canvas, shortened
from app.panels.widgets.shared_time import Axis, share_time
from app.panels.widgets.theme import color
from app.panels.widgets.ticks import set_ticks
from app.panels.widgets.ui import Ui
from app.published.inside import Inside, Pinned
from app.published.view import View
from app.simulation.commands import UnpinRow
from physics.introspection.equation import Equation

CARD, GAP, EDGE = 264, 8, 1     # [design px] least width of a card, between two, and of one that is hardly in sight
BUTTON = 18                # [design px] of the button that lets a row go
NAME = 0.4                 # share of a card's width for the names of terms
VALUE = 62                 # [design px] of the numbers of an equation
PLOT = 74                  # [design px] height of a plot
CLOSE = 1e-3               # share of a term by which it may differ from mass times speed, for rounding
EMPTY = "Click on rows in the table: their equations appear here, side by side."


def draw(ui: Ui, inside: Inside) -> None:
    """The cards beside each other."""
    if not inside.pinned:
        ui.aside(EMPTY)
        return
    imgui.begin_child("cards", ImVec2(0, 0), imgui.ChildFlags_.nav_flattened, imgui.WindowFlags_.horizontal_scrollbar)
    width = card_width(imgui.get_content_region_avail().x / ui.unit, len(inside.pinned)) * ui.unit
    for place, pinned in enumerate(inside.pinned):
        if place:
            imgui.same_line(0, GAP * ui.unit)
        imgui.begin_child(f"card {pinned.key}", ImVec2(width, 0), imgui.ChildFlags_.nav_flattened)
        _card(ui, inside, pinned)
        imgui.end_child()
    imgui.end_child()


def card_width(room: float, cards: int) -> float:
    """The width of so many cards [design px]: as many whole ones as the room has are in sight, and of another just so much that
    the keyboard comes to it."""
    seen = min(max(int((room - EDGE) // (CARD + GAP)), 1), cards)
    return max((room - EDGE) / seen - GAP if cards > seen else (room + GAP) / cards - GAP, CARD)


def title_of(pinned: Pinned, inside: Inside, view: View) -> str:
    """What the row is, and of whom: of a joint its name, else its type and its bodies."""
    key, rows, bodies = pinned.key, inside.rows, view.table
    if key.contact:
        one, other = name_of(key.owner >> 32, bodies, key.child_a), name_of(key.owner & 0xFFFFFFFF, bodies, key.child_b)
        return f"{key.kind}, {one} and {other}"
    row = pinned.row
    ends = "" if row is None else f" of {name_of(int(rows.a[row]), bodies)} and {name_of(int(rows.b[row]), bodies)}"
    return f"{key.kind}, {joint_title(key.owner, view, ends)}"


def _card(ui: Ui, inside: Inside, pinned: Pinned) -> None:
    """Title, reason, equation, life."""
    room, side = imgui.get_content_region_avail().x, BUTTON * ui.unit
    with ui.bold():
        imgui.text_unformatted(shortened(title_of(pinned, inside, ui.state.view), room - side - 4 * ui.unit))
    imgui.same_line(room - side)
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(0, 0))
    if imgui.button(f"{icons.ICON_FA_XMARK}##{pinned.key}", ImVec2(side, side)):
        ui.state.submit(UnpinRow(*pinned.key))
    imgui.pop_style_var()
    ui.note(f"button:unpin {':'.join(map(str, pinned.key))}")
    ui.tip("Let this row go")
    imgui.push_text_wrap_pos(0)
    if pinned.equation is None:
        imgui.text_disabled(pinned.refusal)
    else:
        imgui.text_unformatted(pinned.equation.why[0].upper() + pinned.equation.why[1:])
    imgui.pop_text_wrap_pos()
    if pinned.equation is not None:
        _equation(ui, inside, pinned)
        if imgui.is_window_hovered(imgui.HoveredFlags_.child_windows) and ui.state.inside.hovered is None:
            ui.state.inside.hovered = pinned.row
    _life(ui, pinned)
    _sweeps(ui, pinned)


def _equation(ui: Ui, inside: Inside, pinned: Pinned) -> None:
    """The terms, one a line, and their sum."""
    equation = pinned.equation
    imgui.push_text_wrap_pos(0)
    imgui.text_disabled(notation(equation))
    imgui.pop_text_wrap_pos()
    imgui.begin_group()
    for term in equation.terms:
        _line(ui, term.name, f"{number(term.source)} {term.unit}" if term.unit else "", f"{term.value + 0.0:+.4g}")
        if term.name == "velocity":
            _motion(ui, inside, pinned)
    with ui.bold():
        _line(ui, "impulse", equation.unit, f"{equation.impulse:+.4g}")
    imgui.end_group()
    ui.note("xray:terms")


def notation(equation: Equation) -> str:
    """What the sweep added, as a formula with its mass; of a soft row with the share of it that counts."""
    mass = number_text(equation.mass, "kg" if equation.unit == "N s" else "kg m²")
    of = {term.name: term for term in equation.terms}
    share = 1 + (of["softness"].source if "softness" in of and of["softness"].unit else 0.0)
    pairs = [(term.value, -equation.mass * share * term.source) for term in equation.terms
             if term.name == "velocity" or term.name.startswith("bias")]
    if any(abs(value - alone) > CLOSE * max(abs(value), abs(alone)) for value, alone in pairs):
        return f"impulse += -M (J V + bias): solved with other rows, M is a matrix; mass of this one {mass}"
    return f"impulse += -m (J V + bias), m = {mass}" + (f" × {share:.4g}" if share != 1 else "")


def _motion(ui: Ui, inside: Inside, pinned: Pinned) -> None:
    """The term of the velocity by blocks of J; the one under the pointer is drawn in the scene."""
    for block, part in enumerate(pinned.equation.motion):
        if not moves(inside, pinned.row, block, ui.state.view.table):
            continue
        imgui.begin_group()
        _line(ui, f"    {part.name}", f"{number(part.source)} {part.unit}", f"{part.value + 0.0:+.4g}", ui.palette.dim)
        imgui.end_group()
        ui.note(f"xray:{part.name}")
        if imgui.is_item_hovered():
            ui.state.inside.hovered, ui.state.inside.block = pinned.row, (pinned.row, block)


def _line(ui: Ui, name: str, source: str, value: str, tint: str = "") -> None:
    """A term at the left, the number that it is made of in the middle, its value at the right; where the first two have no room
    beside each other, the number is a line below."""
    canvas, at, room = Canvas(), imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    begin, end, height = at.x + NAME * room, at.x + room - VALUE * ui.unit, imgui.get_text_line_height()
    gap = 4 * ui.unit
    widths = imgui.calc_text_size(name).x, imgui.calc_text_size(source).x
    below = bool(source) and (widths[0] > begin - at.x - gap or widths[1] > end - begin)
    canvas.text((at.x, at.y), shortened(name, end - at.x - gap), tint or ui.palette.text)
    canvas.text((at.x + room - imgui.calc_text_size(value).x, at.y), value, tint or ui.palette.text)
    place = (min(begin, max(end - gap - widths[1], at.x)), at.y + height) if below else (begin, at.y)
    canvas.text(place, shortened(source, at.x + room - place[0]), ui.palette.dim)
    imgui.dummy(ImVec2(room, (2 if below else 1) * height))


def _life(ui: Ui, pinned: Pinned) -> None:
    """The impulse of the row in the last steps, and what was handed on to it."""
    steps, values, warm = pinned.steps.astype(float), pinned.impulses, pinned.warm
    imgui.text_disabled("impulse by step, and warm start")
    ui.tip("Impulse of the whole step; the yellow line is what warm starting gave to its last substep.  While the scene is "
           "paused, steps before the row was picked are filled in from the history")
    if _begun(ui, "life", (steps, [values, warm])):
        implot.plot_line("##warm", steps, np.nan_to_num(warm, nan=0.0), spec=_spec(ui, ui.palette.warning))
        implot.plot_line("##life", steps, np.nan_to_num(values, nan=0.0), spec=_spec(ui, ui.palette.accent))
        share_time(ui, Axis(steps, steps))
        implot.end_plot()


def _sweeps(ui: Ui, pinned: Pinned) -> None:
    """The impulse after each sweep of the last step, with the exact answer where it is known, and what the step leaves."""
    if len(pinned.sweeps) < 2:
        return
    sweeps = np.arange(len(pinned.sweeps), dtype=float)
    exact = [np.full(2, pinned.exact)] if pinned.exact is not None else []
    imgui.text_disabled("impulse by sweep" + (", and exact" if exact else ""))
    if _begun(ui, "sweeps", (sweeps, [pinned.sweeps, *exact])):
        if exact:
            implot.plot_line("##exact", sweeps[[0, -1]].copy(), exact[0], spec=_spec(ui, ui.palette.good))
        implot.plot_line("##sweeps", sweeps, pinned.sweeps.copy(), spec=_spec(ui, ui.palette.accent))
        implot.end_plot()
    left = np.maximum(pinned.residuals, 1e-12)
    imgui.text_disabled("residual of the step by sweep")
    if _begun(ui, "residual", (sweeps, [left]), log=True):
        implot.plot_line("##residual", sweeps, left, spec=_spec(ui, ui.palette.warning))
        implot.end_plot()


def _spec(ui: Ui, tint: str) -> implot.Spec:
    return implot.Spec(line_color=color(tint), line_weight=1.6 * ui.unit)


def _begun(ui: Ui, name: str, data, log: bool = False) -> bool:
    """Begin a small plot of (x, columns); whether it is in sight."""
    flags = implot.Flags_.no_mouse_text | implot.Flags_.no_menus | implot.Flags_.no_box_select | implot.Flags_.no_legend
    places, columns = data
    beside = 0.5 * imgui.calc_text_size(f"{places[-1]:,.0f}").x + 1          # of the last number below the plot
    implot.push_style_var(implot.StyleVar_.plot_padding, ImVec2(max(beside, implot.get_style().plot_padding.x),
                                                                 implot.get_style().plot_padding.y))
    if not implot.begin_plot(f"##{name}", ImVec2(-1, PLOT * ui.unit), flags):
        implot.pop_style_var()
        return False
    known = np.concatenate([column[np.isfinite(column)] for column in columns])
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    margin = 0.08 * (high - low) or 0.5 * abs(high) or 1.0
    fixed = implot.AxisFlags_.no_menus | implot.AxisFlags_.no_side_switch | implot.AxisFlags_.no_highlight
    implot.setup_axes("", "", fixed, fixed)
    if log:
        implot.setup_axis_scale(implot.ImAxis_.y1, implot.Scale_.log10)
        low, high, margin = low / 2, high * 2, 0.0
    implot.setup_axes_limits(float(places[0]), max(float(places[-1]), float(places[0]) + 1.0), low - margin, high + margin,
                             imgui.Cond_.always)
    set_ticks(ui, (low - margin, high + margin), PLOT * ui.unit, log)
    implot.setup_finish()                                                    # reads the padding
    implot.pop_style_var()
    return True
