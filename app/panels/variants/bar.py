"""The bar of lanes over the knobs: which lane they turn, what each has otherwise, one more, one less, how they are shown."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.draw.colors import LANES
from app.input.bindings import keys_of
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.published.status import LANE_NAMES
from app.simulation.commands import AddLane, ChooseLane, RemoveLane
from app.simulation.variant_diff import in_words

WIDTH, HEIGHT = 31, 26            # [design px] of a lane's button


def draw(ui: Ui) -> None:
    """The bar; nothing while there is one lane only."""
    lanes, chosen, desk = ui.desk.status.lanes, ui.desk.status.chosen, ui.desk
    if not lanes:
        return
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(0, 0))
    for number in range(len(lanes)):
        _lane(ui, number)
        imgui.same_line(0, 5 * ui.unit)
    right = imgui.get_window_width()
    if len(lanes) < len(LANE_NAMES) and _button(ui, icons.ICON_FA_PLUS, "add lane", "One more lane, with the knobs of this one"):
        desk.submit(AddLane())
    imgui.same_line(right - 3 * (WIDTH + 5) * ui.unit)
    shown = icons.ICON_FA_LAYER_GROUP if desk.settings.split else icons.ICON_FA_TABLE_COLUMNS
    if _button(ui, shown, "split", f"Ghosts in one picture, or a picture for each lane  ({', '.join(keys_of('split'))})"):
        desk.act("split")
    imgui.same_line(0, 5 * ui.unit)
    if _button(ui, icons.ICON_FA_CHART_LINE, "plots", f"Plots of all lanes  ({', '.join(keys_of('plots'))})"):
        desk.act("plots")
    imgui.same_line(0, 5 * ui.unit)
    if _button(ui, icons.ICON_FA_XMARK, "remove lane", f"Take lane {lanes[chosen].name} out"):
        desk.submit(RemoveLane(chosen))
    imgui.pop_style_var()
    imgui.push_text_wrap_pos(0)
    card = lanes[chosen]
    with ui.colored(ui.palette.warning if card.trouble else ui.palette.dim):
        imgui.text_unformatted(f"Stands still: {card.trouble}" if card.trouble else "What the others are compared with"
                               if chosen == 0 else f"Beside a: {in_words(card.changes)}")
    ui.note("lane changes")
    imgui.pop_text_wrap_pos()
    imgui.separator()


def _lane(ui: Ui, number: int) -> None:
    """One lane's button, filled with its colour when it is the chosen one."""
    card, tint = ui.desk.status.lanes[number], bytes(LANES[number]).hex()
    chosen = number == ui.desk.status.chosen
    if chosen:
        imgui.push_style_color(imgui.Col_.button, color(tint))
        imgui.push_style_color(imgui.Col_.button_hovered, color(tint, 0.85))
        imgui.push_style_color(imgui.Col_.text, color(ui.palette.on_accent))
    if imgui.button(f"{card.name}##lane", ImVec2(WIDTH * ui.unit, HEIGHT * ui.unit)):
        ui.desk.submit(ChooseLane(number))
    if chosen:
        imgui.pop_style_color(3)
    ui.note(f"lane:{card.name}")
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    if not chosen:
        Canvas().box((low.x + 7 * ui.unit, high.y - 4 * ui.unit), (high.x - 7 * ui.unit, high.y - 1.5 * ui.unit), tint, ui.unit)
    ui.tip(f"Lane {card.name}: {in_words(card.changes) if number else 'what the others are compared with'}"
           + (f"\nStands still: {card.trouble}" if card.trouble else ""))


def _button(ui: Ui, icon: str, name: str, tip: str) -> bool:
    pressed = imgui.button(f"{icon}##{name}", ImVec2(WIDTH * ui.unit, HEIGHT * ui.unit))
    ui.note(f"button:{name}")
    ui.tip(tip)
    return pressed
