"""The matrix: J M^-1 J^T of the selected body's island, a cell for each two rows, coloured by sign and size."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui, implot

from app.headless.si_format import number
from app.panels.inside.columns import title_of
from app.panels.widgets.ui import Ui
from app.published.inside import Inside, key_of
from app.simulation.commands import PinRow

NONE = "Select a body: the matrix of its island appears here."
ABOUT = ("A cell for each two rows.  Blue: an impulse in one raises the speed along the other; red: it lowers it.  "
         "A click picks both.")


def draw(ui: Ui, inside: Inside) -> None:
    """The picture; the cell under the pointer names both rows, a click picks them."""
    coupling = inside.coupling
    if coupling is None:
        ui.aside(inside.too_large or NONE)
        return
    count = len(coupling.rows)
    ui.heading(f"{count} rows", "J M^-1 J^T of the island")
    if not count:
        return
    size = np.sign(coupling.matrix) * np.log1p(99 * np.abs(coupling.matrix) / np.abs(coupling.matrix).max()) / np.log(100)
    side = max(min(imgui.get_content_region_avail().x, imgui.get_content_region_avail().y), 60 * ui.unit)
    implot.push_colormap(implot.Colormap_.rd_bu)
    implot.push_style_var(implot.StyleVar_.plot_padding, ImVec2(0, 0))
    if implot.begin_plot("##matrix", ImVec2(side, side), implot.Flags_.canvas_only):
        bare = implot.AxisFlags_.no_decorations
        implot.setup_axes("", "", bare, bare)
        implot.setup_axes_limits(0, count, 0, count, imgui.Cond_.always)
        implot.plot_heatmap("##cells", size, -1.0, 1.0, "", implot.Point(0, 0), implot.Point(count, count))
        hovered, place = implot.is_plot_hovered(), implot.get_plot_mouse_pos()
        implot.end_plot()
        ui.note("plot:matrix")
        if hovered:
            _cell(ui, inside, (int(np.clip(count - place.y, 0, count - 1)), int(np.clip(place.x, 0, count - 1))))
    implot.pop_style_var()
    implot.pop_colormap()
    imgui.same_line()
    imgui.begin_group()
    ui.aside(ABOUT)
    imgui.end_group()


def _cell(ui: Ui, inside: Inside, cell: tuple[int, int]) -> None:
    """What is under the pointer."""
    coupling, (one, other) = inside.coupling, cell
    rows, table = (int(coupling.rows[one]), int(coupling.rows[other])), ui.state.view.table
    names = [title_of(inside.rows, row, table) for row in rows]
    with ui.tooltip():
        imgui.text_unformatted("\n".join((*names, number(float(coupling.matrix[one, other])))))
    ui.state.inside.hovered = rows[0]
    if imgui.is_mouse_clicked(0):
        for row in dict.fromkeys(rows):
            ui.state.submit(PinRow(*key_of(inside.rows, row)))
