"""The fields of a shape: its kind, its lengths, and the points of a hull as text; for a body's card and for generators."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from imgui_bundle import ImVec2, imgui

from app.panels.editing.labels import label
from app.panels.widgets.ui import Ui
from scenes.schema.shapes import FINITE, points_in, shape_like, short, text_of_points

LEAST, MOST = 1e-3, 1e4                # [m] of lengths
SPEED = 0.01                           # of a length for each pixel of a drag, over 1 or the length
MOST_NAMED = 4                         # parts of a compound
LINES = 6                              # of points that are seen at once
POINTS_TIP = ("The points whose convex hull the body is, x y z in m, one a line; Enter takes them, Ctrl+Enter begins a line. "
              "Its position is its centre of mass")
LENGTHS = {"box": ("size",), "sphere": ("radius",), "capsule": ("radius", "half_length"), "cylinder": ("radius", "half_length"),
           "cone": ("radius", "half_length")}


class Made(NamedTuple):
    """What was changed: the shape as in a file, and the word by which changes in a row are one, "" for none."""

    shape: dict[str, Any] | None = None
    word: str = ""
    ended: bool = False                # a drag or a text ended


def draw(ui: Ui, scope: str, shape: Mapping[str, Any], half: Sequence[float], column: float) -> Made:
    """The fields of a shape as in a file, all numbers plain, with these half extents [m]; notes of widgets begin with `scope`,
    and values at this share of the panel's width."""
    word = next(iter(shape))
    imgui.push_id(word)
    chosen = _kind(ui, scope, word, column)
    made = {"convex": _points, "compound": _parts}.get(word, _lengths)(ui, scope, shape, column)
    imgui.pop_id()
    return made if chosen is None else Made(shape_like(chosen, half), "", True)


def _kind(ui: Ui, scope: str, word: str, column: float) -> str | None:
    """The list of kinds; the one that is chosen, None without a change."""
    chosen = None
    label(ui, "shape", column)
    if imgui.begin_combo("##shape", word):
        for other in FINITE:
            if imgui.selectable(other, other == word)[0] and other != word:
                chosen = other
            ui.note(f"{scope}:shape {other}")
        imgui.end_combo()
    ui.note(f"{scope}:shape")
    ui.tip("Its kind; another one of the same size takes its place")
    return chosen


def _lengths(ui: Ui, scope: str, shape: Mapping[str, Any], column: float) -> Made:
    """A field for each length; of a box its edges."""
    (word, keys), made, ended = next(iter(shape.items())), None, False
    for key in LENGTHS[word]:
        given = [2 * x for x in keys["half"]] if word == "box" else [keys[key]]
        label(ui, key.replace("_", " "), column)
        speed, shown = SPEED * max(1.0, abs(given[0])), given if len(given) > 1 else given[0]
        changed, lengths = drag_of(len(given))(f"##{key}", shown, speed, LEAST, MOST, "%.3g")
        ended |= imgui.is_item_deactivated_after_edit()
        ui.note(f"{scope}:{key}")
        if changed:
            sizes = [short(min(max(x, LEAST), MOST)) for x in (lengths if len(given) > 1 else [lengths])]
            other = {"half": [short(x / 2) for x in sizes]} if word == "box" else {key: sizes[0]}
            made = {word: {**{name: plain(value) for name, value in keys.items()}, **other}}, key
    return Made(*(made or (None, "")), ended)


def drag_of(count: int) -> Any:
    """ImGui's widget for so many numbers."""
    return {1: imgui.drag_float, 3: imgui.drag_float3}[count]


def plain(value: Any) -> Any:
    """Lengths as people write them."""
    return [plain(x) for x in value] if isinstance(value, (list, tuple)) else short(value)


def _parts(ui: Ui, scope: str, shape: Mapping[str, Any], column: float) -> Made:
    """The parts of a compound, which are left to the file."""
    label(ui, "parts", column)
    imgui.text_disabled(", ".join(next(iter(part["shape"])) for part in shape["compound"][:MOST_NAMED])
                        + (" ..." if len(shape["compound"]) > MOST_NAMED else ""))
    ui.note(f"{scope}:parts")
    return Made()


def _points(ui: Ui, scope: str, shape: Mapping[str, Any], column: float) -> Made:
    points = shape["convex"]["points"]
    label(ui, "points", column)
    flags = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.ctrl_enter_for_new_line
    room = ImVec2(-1, (min(len(points), LINES) + 1) * imgui.get_text_line_height())
    entered, text = imgui.input_text_multiline("##points", text_of_points(points), room, flags)
    ui.note(f"{scope}:points")
    ui.tip(POINTS_TIP)
    if not entered:
        return Made()
    try:
        return Made({"convex": {"points": points_in(text)}}, "", True)
    except ValueError as error:
        ui.state.say(str(error), "warning")
        return Made()
