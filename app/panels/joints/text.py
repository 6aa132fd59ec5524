"""Joint labels in the scene: under all panels, over the picture."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.draw.joints.labels import Label, Page, labels_of
from app.panels.panel import UNDER, Panel
from app.panels.widgets.theme import packed
from app.panels.widgets.ui import Ui

PAD = 5                   # [design px] of the plate around a label
FAR = 6                   # [design px] between plate and joint, beyond which a line leads to it


class JointText:
    """Keeps the places of the labels, so that they do not jump."""

    def __init__(self):
        self._kept: dict[int, int] = {}

    def draw(self, ui: Ui) -> None:
        """A plate with two lines at each joint that has room for one, and a line to the joint."""
        state, unit = ui.state, ui.unit
        if not state.settings.joint_labels or state.view is None:
            return
        viewport, (left, top, width, height) = state.chosen_viewport, state.area
        camera = viewport.camera(state.motion.camera)
        right, bottom = min(left + width, viewport.x + viewport.width), min(top + height, viewport.y + viewport.height)
        area = (*viewport.local(max(left, viewport.x), max(top, viewport.y)), *viewport.local(right, bottom))
        page = Page((viewport.width / unit, viewport.height / unit), tuple(side / unit for side in area),
                    state.status.selected_joint, self._kept)
        labels = labels_of(state.view, state.alpha, camera.pose, page)
        for label in labels:
            self._leader(ui, label, (viewport.x, viewport.y))
        for label in reversed(labels):                        # the nearest is drawn over the others
            self._plate(ui, label, (viewport.x, viewport.y))

    def _leader(self, ui: Ui, label: Label, origin: tuple[float, float]) -> None:
        """A line from the joint to the plate."""
        (low, high), unit = _corners(ui, label, origin), ui.unit
        x, y = origin[0] + label.anchor[0] * unit, origin[1] + label.anchor[1] * unit
        end = min(max(x, low.x), high.x), min(max(y, low.y), high.y)
        if max(abs(end[0] - x), abs(end[1] - y)) > FAR * unit:
            drawing = imgui.get_background_draw_list()
            drawing.add_line(ImVec2(x, y), ImVec2(*end), packed(ui.palette.window, 0.7), 3 * unit)
            drawing.add_line(ImVec2(x, y), ImVec2(*end), packed(ui.palette.text, 0.75), unit)

    def _plate(self, ui: Ui, label: Label, origin: tuple[float, float]) -> None:
        drawing, selected = imgui.get_background_draw_list(), label.uid == ui.state.status.selected_joint
        low, high = _corners(ui, label, origin)
        x, y = low.x + PAD * ui.unit, low.y + 0.5 * PAD * ui.unit
        drawing.add_rect_filled(low, high, packed(ui.palette.window, 0.82), 6 * ui.unit)
        if selected:
            drawing.add_rect(low, high, packed(ui.palette.accent), 6 * ui.unit)
        head, _, rest = label.text.partition("\n")
        drawing.add_text(ImVec2(x, y), packed(ui.palette.text), head)
        drawing.add_text(ImVec2(x, y + round(imgui.get_text_line_height())), packed(ui.palette.dim), rest)
        ui.state.widgets[f"label:{label.uid}"] = (low.x, low.y, high.x, high.y)


def _corners(ui: Ui, label: Label, origin: tuple[float, float]) -> tuple[ImVec2, ImVec2]:
    """Left top and right bottom corner of a label's plate."""
    unit, room = ui.unit, imgui.calc_text_size(label.text)
    x, y, pad = round(origin[0] + label.x * unit), round(origin[1] + label.y * unit), PAD * unit
    return ImVec2(x - pad, y - 0.5 * pad), ImVec2(x + room.x + pad, y + room.y + 0.5 * pad)


PANEL = Panel(lambda: JointText().draw, UNDER, hideable=False, wanted=lambda state: state.settings.joint_labels)
