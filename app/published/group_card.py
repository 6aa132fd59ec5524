"""The card of all selected bodies: which they are, what the scene says about them, and text for the clipboard."""
from __future__ import annotations

from typing import Any, NamedTuple

MIXED = "mixed"                   # in place of a value that differs among the bodies


class Copied(NamedTuple):
    """Text for the clipboard; `number` counts such texts."""

    number: int = 0
    text: str = ""


class GroupCard(NamedTuple):
    """All selected bodies.

    uids       of one or several, in the order of their selection; the last one is the selected body
    values     pairs of a key of a body in a scene and its value at all of them, or MIXED; of bodies that can be edited
    materials  names of the scene's materials
    refusal    why they cannot be edited, "" where they can
    copied     the last text that was copied
    """

    uids: tuple[int, ...] = ()
    values: tuple[tuple[str, Any], ...] = ()
    materials: tuple[str, ...] = ()
    refusal: str = ""
    copied: Copied = Copied()

    def value(self, key: str) -> Any:
        """The value of a key, None without one."""
        return dict(self.values).get(key)
