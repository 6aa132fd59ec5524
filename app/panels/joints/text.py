"""Joint labels in the scene: under all panels, over the picture."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.draw.joints.labels import labels_of
from app.panels.panel import UNDER, Panel
from app.panels.widgets.theme import packed
from app.panels.widgets.ui import Ui

PAD = 5                   # [design px] of the plate around a label


def draw(ui: Ui) -> None:
    """A plate with two lines at each joint that has room for one."""
    state = ui.state
    if not state.settings.joint_labels or state.view is None:
        return
    selected, drawing, pad = state.status.selected_joint, imgui.get_background_draw_list(), PAD * ui.unit
    size = (state.size[0] / ui.unit, state.size[1] / ui.unit)                     # [design px]
    labels = labels_of(state.view, state.alpha, state.motion.camera.pose, size, selected)
    for label in reversed(labels):                        # the nearest is drawn over the others
        x, y, room = round(label.x * ui.unit), round(label.y * ui.unit), imgui.calc_text_size(label.text)
        low, high = ImVec2(x - pad, y - 0.5 * pad), ImVec2(x + room.x + pad, y + room.y + 0.5 * pad)
        drawing.add_rect_filled(low, high, packed(ui.palette.window, 0.82), 6 * ui.unit)
        if label.uid == selected:
            drawing.add_rect(low, high, packed(ui.palette.accent), 6 * ui.unit)
        head, _, rest = label.text.partition("\n")
        drawing.add_text(ImVec2(x, y), packed(ui.palette.text), head)
        drawing.add_text(ImVec2(x, y + round(imgui.get_text_line_height())), packed(ui.palette.dim), rest)
        state.widgets[f"label:{label.uid}"] = (low.x, low.y, high.x, high.y)


PANEL = Panel(lambda: draw, UNDER, hideable=False, wanted=lambda state: state.settings.joint_labels)
