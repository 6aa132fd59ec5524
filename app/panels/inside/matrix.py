"""The matrix: J M^-1 J^T of the selected body's island, a cell for each two rows by sign and size; beside it the graph."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui, implot
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.si_format import number
from app.panels.inside import graph
from app.panels.inside.columns import title_of
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.published.inside import Inside, key_of
from app.simulation.commands import PinRow

BESIDE, GAP = 100, 8      # [design px] least room beside the picture for the graph, and between them
SHARE = 0.6               # of the width, which the picture has at least
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
    ui.heading(f"{count} rows", f"J M^-1 J^T of the island  {icons.ICON_FA_CIRCLE_INFO}")
    ui.tip(ABOUT)
    if not count:
        return
    size = np.sign(coupling.matrix) * np.log1p(99 * np.abs(coupling.matrix) / np.abs(coupling.matrix).max()) / np.log(100)
    room = imgui.get_content_region_avail()
    side = max(min(max(room.x - (BESIDE + GAP) * ui.unit, SHARE * room.x), room.y), 60 * ui.unit)
    implot.push_colormap(_colors(ui))
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
    imgui.same_line(0, GAP * ui.unit)
    width = imgui.get_content_region_avail().x
    if width >= BESIDE * ui.unit - 1:
        graph.draw(ui, inside, (width, side))


def _colors(ui: Ui) -> int:
    """Red over nothing to blue: in the middle is the colour of the panel."""
    name, palette = f"rows {ui.state.settings.theme}", ui.palette
    known = implot.get_colormap_index(name)
    if known >= 0:
        return known
    stops = [color(part, 1.0) for part in (palette.bad, palette.window, palette.accent)]
    return implot.add_colormap(name, np.array([(stop.x, stop.y, stop.z, stop.w) for stop in stops], np.float32), False)


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
