"""Joint labels in the scene: under all panels, over the picture."""
from __future__ import annotations

from app.draw.joints.labels import labels_of
from app.panels.panel import UNDER, Panel
from app.panels.widgets.plates import Plates
from app.panels.widgets.ui import Ui


class JointText:
    """Keeps the places of the labels, so that they do not jump."""

    def __init__(self):
        self._kept: dict[int, int] = {}

    def draw(self, ui: Ui) -> None:
        """A plate with two lines at each joint that has room for one, and a line to the joint."""
        if ui.state.settings.joint_labels and ui.state.view is not None:
            Plates(labels_of, self._kept, "label", ui.state.status.selected_joint).draw(ui)


PANEL = Panel(lambda: JointText().draw, UNDER, hideable=False, wanted=lambda state: state.settings.joint_labels)
