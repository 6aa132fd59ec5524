"""The command palette: all actions, found by a few letters."""
from __future__ import annotations

from app.panels.joints import palette
from app.panels.panel import SHEET, Panel
from app.panels.widgets.choice_list import ChoiceList, Row
from app.panels.widgets.fuzzy import ranked
from app.panels.widgets.sheet import sheet
from app.panels.widgets.ui import Ui
from app.simulation.commands import LoadScene, SetSolver, UsePreset
from physics.definitions.settings import PRESETS, SolverSettings
from physics.definitions.tunable import tunables

ACTION, SCENE, PRESET, CHOICE, JOINT = "action ", "scene ", "preset ", "choice ", "joint "


class CommandPalette:
    """Keeps the typed text while it is open."""

    def __init__(self):
        self._list = ChoiceList("palette", "What do you want to do?")
        self._open = False

    def draw(self, ui: Ui) -> None:
        """The sheet, while the state has it open."""
        if ui.state.open_sheet != "palette":
            self._open = False
            return
        if not self._open:
            self._open = True
            self._list.reopen()
        with sheet(ui, "palette"):
            self._list.field(ui)
            chosen = self._list.rows(ui, ranked(self._list.typed, rows(ui), lambda row: row.title))
        if chosen is not None:
            ui.state.open_sheet = ""
            obey(ui, chosen)


def rows(ui: Ui) -> list[Row]:
    """Actions, then presets and choices of the solver, then joints to make, then scenes."""
    found = [Row(ACTION + c.action, f"{c.group}: {c.label}", ", ".join(c.keys)) for c in ui.state.controls.rows
             if c.action and c.action not in ("palette", "cancel")]
    found += [Row(PRESET + name, f"Preset: {name.replace('_', ' ')}") for name in PRESETS]
    choices = [(name, about, choice) for name, about in tunables(SolverSettings).items() for choice in about.choices or ()]
    found += [Row(f"{CHOICE}{name}={choice}", f"{about.label}: {choice.replace('_', ' ')}")
              for name, about, choice in choices if len(about.choices) > 1]
    found += [Row(JOINT + row.key, f"Make a joint: {row.title}") for row in palette.rows()]
    return found + [Row(SCENE + e.id, f"Open: {e.title}", e.category) for e in ui.state.scenes()]


def obey(ui: Ui, key: str) -> None:
    """Perform the action of the row with this key."""
    for prefix, do in ((ACTION, ui.state.act), (SCENE, lambda rest: ui.state.submit(LoadScene(rest))),
                       (PRESET, lambda rest: ui.state.submit(UsePreset(rest))),
                       (JOINT, ui.state.tool.begin),
                       (CHOICE, lambda rest: ui.state.submit(SetSolver(*rest.split("=", 1))))):
        if key.startswith(prefix):
            do(key.removeprefix(prefix))
            return


PANEL = Panel(lambda: CommandPalette().draw, SHEET + 2, hideable=False)
