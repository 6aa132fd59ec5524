"""Knobs: a value in the text, and the setting of the scene that it turns."""
from __future__ import annotations

import dataclasses
from typing import Any

from app.lessons.inline import Draggable, Wrong
from app.lessons.lesson import Knob
from app.simulation.lesson import live_settings
from physics.definitions.tunable import SettingError, Tunable
from scenes.reading.document import Document
from scenes.schema.values import read
from scenes.variation import described as value_described

LIVE = ("solver.", "world.gravity", "world.friction", "world.restitution", "world.sleep", "joints.")


def knob_of(written: Draggable, document: Document) -> Knob:
    """The knob of a scene.  Raises Wrong."""
    try:
        live, about = _described(written.path, document)
        if about is None:
            raise ValueError(f"{written.path} is neither a number, a switch nor a choice")
        about = _narrowed(written, about)
        value = _value(written.path, about, written.value)
        if about.slider and written.low and not about.slider[0] <= value <= about.slider[1]:
            raise ValueError(f"{written.path}: {written.value} is not within {written.low}..{written.high}")
        return Knob(written.path, value, about, live)
    except ValueError as error:
        raise Wrong(written.column, str(error)) from None


def _described(path: str, document: Document) -> tuple[bool, Tunable | None]:
    """Whether a path is a live setting, and its description.  Raises ValueError."""
    if path.startswith(LIVE):
        return True, live_settings.described(path, document)
    if path.startswith("bodies.") and path.rpartition(".")[2] in live_settings.OF_BODIES:
        try:
            return True, live_settings.described(path, document)
        except ValueError:
            pass                                  # a body that has no name, or a value inside one
    return False, value_described(path, document)


def _narrowed(written: Draggable, about: Tunable) -> Tunable:
    """The description with the range, or the choices, of the text.  Raises ValueError."""
    kind, path = about.kind, written.path
    if kind == "choice":
        if not written.choices:
            raise ValueError(f"{path} is a choice; write the words between bars, as {' | '.join(about.choices[:2])}")
        for word in written.choices:
            about.check(path, word)
        return dataclasses.replace(about, choices=written.choices)
    if written.choices:
        raise ValueError(f"{path} is no choice among words")
    if kind == "switch":
        if written.low:
            raise ValueError(f"{path} is a switch; write on or off")
        return about
    if not written.low:
        raise ValueError(f"{path} is a number; write it with its range, as 0.2, 0..1")
    low, high = (_value(path, about, text) for text in (written.low, written.high))
    if not low < high:
        raise ValueError(f"{path}: the range {written.low}..{written.high} has no inside")
    if written.log and not low > 0:
        raise ValueError(f"{path}: a range by ratios (log) lies above 0")
    return dataclasses.replace(about, slider=(low, high), log=written.log)


def _value(path: str, about: Tunable, text: str) -> Any:
    """A value from text.  Raises ValueError."""
    if about.kind == "switch":
        if text not in ("on", "off"):
            raise ValueError(f"{path} is a switch; write on or off")
        return text == "on"
    try:
        return about.check(path, read(path, about, text))
    except SettingError as error:
        raise ValueError(str(error)) from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
