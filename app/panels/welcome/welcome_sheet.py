"""The welcome sheet: what the program is, scenes, lessons and the last scenes to click on, and three keys worth knowing.

It opens at the first start without a scene, at every such start on request, and by its key.
"""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.panel import SHEET, Panel
from app.panels.welcome.entries import Offer, last_of, lessons_of, scenes_of
from app.panels.welcome.tile import row, tile
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.fields import toggle
from app.panels.widgets.layout import Rect
from app.panels.widgets.sheet import sheet
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.simulation.commands import LoadScene
from app.simulation.editing.new_scene import NEW

SENTENCE = ("A sandbox for rigid-body physics: open a scene, pull at its bodies, turn the solver's settings, and look inside a "
            "step.")
WIDTH, HEIGHT, EDGE = 960, 590, 24     # [design px] at most, and least distance from the window's edge
SHORT = 470                            # [design px] height at most while there are no last scenes beside the others
ACROSS, GAP = 3, 8                     # tiles in a row; [design px] between them
SIDE = 0.36                            # of the width, for lessons and last scenes
NARROW = 620                           # [design px] width below which these are under the scenes
LAST = 4                               # scenes that are shown of the last ones
KEYS = (("scenes", "find a scene"), ("help", "all keys"), ("palette", "find a command"))


def draw(ui: Ui) -> None:
    """The sheet, while it is open."""
    state = ui.state
    if state.open_sheet != "welcome":
        return
    state.last_scenes.seen()
    with sheet(ui, "welcome", place_of(ui)):
        imgui.push_style_color(imgui.Col_.nav_cursor, color(ui.palette.accent))
        _head(ui)
        imgui.begin_child("##body", ImVec2(0, -_foot_height(ui)), imgui.ChildFlags_.nav_flattened)
        _body(ui)
        imgui.end_child()
        _foot(ui)
        imgui.pop_style_color()


def place_of(ui: Ui) -> Rect:
    """The middle of the window."""
    view, unit = imgui.get_main_viewport().size, ui.unit
    width = min(WIDTH * unit, view.x - 2 * EDGE * unit)
    short = width >= (NARROW + 2 * EDGE) * unit and not _last(ui)
    height = min((SHORT if short else HEIGHT) * unit, view.y - 2 * EDGE * unit)
    return Rect((view.x - width) / 2, (view.y - height) / 2, width, height)


def _head(ui: Ui) -> None:
    """The name, the sentence, and a cross."""
    start, room, line = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x, imgui.get_text_line_height()
    cross = 24 * ui.unit
    with ui.bold(22):
        imgui.text("Welcome to Impulse")
    below = imgui.get_cursor_screen_pos()
    imgui.set_cursor_screen_pos(ImVec2(start.x + room - cross, start.y))
    if imgui.invisible_button("##close", ImVec2(cross, line + 6 * ui.unit), imgui.ButtonFlags_.enable_nav):
        ui.state.open_sheet = ""
    ui.note("button:close welcome")
    tint = ui.palette.text if imgui.is_item_hovered() else ui.palette.dim
    Canvas().text((start.x + room - cross + 6 * ui.unit, start.y + 3 * ui.unit), icons.ICON_FA_XMARK, tint)
    ui.tip(f"Close it  ({ui.state.controls.keys('cancel')})")
    imgui.set_cursor_screen_pos(below)
    ui.aside(SENTENCE)
    imgui.dummy(ImVec2(0, 2 * ui.unit))


def _body(ui: Ui) -> None:
    """Scenes at the left, lessons and last scenes at the right; one below the other where there is little room."""
    room, gap = imgui.get_content_region_avail().x, 2 * GAP * ui.unit
    if room < NARROW * ui.unit:
        _scenes(ui, room)
        imgui.dummy(ImVec2(0, 4 * ui.unit))
        _beginnings(ui)
        return
    left = (1 - SIDE) * room - gap
    imgui.begin_group()
    _scenes(ui, left)
    imgui.end_group()
    imgui.same_line(0, gap)
    imgui.begin_child("##beginnings", ImVec2(0, 0), imgui.ChildFlags_.nav_flattened | imgui.ChildFlags_.auto_resize_y)
    _beginnings(ui)
    imgui.end_child()


