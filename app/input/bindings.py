"""The one table of keys and mouse gestures: what each does, in words; the help sheet and the palette print it.

Keys are chords like "Ctrl+Shift+P": modifiers in the order Ctrl Shift Alt, then the key's name.
"""
from __future__ import annotations

from typing import NamedTuple


class Control(NamedTuple):
    """One row: an action of `input.actions` (or "" for a gesture that only the pointer knows) and how to ask for it."""

    group: str
    label: str
    action: str = ""
    keys: tuple[str, ...] = ()
    mouse: str = ""


TIME, SCENES, BODIES, JOINTS, CAMERA, VARIANTS, SHOW, CAPTURE, PROGRAM = (
    "Time", "Scenes", "Bodies", "Joints", "Camera", "Compare", "Show", "Capture", "Program")

CONTROLS: tuple[Control, ...] = (
    Control(TIME, "Pause, go on", "pause", ("Space", "P")),
    Control(TIME, "One step", "step", (".", "Right")),
    Control(TIME, "Five steps", "step_five", ("Shift+.", "Shift+Right")),
    Control(TIME, "Restart the scene", "restart", ("R", "Backspace")),
    Control(TIME, "Slower", "slower", ("-",)),
    Control(TIME, "Faster", "faster", ("=",)),
    Control(SCENES, "Find a scene", "scenes", ("Ctrl+O",)),
    Control(SCENES, "Previous scene", "previous_scene", ("[",)),
    Control(SCENES, "Next scene", "next_scene", ("]",)),
    Control(SCENES, "Read the file again", "reload", ("Ctrl+L",)),
    Control(BODIES, "Grab", mouse="left drag on a body; Ctrl + left drag always"),
    Control(BODIES, "While grabbing: nearer, farther", mouse="wheel"),
    Control(BODIES, "While grabbing: move in the upright plane", mouse="Shift"),
    Control(BODIES, "While grabbing: pin it there", mouse="right click"),
    Control(BODIES, "Select", mouse="left click"),
    Control(BODIES, "Shoot a ball", "shoot", ("B",), "Shift + left click"),
    Control(BODIES, "Remove the selected body or joint", "remove", ("Delete",)),
    Control(JOINTS, "Make a joint", "join", ("J",)),
    Control(JOINTS, "Its two places", mouse="left click on a body, then on another or on the world"),
    Control(JOINTS, "Select a joint", mouse="left click on its mark"),
    Control(CAMERA, "Orbit", mouse="left drag beside the bodies; Alt + left drag always"),
    Control(CAMERA, "Pan", mouse="middle drag, Shift + right drag"),
    Control(CAMERA, "Look; with W A S D Q E held: fly", mouse="right drag"),
    Control(CAMERA, "Zoom to the pointer", mouse="wheel"),
    Control(CAMERA, "Frame the selected body or joint", "frame_selection", ("F",)),
    Control(CAMERA, "Frame everything", "frame_all", ("Home",)),
    Control(CAMERA, "Back to the scene's camera", "home_camera", ("Shift+Home",)),
    Control(VARIANTS, "Compare: one more variant, with the settings of this one", "compare", ("C",)),
    Control(VARIANTS, "Settings of the next variant", "next_variant", ("N",)),
    Control(VARIANTS, "Ghosts, or a picture for each variant", "split", ("V",)),
    Control(VARIANTS, "Plots of all variants", "plots", ("G",)),
    Control(VARIANTS, "Only this variant from now on", "alone", ("Shift+C",)),
    Control(VARIANTS, "Choose a variant", mouse="left click on its picture"),
    Control(SHOW, "Contact points", "contacts", ("1",)),
    Control(SHOW, "Contact normals", "normals", ("2",)),
    Control(SHOW, "Contact impulses", "impulses", ("3",)),
    Control(SHOW, "Bounding boxes", "aabbs", ("4",)),
    Control(SHOW, "Joints", "joints", ("5",)),
    Control(SHOW, "Errors of joints as colours", "joint_errors", ("6",)),
    Control(SHOW, "Joint labels", "joint_labels", ("7",)),
    Control(SHOW, "Islands as colours", "islands", ("8",)),
    Control(SHOW, "Statistics", "metrics", ("M", "F3")),
    Control(SHOW, "Panels", "panels", ("Tab",)),
    Control(SHOW, "Dark or light", "theme", ("Ctrl+T",)),
    Control(CAPTURE, "Screenshot", "screenshot", ("F12",)),
    Control(CAPTURE, "Start or stop a video", "record", ("F9",)),
    Control(CAPTURE, "Offline video, every step", "record_offline", ("Shift+F9",)),
    Control(PROGRAM, "Find a command", "palette", ("Ctrl+P", "Ctrl+Shift+P")),
    Control(PROGRAM, "This sheet", "help", ("?", "F1")),
    Control(PROGRAM, "Cancel, close", "cancel", ("Escape",)),
    Control(PROGRAM, "Quit", "quit", ("Ctrl+Q",)),
)

FLY_KEYS: dict[str, tuple[int, int, int]] = {      # held with the right button: steps to the right, forward, up
    "W": (0, 1, 0), "S": (0, -1, 0), "D": (1, 0, 0), "A": (-1, 0, 0), "E": (0, 0, 1), "Q": (0, 0, -1)}


def chord(key: str, ctrl: bool = False, shift: bool = False, alt: bool = False) -> str:
    """The chord as the table writes it; Shift and / are the key "?"."""
    if key == "/" and shift and not (ctrl or alt):
        return "?"
    return "".join(("Ctrl+" if ctrl else "", "Shift+" if shift else "", "Alt+" if alt else "", key))


def by_chord() -> dict[str, Control]:
    """Chord -> the control it asks for."""
    return {key: control for control in CONTROLS for key in control.keys}


def keys_of(action: str) -> tuple[str, ...]:
    """The chords of an action, () when it has none."""
    return next((control.keys for control in CONTROLS if control.action == action), ())
