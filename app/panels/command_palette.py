"""The command palette: all actions, settings and scenes, found by a few letters or by words of their help."""
from __future__ import annotations

from app.draw.view_setting import placements
from app.input.group_actions import ARRANGEMENTS, arrange
from app.panels.joints import palette
from app.panels.panel import SHEET, Panel
from app.panels.widgets.choice_list import ChoiceList, Row
from app.panels.widgets.field import Field, label_of
from app.panels.widgets.fuzzy import Found, ranked
from app.panels.widgets.sheet import sheet
from app.panels.widgets.ui import Ui
from app.published.tuning import DIALS, WORLD_SETTINGS
from app.simulation.commands import LoadScene, SetSolver, UsePreset
from physics.definitions.settings import PRESET_LIST, SolverSettings
from physics.definitions.tunable import tunables
from scenes.editing.generator_fields import RECIPES

ACTION, SETTING, SCENE, PRESET, CHOICE, JOINT, VIEW, LESSON, ARRANGE, GENERATOR = (
    "action ", "setting ", "scene ", "preset ", "choice ", "joint ", "view ", "lesson ", "arrange ", "generator ")


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
            scenes = [Row(SCENE + e.id, f"Open: {e.title}", e.category, e.about) for e in ui.state.scenes()]
            chosen = self._list.rows(ui, ranked(self._list.typed, [*rows(ui), *scenes], found_in))
        if chosen is not None:
            ui.state.open_sheet = ""
            obey(ui, chosen)


def rows(ui: Ui) -> list[Row]:
    """Everything that can be done besides opening scenes: actions, settings, presets and choices of the solver, views, joints."""
    found = [Row(ACTION + c.action, f"{c.group}: {c.label}", ", ".join(c.keys), c.help) for c in ui.state.controls.rows
             if c.action and c.action not in ("palette", "cancel")]
    found += settings_of(ui)
    found += [Row(PRESET + preset.name, f"Preset: {preset.title}", about=preset.about) for preset in PRESET_LIST]
    choices = [(name, about, choice) for name, about in tunables(SolverSettings).items() for choice in about.choices or ()]
    found += [Row(f"{CHOICE}{name}={choice}", f"{about.label}: {choice.replace('_', ' ')}", about=about.help)
              for name, about, choice in choices if len(about.choices) > 1]
    found += [Row(VIEW + one.name, f"Camera: go to {one.name}", about="A view that was kept as a bookmark")
              for one in ui.state.film.plan.bookmarks]
    found += [Row(GENERATOR + recipe.name, f"Add a {recipe.name}: many bodies at once", about=recipe.about) for recipe in RECIPES]
    found += [Row(LESSON + entry.id, f"Lesson {entry.number}: {entry.title}", entry.category, entry.about)
              for entry in ui.state.lessons.entries]
    found += [Row(ARRANGE + key, f"Edit: {one.label}", about=one.about) for key, one in ARRANGEMENTS.items()]
    return found + [Row(JOINT + row.key, f"Make a joint: {row.title}", about=row.about) for row in palette.rows()]


def settings_of(ui: Ui) -> list[Row]:
    """Every setting of the panel, by the name of its widget."""
    known = {f"field:{name}": about for name, about in tunables(SolverSettings).items()}
    known |= {f"{'knob' if setting.place == DIALS else 'field'}:{name}": setting.about
              for name, setting in WORLD_SETTINGS.items()}
    known |= {f"field:{name}": about for name, (about, place) in placements(type(ui.state.settings)).items() if place.group}
    labels = {widget: label_of(Field(widget.partition(":")[2], about, None, None)) for widget, about in known.items()}
    return [Row(SETTING + widget, f"Setting: {labels[widget]}", about.unit, about.help) for widget, about in known.items()]


def found_in(row: Row) -> Found:
    """The texts of a row in which a search looks."""
    return Found(row.title, row.about)


def obey(ui: Ui, key: str) -> None:
    """Perform the action of the row with this key."""
    for prefix, do in ((ACTION, ui.state.act), (SCENE, lambda rest: ui.state.submit(LoadScene(rest))),
                       (PRESET, lambda rest: ui.state.submit(UsePreset(rest))),
                       (JOINT, ui.state.tool.begin), (VIEW, ui.state.film.go_to_view), (LESSON, ui.state.lessons.open),
                       (SETTING, ui.state.seek), (ARRANGE, lambda rest: arrange(ui.state, *ARRANGEMENTS[rest][:2])),
                       (GENERATOR, lambda rest: ui.state.making_generator.begin(rest, ui.state.motion.camera.target)),
                       (CHOICE, lambda rest: ui.state.submit(SetSolver(*rest.split("=", 1))))):
        if key.startswith(prefix):
            do(key.removeprefix(prefix))
            return


PANEL = Panel(lambda: CommandPalette().draw, SHEET + 2, hideable=False)
