"""The sheet in which the edited scene gets a file."""
from __future__ import annotations

from pathlib import Path

from imgui_bundle import ImVec2, imgui

from app.panels.panel import SHEET, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.sheet import sheet
from app.panels.widgets.ui import Ui
from app.simulation.commands import SaveScene
from app.ui.ui_state import UiState

WIDTH, HEIGHT = 560, 120           # [design px]
ENDINGS = (".yaml", ".yml")


class SaveSheet:
    """Keeps the text while it is typed."""

    word, heading = "save", "Save the scene as"
    about = "The file keeps its comments and order"

    def __init__(self) -> None:
        self._typed, self._open = "", False

    def proposed(self, state: UiState) -> str:
        """The file that is proposed."""
        return proposed(state.status.scene.file, state.status.scene.title, state.output_folder, state.status.edits.own_file)

    def save(self, state: UiState, path: Path) -> None:
        """Ask for the file."""
        state.submit(SaveScene(str(path), state.film.unsaved, state.film.folder))

    def draw(self, ui: Ui) -> None:
        """The sheet, while it is open."""
        state = ui.state
        if state.open_sheet != self.word:
            self._open = False
            return
        appearing, self._open = not self._open, True
        if appearing:
            self._typed = self.proposed(state)
        base, unit = ui.layout.sheet, ui.unit
        width = min(WIDTH * unit, base.width)
        with sheet(ui, self.word, Rect(base.x + (base.width - width) / 2, base.y, width, HEIGHT * unit)):
            ui.heading(self.heading)
            imgui.set_next_item_width(-1)
            if appearing:
                imgui.set_keyboard_focus_here()
            entered, self._typed = imgui.input_text("##file", self._typed, imgui.InputTextFlags_.enter_returns_true)
            ui.note(f"field:{self.word}")
            imgui.dummy(ImVec2(0, 4 * unit))
            pressed = imgui.button("Save")
            ui.note(f"button:{self.word}_as")
            imgui.same_line()
            imgui.text_disabled(self.about)
        if (entered or pressed) and self._typed.strip():
            self.save(state, with_ending(Path(self._typed.strip()).expanduser()))
            state.open_sheet = ""


def proposed(file: str, title: str, folder: Path | None, own: bool) -> str:
    """The file that is proposed: the scene's own, or one named after it in the folder of films and pictures, if there is one."""
    if own:
        return file
    name = Path(file).stem or "_".join(title.lower().split()) or "scene"
    return str((folder or Path()) / f"{name}.yaml")


def with_ending(path: Path) -> Path:
    """A path that ends as scenes do."""
    return path if path.suffix.lower() in ENDINGS else path.with_name(f"{path.name}.yaml")


PANEL = Panel(lambda: SaveSheet().draw, SHEET, hideable=False)
