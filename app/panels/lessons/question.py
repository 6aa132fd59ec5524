"""The question of a card: its choices, which of them was chosen, and, when that is to be shown, whether it was right."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.lessons.lesson import PREDICT, Choice, Question
from app.lessons.progress import is_revealed
from app.lessons.teacher import Teacher
from app.panels.widgets.canvas import Canvas
from app.panels.lessons.flow import Flow
from app.panels.widgets.theme import packed
from app.panels.widgets.ui import Ui

PAD, MARK = 9, 24                  # [design px] around a choice's text, and before it for its mark
TITLES = {PREDICT: "Predict", "find": "Find"}


def draw(ui: Ui, teacher: Teacher, question: Question, flow: Flow) -> None:
    """The question, its choices as buttons, and the hint for the chosen one."""
    with ui.bold(), ui.colored(ui.palette.accent):
        imgui.text(TITLES[question.kind])
    flow.draw(ui, question.pieces, teacher.knobs, "question")
    imgui.dummy(ImVec2(0, 1 * ui.unit))
    chosen, revealed = teacher.progress.here.answer, is_revealed(teacher.progress, teacher.lesson)
    for number, choice in enumerate(question.choices):
        if _choice(ui, number, choice, _tint(ui, question, number, revealed, chosen)):
            teacher.answer(number)
    if revealed:
        _verdict(ui, question, question.choices[chosen])


def _tint(ui: Ui, question: Question, number: int, revealed: bool, chosen: int | None) -> tuple[str, str, bool]:
    """Colour and mark of a choice, and whether it can be chosen."""
    mine, right = number == chosen, question.choices[number].right
    open_ = chosen is None or question.kind != PREDICT and not question.choices[chosen].right
    if revealed and right and (mine or question.kind == PREDICT):
        return ui.palette.good, icons.ICON_FA_CHECK, open_
    if revealed and mine:
        return ui.palette.bad, icons.ICON_FA_XMARK, open_
    return (ui.palette.accent, icons.ICON_FA_CIRCLE_DOT, open_) if mine else (ui.palette.dim, icons.ICON_FA_CIRCLE, open_)


def _choice(ui: Ui, number: int, choice: Choice, look: tuple[str, str, bool]) -> bool:
    """One choice; whether it was pressed."""
    tint, mark, open_ = look
    unit, width, start = ui.unit, imgui.get_content_region_avail().x, imgui.get_cursor_screen_pos()
    wrap = width - (2 * PAD + MARK) * unit
    height = imgui.calc_text_size(choice.text, False, wrap).y + 1.4 * PAD * unit
    imgui.begin_disabled(not open_ and tint == ui.palette.dim)
    pressed = imgui.invisible_button(f"##choice {number}", ImVec2(width, height), imgui.ButtonFlags_.enable_nav)
    ui.note(f"choice:lesson:{number + 1}")
    canvas, hovered = Canvas(), imgui.is_item_hovered() and open_
    low, high, middle = (start.x, start.y), (start.x + width, start.y + height), start.y + height / 2
    canvas.box(low, high, ui.palette.hover if hovered else ui.palette.raised, 7 * unit)
    if tint != ui.palette.dim:
        imgui.get_window_draw_list().add_rect(ImVec2(*low), ImVec2(*high), packed(tint), 7 * unit, 1.5 * unit)
    if mark == icons.ICON_FA_CIRCLE:
        canvas.ring((start.x + (PAD + 6) * unit, middle), 5.5 * unit, tint, 1.5 * unit)
    else:
        size = imgui.calc_text_size(mark)
        canvas.text((start.x + (PAD + 6) * unit - size.x / 2, start.y + (height - size.y) / 2), mark, tint)
    imgui.set_cursor_screen_pos(ImVec2(start.x + (PAD + MARK) * unit, start.y + 0.7 * PAD * unit))
    imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + wrap)
    imgui.text_unformatted(choice.text)
    imgui.pop_text_wrap_pos()
    imgui.end_disabled()
    imgui.set_cursor_screen_pos(ImVec2(start.x, start.y + height + 4 * unit))
    imgui.dummy(ImVec2(0, 0))
    return pressed and open_


def _verdict(ui: Ui, question: Question, choice: Choice) -> None:
    """Whether the chosen answer was right, and its hint."""
    word = "Right." if choice.right else "It came otherwise." if question.kind == PREDICT else "Not this."
    imgui.push_text_wrap_pos(0)
    with ui.colored(ui.palette.good if choice.right else ui.palette.warning):
        imgui.text_unformatted(" ".join(filter(None, (word, choice.hint))))
    imgui.pop_text_wrap_pos()
    ui.note("lesson:verdict")
