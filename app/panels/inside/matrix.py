"""The matrix: J M^-1 J^T of the selected body's island, a cell for each two rows, coloured by sign and size."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui, implot

from app.headless.si_format import number
from app.panels.widgets.ui import Ui
from app.published.inside import Inside, key_of
from app.simulation.commands import PinRow

NONE = "Select a body: the matrix of its island appears here."


def draw(ui: Ui, inside: Inside) -> None:
    """The picture; the cell under the pointer names both rows, a click picks them."""
    coupling = inside.coupling
    if coupling is None:
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(inside.too_large or NONE)
        imgui.pop_text_wrap_pos()
        return
    count = len(coupling.rows)
    ui.heading(f"{count} rows", "J M⁻¹ Jᵀ, blue: they push each other up, red: down")
    if not count:
        return
    size = np.sign(coupling.matrix) * np.log1p(99 * np.abs(coupling.matrix) / np.abs(coupling.matrix).max()) / np.log(100)
    side = max(min(imgui.get_content_region_avail().x, imgui.get_content_region_avail().y), 60 * ui.unit)
    flags = implot.Flags_.canvas_only | implot.Flags_.no_frame if hasattr(implot.Flags_, "no_frame") else implot.Flags_.canvas_only
    implot.push_colormap(implot.Colormap_.rd_bu)
    if implot.begin_plot("##matrix", ImVec2(side, side), flags):
        bare = implot.AxisFlags_.no_decorations
        implot.setup_axes("", "", bare, bare | implot.AxisFlags_.invert)
        implot.setup_axes_limits(0, count, 0, count, imgui.Cond_.always)
        implot.plot_heatmap("##cells", np.ascontiguousarray(size[::-1]), -1.0, 1.0, "", implot.Point(0, count), implot.Point(count, 0))
        hovered, place = implot.is_plot_hovered(), implot.get_plot_mouse_pos()
        implot.end_plot()
        ui.note("plot:matrix")
        if hovered:
            _cell(ui, inside, (int(np.clip(place.y, 0, count - 1)), int(np.clip(place.x, 0, count - 1))))
    implot.pop_colormap()


def _cell(ui: Ui, inside: Inside, cell: tuple[int, int]) -> None:
    """What is under the pointer."""
    coupling, (one, other) = inside.coupling, cell
    with ui.tooltip():
        imgui.text_unformatted(f"{coupling.labels[one]}\n{coupling.labels[other]}\n{number(float(coupling.matrix[one, other]))} 1/kg")
    ui.state.inside.hovered = int(coupling.rows[one])
    if imgui.is_mouse_clicked(0):
        for row in dict.fromkeys((int(coupling.rows[one]), int(coupling.rows[other]))):
            ui.state.submit(PinRow(*key_of(inside.rows, row)))
