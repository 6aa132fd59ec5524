"""Clipboard: texts between the display's clipboard and ImGui, whose C++ cannot pass on what Python raises.

A clipboard fails where the display has none, or where the program that owns its text does not answer: it then counts as empty.
"""
from __future__ import annotations

from contextlib import suppress
from typing import Protocol


class Owner(Protocol):
    """A window of pyglet's."""

    def get_clipboard_text(self) -> str | None:
        """The text in the clipboard."""

    def set_clipboard_text(self, text: str) -> None:
        """Put a text into the clipboard."""


def read(window: Owner) -> str:
    """The text in the clipboard, "" without one."""
    try:
        return window.get_clipboard_text() or ""
    except Exception:  # whatever the display raises: see above
        return ""


def write(window: Owner, text: str) -> None:
    """Put a text into the clipboard, where that is possible."""
    with suppress(Exception):  # whatever the display raises
        window.set_clipboard_text(text)