def _scenes(ui: Ui, width: float) -> None:
    """Tiles of scenes, then what else can be opened."""
    ui.heading("Scenes to play with")
    gap = GAP * ui.unit
    side = (width - (ACROSS - 1) * gap) / ACROSS
    offers = scenes_of(ui.state.scenes())
    if not offers:
        imgui.text_disabled("Reading the scenes ...")
    for number, offer in enumerate(offers):
        if number % ACROSS:
            imgui.same_line(0, gap)
        if tile(ui, offer, f"welcome:{offer.word}", side):
            _open(ui, offer.word)
    imgui.dummy(ImVec2(0, 0))
    for number, (icon, text, name) in enumerate(((icons.ICON_FA_FOLDER_OPEN, "All scenes", "scenes"),
                                                 (icons.ICON_FA_FILE, "Open a file ...", "file"),
                                                 (icons.ICON_FA_PLUS, "Make an empty scene", "new"))):
        label = f"{icon}  {text}##{name}"
        needed = imgui.calc_text_size(f"{icon}  {text}").x + 20 * ui.unit
        if number and imgui.get_item_rect_max().x + gap + needed <= imgui.get_window_pos().x + width:
            imgui.same_line(0, gap)
        if imgui.button(label):
            _other(ui, name)
        ui.note(f"welcome:{name}")


def _beginnings(ui: Ui) -> None:
    """Lessons, and the scenes that were opened last."""
    lessons, state = ui.state.lessons, ui.state
    ui.heading("Lessons")
    offers = lessons_of(lessons.entries, lessons.finished)
    if not offers:
        imgui.text_disabled("Reading the lessons ..." if lessons.reading else "There are no lessons")
    for offer in offers:
        if row(ui, offer, f"welcome:lesson:{offer.word}"):
            state.open_sheet = ""
            lessons.open(offer.word)
    if last := _last(ui):
        imgui.dummy(ImVec2(0, 2 * ui.unit))
        ui.heading("Last scenes")
    for offer in last:
        if row(ui, offer, f"welcome:last:{offer.word}"):
            _open(ui, offer.word)


def _last(ui: Ui) -> list[Offer]:
    """The scenes that were opened last, without the present one."""
    state, current = ui.state, ui.state.status.scene
    offers = last_of(state.last_scenes.scenes, state.scenes())
    return [offer for offer in offers if offer.word not in (current.id, current.file)][:LAST]


def _foot_height(ui: Ui) -> float:
    return imgui.get_frame_height() + 24 * ui.unit


def _foot(ui: Ui) -> None:
    """Keys worth knowing, and the switch."""
    imgui.separator()
    imgui.dummy(ImVec2(0, 0))
    start, room, keys = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x, ui.state.controls.keys
    switch = "Show this at every start"
    used = imgui.calc_text_size(switch).x + 60 * ui.unit
    x, middle, line = start.x, start.y + imgui.get_frame_height() / 2, imgui.get_text_line_height()
    for action, text in KEYS:
        cap = keys(action).partition(",")[0]
        wide, words = imgui.calc_text_size(cap).x + 12 * ui.unit, imgui.calc_text_size(text).x
        if x + wide + words + 8 * ui.unit > start.x + room - used:
            break
        low, high = (x, middle - line / 2 - 2 * ui.unit), (x + wide, middle + line / 2 + 2 * ui.unit)
        Canvas().box(low, high, ui.palette.hover, 5 * ui.unit)
        Canvas().text((x + 6 * ui.unit, middle - line / 2), cap, ui.palette.text)
        Canvas().text((x + wide + 6 * ui.unit, middle - line / 2), text, ui.palette.dim)
        x += wide + words + 24 * ui.unit
    imgui.set_cursor_screen_pos(ImVec2(start.x + max(room - used, 0.0), middle - line / 2 - 2 * ui.unit))
    if toggle(ui, switch, ui.state.settings.welcome):
        ui.state.change(welcome=not ui.state.settings.welcome)
    ui.note("welcome:at start")


def _open(ui: Ui, word: str) -> None:
    ui.state.open_sheet = ""
    ui.state.submit(LoadScene(word))


def _other(ui: Ui, name: str) -> None:
    """What a button under the scenes does."""
    if name == "scenes":
        ui.state.open_sheet = "scenes"
    elif name == "new":
        _open(ui, NEW)
    elif not ui.state.file_dialog.begin("Open a scene"):
        ui.state.open_sheet = "scenes"
        ui.state.say("There is no file dialog here: type the file's path", "warning")


PANEL = Panel(lambda: draw, SHEET + 4, hideable=False)
