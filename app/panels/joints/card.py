"""The card of the selected joint: its readings and its settings."""
from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.si_format import measure_text, places_of, prefix_of, quantity
from app.input.actions import edits_scene
from app.panels.editing import joint_fields
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.field import Field
from app.panels.widgets.fields import UNCHANGED, field
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.published.cards import End, JointCard, Setting
from app.simulation.commands import EditJoint, Select, SetJoint, SettleEdits

SCOPE = "joint."                   # prefix of the names of its widgets
PLOT = 22                          # [design px] height of a small plot
STEADY = 0.05                      # relative change of a reading that fills the height
ACROSS = 3                         # impulses in a line: the card keeps its height, whatever they are


def draw(ui: Ui, place: Rect) -> None:
    """The card at `place`, as high as its content; nothing when no joint is selected."""
    card = ui.state.status.joint
    if card is None:
        return
    with ui.window("joint", place._replace(height=0), most=place.height):
        imgui.dummy(ImVec2(place.width - 2 * imgui.get_style().window_padding.x, 0))
        ui.heading(card.name or type_text(card.type_name), type_text(card.type_name) if card.name else f"{card.uid}")
        ui.note("joint title")
        _ends(ui, card)
        if card.broken:
            with ui.colored(ui.palette.bad):
                imgui.text(f"{icons.ICON_FA_LINK_SLASH}  Broken")
            ui.tip("The force or torque it can bear was exceeded; switch it on to mend it")
        imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(8 * ui.unit, 3 * ui.unit))
        _readings(ui, card)
        imgui.pop_style_var()
        joint_fields.draw(ui, card)
        imgui.separator()
        _settings(ui, card)
        buttons(ui)


def type_text(type_name: str) -> str:
    """A type's name for display."""
    return type_name.replace("_", " ").capitalize()


def _ends(ui: Ui, card: JointCard) -> None:
    """Both bodies, each with a link to its own card."""
    link(ui, "a", card.a)
    imgui.same_line(0, 6 * ui.unit)
    imgui.text_disabled(icons.ICON_FA_LINK)
    imgui.same_line(0, 6 * ui.unit)
    link(ui, "b", card.b)


def link(ui: Ui, name: str, end: End) -> None:
    """A body's name; a click selects it."""
    if not end.uid:
        imgui.text_disabled(end.name)
        return
    imgui.push_id(name)
    with ui.colored(ui.palette.accent):
        imgui.text(end.name)
    clicked = imgui.is_item_clicked()
    if imgui.is_item_hovered():
        imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
    ui.note(f"link:{name}")
    ui.tip("Select this body")
    imgui.pop_id()
    if clicked:
        ui.state.submit(Select(end.uid))


def _readings(ui: Ui, card: JointCard) -> None:
    readings = ui.state.joint_readings
    if card.measure is not None:
        ui.fact(card.quantity.name, measure_text(card.measure, card.quantity.unit))
        sparkline(ui, "measure", readings.of("measure"))
    ui.fact("Force", quantity(math.hypot(*card.force), "N"))
    sparkline(ui, "force", readings.of("force"))
    ui.fact("Torque", quantity(math.hypot(*card.torque), "N m"))
    if card.gap is not None:
        ui.fact("Gap", quantity(card.gap, "m"))
        ui.tip("How far apart the places are that it holds together")
    if card.tilt is not None:
        ui.fact("Tilt", quantity(card.tilt, "rad"))
        ui.tip("How far the rotations that it holds are apart")
    if card.impulses:
        prefix, texts = impulse_texts(card.impulses)
        prefix = prefix if any(card.impulses) else ""
        ui.fact("Impulses", f"{prefix}N s, {prefix}N m s")
        ui.tip("What each row pushed in the last step: along an axis [N s] or around it [N m s]")
        start, pitch = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x / ACROSS
        for number, text in enumerate(texts):
            if number % ACROSS:
                imgui.same_line(start + number % ACROSS * pitch)
            imgui.text(text)
        ui.note("joint impulses")


