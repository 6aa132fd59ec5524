"""The panel of camera and film: what the scene's film plan has, to play, change and save."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.adviser.findings import strong_button
from app.panels.film import texts, views
from app.panels.panel import BESIDE, DOCK, Panel
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

SHARES = (0.24, 0.26)              # of the width, for bookmarks and for the path; captions and slow motion take the rest
GAP = 8                            # [design px] between two buttons


def draw(ui: Ui) -> None:
    """Buttons, and below them the four lists."""
    with ui.window("film", ui.layout.dock, imgui.WindowFlags_.no_scrollbar, backed=True):
        _head(ui)
        imgui.separator()
        width = imgui.get_content_region_avail().x
        for name, share, drawn in (("views", SHARES[0], views.bookmarks), ("path", SHARES[1], views.path),
                                   ("texts", 0.0, texts.draw)):
            imgui.begin_child(f"##{name}", ImVec2(share * width, 0), imgui.ChildFlags_.nav_flattened)
            drawn(ui)
            imgui.end_child()
            if share:
                imgui.same_line()


def _head(ui: Ui) -> None:
    """Play, follow, save, and whether there is something to save."""
    state, film = ui.state, ui.state.film
    keys, player = state.controls.keys, film.player
    icon, text = (icons.ICON_FA_STOP, "Stop") if player.playing else (icons.ICON_FA_PLAY, "Play")
    if strong_button(ui, f"{icon}  {text}", "play path", film.plan.end > 0.0):
        state.act("play_path")
    ui.tip(f"Along the path and in slow motion, from the beginning where it is over  ({keys('play_path')})")
    imgui.same_line(0, GAP * ui.unit)
    if strong_button(ui, f"{icons.ICON_FA_CROSSHAIRS}  {_followed(state)}", "follow", player.followed is not None):
        state.act("follow_selection")
    ui.tip(f"The camera looks at the selected body and moves with it, or no longer  ({keys('follow_selection')})")
    imgui.same_line(0, GAP * ui.unit)
    unsaved = film.editor.changed or state.status.edits.changed
    imgui.begin_disabled(not unsaved)
    if strong_button(ui, f"{icons.ICON_FA_FLOPPY_DISK}  Save", "save film", unsaved):
        state.act("save_film")
    imgui.end_disabled()
    ui.tip(f"Into the scene's file, whose comments and order stay; of a scene of the program into a copy  ({keys('save_film')})")
    imgui.same_line(0, GAP * ui.unit)
    with ui.colored(ui.palette.warning if unsaved else ui.palette.dim):
        imgui.text_unformatted("not saved" if unsaved else "as in the file")
    ui.note("film:saved")


def _followed(state: UiState) -> str:
    """What the button about the followed body says."""
    player = state.film.player
    row = None if player.followed is None else state.view.table.index(player.followed)
    if row is None:
        return "Follow"
    return f"Follows {state.view.table.names[row] or f'body {player.followed}'}"


def wanted(state: UiState) -> bool:
    """Whether a scene is open."""
    return state.view is not None


PANEL = Panel(lambda: draw, BESIDE + 6, wanted, place=DOCK, switch="film", default=False, keys=("U",),
              instead=("inside_step", "advice", "log", "events"), label="Camera and film",
              help="Bookmarks, the camera's path, captions and slow motion of the scene: play, change and save them")
