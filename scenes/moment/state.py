"""The state of a scene: the section `state` as bytes of a moment, put into the world that was built of the scene.

Where it does not fit, the world stays as it was built, and its `note` says why.
"""
from __future__ import annotations

import base64
from typing import Any

from physics.definitions.known_names import PUT
from scenes.schema.state import StateSection

LINE = 120                           # letters of a line of data
NOT_USED = "the saved state of this moment is not used"
BEGINS = "contacts, turns of joints and times at rest begin anew"
CHANGED = "bodies, joints or settings of the scene were changed since"


def section_of(data: bytes, fits: str) -> dict[str, str]:
    """The section of a moment's bytes, for the text of a scene."""
    text = base64.b85encode(data).decode("ascii")
    return {"fits": fits, "data": "\n".join(text[at:at + LINE] for at in range(0, len(text), LINE))}


class State:
    """The state of a scene, for the world that is being built of it."""

    def __init__(self, section: StateSection | None, bodies: int):
        """`bodies`: how many the scene has."""
        self._section, self._why, self._data, self._uids = section, "", b"", None
        if section is None:
            return
        from physics.history import moment
        try:
            self._data = base64.b85decode(section.data)
            self._uids = moment.uids_of(self._data)
        except moment.DoesNotFit as error:
            self._why = str(error)
        except ValueError:
            self._why = "it is damaged"
        if self._uids is not None and len(self._uids) != bodies:
            self._why = CHANGED

    @property
    def uids(self) -> list[int] | None:
        """The numbers that the bodies get; None: those that a world gives."""
        return None if self._uids is None or self._why else [int(one) for one in self._uids]

    def number_next(self, world: Any, number: int) -> None:
        """Let the next body, which is number `number` of the scene, have the uid that it had."""
        if self._uids is not None and not self._why:
            from physics.history import moment
            moment.number_next(world, self._uids[number])

    def put_into(self, world: Any) -> None:
        """Put it into the world, once all bodies and joints are there."""
        if self._section is None:
            return
        from physics.history import moment
        if not self._why and self._section.fits != moment.likeness(world):
            self._why = CHANGED
        if not self._why:
            try:
                moment.put_into(world, self._data)
            except moment.DoesNotFit as error:
                self._why = str(error)
        if self._why:
            PUT(world, "note", f"{NOT_USED}: {self._why}; {BEGINS}")


def first_uids(section: StateSection | None, bodies: int) -> list[int]:
    """The uids that the bodies of a scene have in a world that was just built, in order."""
    found = State(section, bodies).uids
    return list(range(1, bodies + 1)) if found is None else found
