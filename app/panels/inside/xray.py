"""X-ray cards: the equation of each picked row with its numbers, why it did what it did, and its life."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui, implot
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.si_format import number, number_text
from app.panels.inside.columns import name_of
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.published.inside import Inside, Pinned
from app.published.view import BodyTable
from app.simulation.commands import UnpinRow

CARD = 268                 # [design px] width of a card
PLOT = 74                  # [design px] height of a plot
EMPTY = "Click on rows in the table: their equations appear here, side by side."


def draw(ui: Ui, inside: Inside) -> None:
    """The cards beside each other."""
    if not inside.pinned:
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(EMPTY)
        imgui.pop_text_wrap_pos()
        return
    imgui.begin_child("cards", ImVec2(0, 0), 0, imgui.WindowFlags_.horizontal_scrollbar)
    width = max(CARD * ui.unit, imgui.get_content_region_avail().x / len(inside.pinned) - 8 * ui.unit)
    for place, pinned in enumerate(inside.pinned):
        if place:
            imgui.same_line(0, 8 * ui.unit)
        imgui.begin_child(f"card {pinned.key}", ImVec2(width, 0))
        _card(ui, inside, pinned)
        imgui.end_child()
    imgui.end_child()


def title_of(pinned: Pinned, bodies: BodyTable) -> str:
    """What the row is, and of whom."""
    key = pinned.key
    if not key.contact:
        return f"{key.kind}, joint {key.owner}"
    one, other = key.owner >> 32, key.owner & 0xFFFFFFFF
    return f"{key.kind}, {name_of(one, bodies)} and {name_of(other, bodies)}"


def _card(ui: Ui, inside: Inside, pinned: Pinned) -> None:
    """Title, reason, equation, life."""
    ui.heading(title_of(pinned, ui.state.view.table))
    imgui.same_line(imgui.get_content_region_avail().x - 16 * ui.unit)
    if imgui.small_button(f"{icons.ICON_FA_XMARK}##{pinned.key}"):
        ui.state.submit(UnpinRow(*pinned.key))
    ui.note(f"button:unpin {pinned.key.kind}")
    imgui.push_text_wrap_pos(0)
    if pinned.equation is None:
        imgui.text_disabled(pinned.refusal)
    else:
        with ui.colored(ui.palette.accent_bright):
            imgui.text_unformatted(pinned.equation.why[0].upper() + pinned.equation.why[1:])
    imgui.pop_text_wrap_pos()
    if pinned.equation is not None:
        _equation(ui, pinned)
        if imgui.is_window_hovered(imgui.HoveredFlags_.child_windows) and ui.state.inside.hovered is None:
            ui.state.inside.hovered = pinned.row
    _life(ui, pinned)
    _sweeps(ui, pinned)


def _equation(ui: Ui, pinned: Pinned) -> None:
    """The terms, one a line, and their sum."""
    equation = pinned.equation
    imgui.text_disabled(f"mass {number_text(equation.mass, 'kg' if equation.unit == 'N s' else 'kg m²')}")
    if imgui.begin_table("##terms", 3, imgui.TableFlags_.sizing_stretch_prop):
        for term in equation.terms:
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.text_unformatted(term.name)
            imgui.table_next_column()
            imgui.text_disabled(f"{number(term.source)} {term.unit}" if term.unit else "")
            imgui.table_next_column()
            imgui.text_unformatted(f"{term.value:+.4g}")
        imgui.table_next_row()
        imgui.table_next_column()
        with ui.bold():
            imgui.text_unformatted("impulse")
        imgui.table_next_column()
        imgui.text_disabled(equation.unit)
        imgui.table_next_column()
        with ui.bold():
            imgui.text_unformatted(f"{equation.impulse:+.4g}")
        imgui.end_table()
    ui.note("xray:terms")


def _life(ui: Ui, pinned: Pinned) -> None:
    """The impulse of the row in the last steps."""
    steps, values = pinned.steps.astype(float), pinned.impulses
    imgui.text_disabled("impulse by step")
    if _begun(ui, "life", (steps, [values])):
        implot.plot_line("##life", steps, np.nan_to_num(values, nan=0.0), spec=_spec(ui, ui.palette.accent))
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
    if not implot.begin_plot(f"##{name}", ImVec2(-1, PLOT * ui.unit), flags):
        return False
    places, columns = data
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
    implot.setup_axis_format(implot.ImAxis_.y1, "%.3g")
    return True
