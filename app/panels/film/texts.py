"""The lists of captions and of parts in slow motion."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.panels.film.views import BUTTON, heading, remove
from app.panels.widgets.ui import Ui
from app.published.film_plan import Caption, SlowPart
from scenes.schema.film import FACTOR, PLACES
from scenes.schema.values import TIME

TIME_WIDTH, FACTOR_WIDTH = 78, 70                          # [design px] of fields
PLACE_WIDTH, NARROWEST = 140, 64                           # [design px] at most; with less room it has a line of its own
LINES = 2.6                                                # height of a caption's field, in lines of text
SPEED, FACTOR_SPEED = 0.02, 0.005                          # change a pixel of a drag: [s], and of a factor
PAD = 6, 3                                                 # [design px] in fields


def draw(ui: Ui) -> None:
    """Both lists, one below the other."""
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(PAD[0] * ui.unit, PAD[1] * ui.unit))
    _captions(ui)
    imgui.dummy(ImVec2(0, 2 * ui.unit))
    _slow_motion(ui)
    imgui.pop_style_var()


def _captions(ui: Ui) -> None:
    film = ui.state.film
    if heading(ui, "Captions", "add caption", "A caption from the present time on"):
        film.edit(lambda editor: editor.add_caption(film.player.time))
    for number, one in enumerate(film.plan.captions):
        imgui.push_id(f"caption {number}")
        narrow = imgui.get_content_region_avail().x < (2 * TIME_WIDTH + NARROWEST + BUTTON + 16) * ui.unit
        span = _span(ui, f"caption {number}", one.start, one.end)
        if narrow:
            remove(ui, "captions", number)
        else:
            imgui.same_line(0, 6 * ui.unit)
        place = _place(ui, number, one.place)
        if not narrow:
            remove(ui, "captions", number)
        changed, text = imgui.input_text_multiline("##text", one.text, ImVec2(-1, LINES * imgui.get_text_line_height()),
                                                   imgui.InputTextFlags_.word_wrap)
        ui.note(f"field:caption {number}")
        if (span, place, text) != ((one.start, one.end), one.place, one.text) and (text.strip() or not changed):
            film.edit(lambda editor, number=number, new=Caption(*span, text, place): editor.set_caption(number, new))
        imgui.pop_id()


def _slow_motion(ui: Ui) -> None:
    film = ui.state.film
    if heading(ui, "Slow motion", "add slow motion", "A slower part from the present time on"):
        film.edit(lambda editor: editor.add_slow_part(film.player.time))
    for number, part in enumerate(film.plan.slow):
        imgui.push_id(f"part {number}")
        span = _span(ui, f"part {number}", part.start, part.end)
        imgui.same_line(0, 6 * ui.unit)
        imgui.set_next_item_width(FACTOR_WIDTH * ui.unit)
        _, factor = imgui.drag_float("##factor", part.factor, FACTOR_SPEED, *FACTOR.limits, "%.2f x",
                                     imgui.SliderFlags_.always_clamp)
        ui.note(f"field:factor {number}")
        ui.tip(FACTOR.help)
        remove(ui, "slow", number)
        if abs(factor - part.factor) > 1e-6 or span != (part.start, part.end):
            film.edit(lambda editor, number=number, new=SlowPart(*span, factor): editor.set_slow_part(number, new))
        imgui.pop_id()


def _span(ui: Ui, name: str, start: float, end: float) -> tuple[float, float]:
    """Fields for a beginning and an end [s]; unchanged numbers stay as they are to the last bit."""
    found, room = [], imgui.get_content_region_avail().x - (BUTTON + 10) * ui.unit
    for word, value in (("from", start), ("until", end)):
        if found:
            imgui.same_line(0, 4 * ui.unit)
        imgui.set_next_item_width(min(TIME_WIDTH * ui.unit, room / 2))
        changed, new = imgui.drag_float(f"##{word}", value, SPEED, *TIME.limits, "%.2f s", imgui.SliderFlags_.always_clamp)
        ui.note(f"field:{name} {word}")
        ui.tip(f"{word.capitalize()} this time of the scene; Ctrl + click types it")
        found.append(new if changed else value)
    return found[0], found[1]


def _place(ui: Ui, number: int, place: str) -> str:
    """The choice of a caption's place."""
    imgui.set_next_item_width(min(PLACE_WIDTH * ui.unit, imgui.get_content_region_avail().x - (BUTTON + 6) * ui.unit))
    if imgui.begin_combo("##place", place.replace("_", " ")):
        for other in PLACES:
            if imgui.selectable(other.replace("_", " "), other == place)[0]:
                place = other
            ui.note(f"choice:caption place:{other}")
        imgui.end_combo()
    ui.note(f"field:caption place {number}")
    return place
