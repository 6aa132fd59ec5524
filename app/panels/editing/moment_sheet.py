"""The sheet in which this moment of the running world gets a file, as a scene."""
from __future__ import annotations

from pathlib import Path

from app.panels.editing.save_sheet import SaveSheet
from app.panels.panel import SHEET, Panel
from app.simulation.commands import SaveMoment
from app.ui.ui_state import UiState


class MomentSheet(SaveSheet):
    """A file for the world as it is now."""

    word, heading = "moment", "Save this moment as a scene"
    about = "It goes on from here as this world does"

    def proposed(self, state: UiState) -> str:
        """A file named after the scene and the time."""
        stem = Path(state.status.scene.file).stem or "_".join(state.status.scene.title.lower().split()) or "scene"
        return str((state.output_folder or Path()) / f"{stem}_at_{0.0 if state.view is None else state.view.time:.2f}_s.yaml")

    def save(self, state: UiState, path: Path) -> None:
        """Ask for the file, with the camera of this moment."""
        vantage = state.motion.vantage
        state.submit(SaveMoment(str(path), {"position": _rounded(vantage.eye), "target": _rounded(vantage.target),
                                            "fov": round(float(vantage.fov), 6)}, state.film.folder))


def _rounded(point: tuple[float, ...]) -> list[float]:
    return [round(float(x), 6) + 0.0 for x in point]


PANEL = Panel(lambda: MomentSheet().draw, SHEET, hideable=False)
