"""The panel at the right: the settings of the running world, the energy plot, overlays and view settings."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.draw.view_setting import INSIDE, MOUSE, OVERLAYS, SCALES, VIDEO, VIEW, placements, view_setting
from app.panels import energy_plot, world_settings
from app.panels.panel import BESIDE, Panel
from app.panels.variants import bar
from app.panels.widgets.field import Field, fields_among
from app.panels.widgets.fields import COLUMN, ROOMY, fields_of, toggle, toggle_width
from app.panels.widgets.ui import SCROLLING, Ui
from app.simulation.commands import ResetTuning, SetSolver, UsePreset
from app.ui.ui_state import UiState
from physics.definitions.settings import JOINTS, PRESET_LIST
from physics.definitions.tunable import Tunable, tunables

CHIEF = ("iterations", "substeps", "warm_start")                        # sliders always visible, after beta
CHOICES = ("method", "stabilization", "friction_model")
MORE = "More solver settings"
OF_JOINTS = "Joints"
SECTIONS = (INSIDE, OF_JOINTS, MORE, MOUSE, VIEW, VIDEO, SCALES)          # that unfold
PAIRED = 260                       # [design px] width of two switches beside each other
WARNINGS = {("joint_stabilization", "baumgarte"):
            "swept with full warm start this diverges under heavy loads: the push out of error stays in the impulse that the "
            "next step starts from. A heavy ball on a light chain shows it; split impulse and soft stay calm"}


def draw(ui: Ui) -> None:
    """The whole panel."""
    with ui.window("panel", ui.layout.panel, backed=True):
        _title(ui)
        imgui.separator()
        bar.draw(ui)
        imgui.begin_child("##scroll", ImVec2(0, 0), imgui.ChildFlags_.nav_flattened)
        imgui.begin_disabled(ui.state.view is None)
        imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(10 * ui.unit, 4 * ui.unit))
        _solver(ui)
        _overlays(ui)
        imgui.separator()
        energy_plot.draw(ui)
        world_settings.dials(ui)
        world_settings.switches(ui)
        _more(ui)
        imgui.pop_style_var()
        imgui.end_disabled()
        imgui.end_child()


def _title(ui: Ui) -> None:
    card, view = ui.state.status.scene, ui.state.view
    imgui.push_text_wrap_pos(0)
    with ui.bold(18):
        imgui.text_unformatted(card.title or "No scene")
    imgui.pop_text_wrap_pos()
    ui.note("scene title")
    if card.about:
        ui.tip(card.about.strip())
    if view is not None:
        count = len(view.table.uids)
        text = "1 body" if count == 1 else f"{count:,} bodies"
        if imgui.get_item_rect_size().x + imgui.calc_text_size(text).x + 12 * ui.unit < imgui.get_content_region_avail().x:
            imgui.same_line()
            imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 2.5 * ui.unit)
        imgui.text_disabled(text)


def _solver(ui: Ui) -> None:
    status, state = ui.state.status, ui.state
    solver, standard = status.tuning.solver, status.scene_tuning.solver
    _preset(ui, solver, standard)
    imgui.dummy(ImVec2(0, 1 * ui.unit))
    for name, value in fields_of(ui, _of_solver(ui, ("beta",))).items():
        state.submit(SetSolver(name, value))
    world_settings.sliders(ui)
    for name, value in fields_of(ui, _of_solver(ui, (*CHIEF, *CHOICES))).items():
        state.submit(SetSolver(name, value))


def _of_solver(ui: Ui, names: Sequence[str]) -> list[Field]:
    """Fields of the chosen variant's solver, with warnings and the other variants' values."""
    status = ui.state.status
    solver, variants = status.tuning.solver, [variant.tuning.solver for variant in status.variants]
    return [what._replace(warning=WARNINGS.get((what.name, what.value), ""),
                          variants=world_settings.apart([getattr(solver, what.name) for solver in variants]))
            for what in fields_among(solver, status.scene_tuning.solver, names)]


def _preset(ui: Ui, solver, standard) -> None:
    """A choice among the presets, and a button that restores the scene's settings."""
    other = "scene's own" if solver == standard else "custom"
    current = next((preset for preset in PRESET_LIST if preset.settings == solver), None)
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(10 * ui.unit, 3 * ui.unit))
    imgui.align_text_to_frame_padding()
    imgui.text_disabled("Preset")
    imgui.same_line(COLUMN * imgui.get_window_width() if imgui.get_content_region_avail().x > ROOMY * ui.unit else 0.0)
    reset = 30 * ui.unit
    imgui.set_next_item_width(-reset - 6 * ui.unit)
    opened = imgui.begin_combo("##preset", current.title if current else other)
    ui.note("field:preset")
    if opened:
        for preset in PRESET_LIST:
            if imgui.selectable(preset.title, preset is current)[0]:
                ui.state.submit(UsePreset(preset.name))
            ui.note(f"choice:preset:{preset.name}")
            ui.tip(preset.about)
        imgui.end_combo()
    else:
        ui.tip(current.about if current else "A whole set of solver settings")
    imgui.same_line(0, 6 * ui.unit)
    if imgui.button(icons.ICON_FA_ROTATE_LEFT, ImVec2(reset, 0)):
        ui.state.submit(ResetTuning())
    ui.note("button:reset tuning")
    ui.tip("Restore all settings of the scene")
    imgui.pop_style_var()


