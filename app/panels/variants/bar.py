"""The bar of variants over the settings: chooses, adds and removes variants, shows their differences and switches their
display."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.draw.colors import VARIANT_COLORS
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.published.status import VARIANT_NAMES
from app.simulation.commands import AddVariant, ChooseVariant, RemoveVariant
from app.simulation.variant_diff import in_words

WIDTH, HEIGHT = 31, 26            # [design px] of a variant's button, at most
GAP, MOST = 5, 7                  # [design px] between two, and buttons in a row


def draw(ui: Ui) -> None:
    """The bar; a single variant has none."""
    variants, chosen, state = ui.state.status.variants, ui.state.status.chosen, ui.state
    if not variants:
        return
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(0, 0))
    for number in range(len(variants)):
        _variant(ui, number)
        imgui.same_line(0, GAP * ui.unit)
    right = imgui.get_window_width() - imgui.get_style().window_padding.x
    room = len(variants) < len(VARIANT_NAMES)
    if room and _button(ui, icons.ICON_FA_PLUS, "add variant", "One more variant, with the settings of this one"):
        state.submit(AddVariant())
    imgui.same_line(right - 3 * _width(ui) - 2 * GAP * ui.unit)
    shown = icons.ICON_FA_LAYER_GROUP if state.settings.split else icons.ICON_FA_TABLE_COLUMNS
    if _button(ui, shown, "split", f"Ghosts in one picture, or a picture for each variant  ({state.controls.keys('split')})"):
        state.act("split")
    imgui.same_line(0, GAP * ui.unit)
    if _button(ui, icons.ICON_FA_CHART_LINE, "plots", f"Plots of all variants  ({state.controls.keys('plots')})"):
        state.act("plots")
    imgui.same_line(0, GAP * ui.unit)
    if _button(ui, icons.ICON_FA_XMARK, "remove variant", f"Take variant {variants[chosen].name} out"):
        state.submit(RemoveVariant(chosen))
    imgui.pop_style_var()
    imgui.push_text_wrap_pos(0)
    card = variants[chosen]
    with ui.colored(ui.palette.warning if card.failure else ui.palette.dim):
        imgui.text_unformatted(f"Stands still: {card.failure}" if card.failure else "What the others are compared with"
                               if chosen == 0 else f"Beside a: {in_words(card.changes)}")
    ui.note("variant changes")
    imgui.pop_text_wrap_pos()
    imgui.separator()


def _variant(ui: Ui, number: int) -> None:
    """One variant's button, filled with its colour when it is the chosen one."""
    card, tint = ui.state.status.variants[number], bytes(VARIANT_COLORS[number]).hex()
    chosen = number == ui.state.status.chosen
    if chosen:
        imgui.push_style_color(imgui.Col_.button, color(tint))
        imgui.push_style_color(imgui.Col_.button_hovered, color(tint, 0.85))
        imgui.push_style_color(imgui.Col_.text, color(ui.palette.on_accent))
    if imgui.button(f"{card.name}##variant", ImVec2(_width(ui), HEIGHT * ui.unit)):
        ui.state.submit(ChooseVariant(number))
    if chosen:
        imgui.pop_style_color(3)
    ui.note(f"variant:{card.name}")
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    if not chosen:
        Canvas().box((low.x + 7 * ui.unit, high.y - 4 * ui.unit), (high.x - 7 * ui.unit, high.y - 1.5 * ui.unit), tint, ui.unit)
    ui.tip(f"Variant {card.name}: {in_words(card.changes) if number else 'what the others are compared with'}"
           + (f"\nStands still: {card.failure}" if card.failure else ""))


def _width(ui: Ui) -> float:
    """Of a button [px]: less in a narrow panel."""
    room = imgui.get_window_width() - 2 * imgui.get_style().window_padding.x
    return min(WIDTH * ui.unit, room / MOST - GAP * ui.unit)


def _button(ui: Ui, icon: str, name: str, tip: str) -> bool:
    pressed = imgui.button(f"{icon}##{name}", ImVec2(_width(ui), HEIGHT * ui.unit))
    ui.note(f"button:{name}")
    ui.tip(tip)
    return pressed