def impulse_texts(impulses: Sequence[float]) -> tuple[str, list[str]]:
    """The prefix of the largest impulse and all impulses with that prefix, to as many places as it has with three digits."""
    largest = max(map(abs, impulses))
    scale, prefix = prefix_of(largest)
    places = places_of(largest / scale)
    return prefix, [f"{round(impulse / scale, places) + 0.0:.{places}f}" for impulse in impulses]


def sparkline(ui: Ui, name: str, values: list[float]) -> None:
    """The last readings as a line, scaled between their lowest and highest value."""
    start, width, height = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x, PLOT * ui.unit
    imgui.dummy(ImVec2(width, height))
    ui.note(f"plot:joint {name}")
    finite = [value for value in values if math.isfinite(value)]
    if len(finite) < 2:
        return
    low, high = min(finite), max(finite)
    span = max(high - low, STEADY * max(abs(high), abs(low)), 1e-12)
    low -= (span - (high - low)) / 2                     # nearly constant readings are a line in the middle
    canvas, pitch = Canvas(), width / max(len(values) - 1, 1)
    foot = start.y + height - 2 * ui.unit
    points = [(start.x + k * pitch, foot - (value - low) / span * (height - 4 * ui.unit))
              for k, value in enumerate(values) if math.isfinite(value)]
    canvas.line((start.x, foot + ui.unit), (start.x + width, foot + ui.unit), ui.palette.faint, ui.unit)
    canvas.curve(points, ui.palette.accent, 1.4 * ui.unit)


def _settings(ui: Ui, card: JointCard) -> None:
    """Every tunable of the joint; those of an axis are collapsed under the axis' name.  They are of the scene or of the running
    world alone, see `joint_fields`."""
    edits = joint_fields.shown(ui.state)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(8 * ui.unit, 4 * ui.unit))
    switch_first = sorted(card.settings, key=lambda setting: setting.name != "enabled")
    for group, settings in groupby(switch_first, key=lambda setting: setting.name.rpartition(".")[0]):
        settings = list(settings)
        if group and not _unfolded(ui, group, next((s.value for s in settings if s.about.kind == "choice"), "")):
            continue
        for setting in settings:
            value = field(ui, as_field(setting, SCOPE))
            if value is not UNCHANGED:
                ui.state.submit(EditJoint(card.uid, {setting.name: value}, f"{setting.name} {card.uid}") if edits else
                                SetJoint(card.uid, setting.name, value))
            if edits and imgui.is_item_deactivated_after_edit():
                ui.state.submit(SettleEdits())
    imgui.pop_style_var()


def as_field(setting: Setting, scope: str) -> Field:
    """A setting of a card as a widget's field."""
    return Field(setting.name, setting.about, setting.value, setting.standard, setting.unused, scope=scope)


def _unfolded(ui: Ui, axis: str, mode: str) -> bool:
    """The axis' name with its mode; whether its settings are expanded."""
    imgui.push_style_color(imgui.Col_.header, 0)
    opened = imgui.collapsing_header(f"{axis}   {mode}###{axis}")
    imgui.pop_style_color()
    ui.note(f"section:{SCOPE}{axis}")
    return opened


def buttons(ui: Ui) -> None:
    """Buttons that show the selection, remove it, unselect it.  While the scene is edited it is deleted from the scene."""
    edits = ui.state.status.edits
    of_scene = edits_scene(ui.state) and (edits.joint is not None or edits.body is not None)
    gone = ("delete", "Delete it from the scene (Delete)") if of_scene else ("remove", "Remove it (Delete)")
    for number, (icon, action, tip) in enumerate(((icons.ICON_FA_CROSSHAIRS, "frame_selection", "Look at it (F)"),
                                                  (icons.ICON_FA_TRASH, *gone),
                                                  (icons.ICON_FA_XMARK, "cancel", "Unselect (Escape)"))):
        if number:
            imgui.same_line(0, 6 * ui.unit)
        reason = ui.state.refusal(ui.state.control_of(action))
        imgui.begin_disabled(bool(reason))
        if imgui.button(f"{icon}##{action}", ImVec2(34 * ui.unit, 0)):
            ui.state.act(action)
        imgui.end_disabled()
        ui.note(f"button:selection {action}")
        ui.tip(reason or tip)