def _overlays(ui: Ui) -> None:
    """Switches of the overlays, two in a row where there is room."""
    imgui.dummy(ImVec2(0, 1 * ui.unit))
    _switches(ui, OVERLAYS)
    if _section(ui, INSIDE, tuple(in_group(ui, INSIDE))):
        _switches(ui, INSIDE)


def _switches(ui: Ui, group: str) -> None:
    """The switches of a group of overlays, two in a row where all labels have room."""
    room = imgui.get_content_region_avail().x
    longest = max(toggle_width(ui, about.label) for about in in_group(ui, group).values())
    paired = room > PAIRED * ui.unit and longest <= 0.5 * room
    if not imgui.begin_table(f"##{group}", 2 if paired else 1):
        return
    for name, about in in_group(ui, group).items():
        imgui.table_next_column()
        if toggle(ui, about.label, getattr(ui.state.settings, name)):
            ui.state.act(name)
        ui.note(f"field:{name}")
        ui.tip(f"{about.help}  ({ui.state.controls.keys(name)})")
    imgui.end_table()


def _more(ui: Ui) -> None:
    """All remaining settings, collapsed; every tunable of the solver and of the view is shown without being listed."""
    status, state = ui.state.status, ui.state
    solver, chief = status.tuning.solver, ("beta", *CHIEF, *CHOICES)
    others = {name: about.group for name, about in tunables(type(solver)).items() if name not in chief}
    for title, group in ((OF_JOINTS, JOINTS), (MORE, "")):
        names = [name for name, own in others.items() if own == group]
        if _section(ui, title, names):
            for name, value in fields_of(ui, _of_solver(ui, names)).items():
                state.submit(SetSolver(name, value))
    standard = type(state.settings)()
    for group in (MOUSE, VIEW, VIDEO, SCALES):
        names = tuple(in_group(ui, group))
        if _section(ui, group, names):
            known = placements(type(state.settings))
            changes = fields_of(ui, (what._replace(zero=known[what.name][1].zero)
                                     for what in fields_among(state.settings, standard, names)))
            if changes:
                state.change(**changes)


def in_group(ui: Ui, group: str) -> dict[str, Tunable]:
    """Name and description of the view settings of a group."""
    return {name: about for name, (about, place) in placements(type(ui.state.settings)).items() if place.group == group}


def fold_of(title: str) -> str:
    """The name of the view setting that keeps a section unfolded."""
    return f"unfold_{title.lower().replace(' ', '_')}"


def folds() -> dict[str, Any]:
    """A view setting for each section: whether it is unfolded, from one start of the program to the next."""
    return {fold_of(title): view_setting(False, label=f"Unfold {title.lower()}", help=f"The section {title} is unfolded")
            for title in SECTIONS}


def _section(ui: Ui, title: str, names: Sequence[str]) -> bool:
    """A heading that unfolds, also when one of its settings is found; whether it is unfolded."""
    found, fold = ui.state.found, fold_of(title)
    searched = found is not None and found.age(ui.state.now) < SCROLLING and found.widget.removeprefix("field:") in names
    imgui.set_next_item_open(searched or getattr(ui.state.settings, fold))
    imgui.push_style_color(imgui.Col_.header, 0)
    opened = imgui.collapsing_header(title)
    imgui.pop_style_color()
    ui.note(f"section:{title}")
    if opened != getattr(ui.state.settings, fold):
        ui.state.change(**{fold: opened})
    return opened


def wanted(state: UiState) -> bool:
    """Whether no card of a lesson has its place."""
    return state.lessons.teacher is None or not state.settings.lesson


PANEL = Panel(lambda: draw, BESIDE, wanted=wanted)
