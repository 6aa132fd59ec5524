"""The card of generators: which one, its numbers, how many bodies it would make, and the button that adds it.

Its bodies are shown in the scene meanwhile, and arrows move them.  The fields of a generator that is in the scene are in the card
of the body that is selected.
"""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.si_format import counted
from app.panels.editing import generator_fields
from app.panels.panel import OVER, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.simulation.commands import BreakUp, EditGenerator, RemoveGenerator, SettleEdits
from app.ui.ui_state import UiState
from scenes.editing.generator_fields import RECIPES

WIDTH = 272                # [design px]


def draw(ui: Ui) -> None:
    """The card, at the left upper corner of the scene."""
    state, making = ui.state, ui.state.making_generator
    place = ui.layout.pictures
    width = min(WIDTH * ui.unit, place.width)
    with ui.window("generators", Rect(place.x, place.y, width, 0), most=place.height):
        imgui.dummy(ImVec2(width - 2 * imgui.get_style().window_padding.x, 0))
        ui.heading("Generators")
        imgui.set_next_item_width(-1)
        opened = imgui.begin_combo("##recipe", making.name, imgui.ComboFlags_.height_large)
        ui.note("making:recipe")
        if opened:
            for recipe in RECIPES:
                if imgui.selectable(recipe.name, recipe.name == making.name)[0]:
                    making.begin(recipe.name)
                ui.note(f"choice:making:{recipe.name}")
                ui.tip(recipe.about)
            imgui.end_combo()
        preview = state.status.edits.preview
        imgui.begin_disabled(preview is not None and bool(preview.problem))
        if imgui.button(f"{icons.ICON_FA_PLUS}  Add"):
            making.add()
        ui.note("making:add")
        imgui.end_disabled()
        ui.tip("Add it to the scene as one edit")
        imgui.same_line()
        if imgui.button("Close"):
            making.stop()
        ui.note("making:close")
        _count(ui)
        imgui.separator()
        if making.active:                                  # not since it was added, a line above
            generator_fields.draw(ui, "making", making.word, making.values, lambda values, _merges: making.change(values))


def _count(ui: Ui) -> None:
    """How many bodies and joints it would make, or why it cannot be."""
    preview = ui.state.status.edits.preview
    if preview is None:
        ui.aside("…")
    elif preview.problem:
        imgui.push_text_wrap_pos(0.0)
        with ui.colored(ui.palette.warning):
            imgui.text_unformatted(preview.problem)
        imgui.pop_text_wrap_pos()
    else:
        bodies = f"{preview.bodies:,} bodies" if preview.bodies != 1 else "1 body"
        joints = f", {counted(preview.joints, 'joint')}" if preview.joints else ""
        shown = f"; {len(preview.kinds):,} are shown" if len(preview.kinds) < preview.bodies else ""
        ui.aside(f"{bodies}{joints}{shown}")
    ui.note("making:count")


def draw_selected(ui: Ui) -> None:
    """The fields of the generator of the selected body, in the body's card."""
    state, card = ui.state, ui.state.status.edits.generator
    imgui.separator()
    ui.heading("In the scene", f"{card.word} of {card.bodies:,}")
    ended = generator_fields.draw(ui, "generator", card.word, card.values, lambda values, merges: state.submit(
        EditGenerator(card.number, values, f"{merges} of {card.number}" if merges else "")))
    if ended:
        state.submit(SettleEdits())
    if imgui.button("Break up"):
        state.submit(BreakUp(card.number))
    ui.note("generator:break up")
    ui.tip(f"Into single bodies and joints, each of which can be edited; the motion stays  ({state.controls.keys('break_up')})")
    imgui.same_line()
    if imgui.button("Delete"):
        state.submit(RemoveGenerator(card.number))
    ui.note("generator:delete")
    ui.tip("All its bodies, with the joints, events and expectations that name them; undo brings them back")
    imgui.separator()


def wanted(state: UiState) -> bool:
    """Whether a generator is being made."""
    return state.making_generator.active and state.view is not None


PANEL = Panel(lambda: draw, OVER - 1, wanted, hideable=False)
