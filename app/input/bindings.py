"""Control: one action of the user, with its keys, its mouse gesture, its button and its function.

Keys are chords like "Ctrl+Shift+P": modifiers in the order Ctrl Shift Alt, then the key's name.  The controls themselves are
in `actions`; the switches of view settings join them in `app.ui.controls`.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from app.input.action_target import ActionTarget

GROUPS = TIME, SCENES, EDIT, LESSONS, BODIES, JOINTS, CAMERA, COMPARE, SHOW, CAPTURE, PROGRAM = (
    "Time", "Scenes", "Edit", "Lessons", "Bodies", "Joints", "Camera", "Compare", "Show", "Capture", "Program")

MAKE = 10                  # the first group of buttons that are in the card *Make*

Action = Callable[[ActionTarget], None]


class Button(NamedTuple):
    """A button of the toolbar, or in groups from MAKE on of the card *Make*: its place, and its icon and tint in a state.

    Icons are names of Font Awesome in capitals, tints names of the palette, "" for none.
    """

    group: int
    place: int
    look: Callable[[ActionTarget], tuple[str, str]]


class Control(NamedTuple):
    """One row: a word for scripts ("" for a gesture that only the mouse tool handles), its keys and gestures, its function, its
    effect in a sentence, which a search reads, and whether it is possible on the world of a script that is watched."""

    group: str
    label: str
    action: str = ""
    keys: tuple[str, ...] = ()
    mouse: str = ""
    perform: Action | None = None
    button: Button | None = None
    help: str = ""
    watching: bool = True


FLY_KEYS: dict[str, tuple[int, int, int]] = {      # held with the right button: steps to the right, forward, up
    "W": (0, 1, 0), "S": (0, -1, 0), "D": (1, 0, 0), "A": (-1, 0, 0), "E": (0, 0, 1), "Q": (0, 0, -1)}


def chord(key: str, ctrl: bool = False, shift: bool = False, alt: bool = False) -> str:
    """The chord in the table's notation; Shift and / are the key "?", which on some keyboards is Shift and another key."""
    if key in ("/", "?") and shift and not (ctrl or alt):
        return "?"
    return "".join(("Ctrl+" if ctrl else "", "Shift+" if shift else "", "Alt+" if alt else "", key))
