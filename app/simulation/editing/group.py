"""The group: all selected bodies of a session, of which `session.selection` is the last.

It lasts while the selected body is one of it, so a click on another body, a way back to where one is gone, or a joint ends it.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from app.published.group_card import MIXED, Copied, GroupCard
from physics.definitions.shapes import HeightField, Plane

KEYS = ("type", "material", "mass", "density", "friction", "restitution", "rolling_resistance", "spinning_resistance",
        "color")                                 # whose values the card has


class Group:
    """The selected bodies of a session."""

    def __init__(self, session: Any):
        self._session = session
        self._uids: tuple[int, ...] = ()
        self._copied = Copied()
        self._known: tuple[Any, tuple[int, ...], GroupCard] | None = None        # a document, uids, and their card

    @property
    def uids(self) -> tuple[int, ...]:
        """Uids of the selected bodies that are there."""
        session = self._session
        if session.selection is None or session.variant is None:
            return ()
        if session.selection not in self._uids:
            return (session.selection,)
        there = np.isin(self._uids, np.asarray(session.variant.world.uids))
        return tuple(uid for uid, is_there in zip(self._uids, there, strict=True) if is_there)

    def choose(self, uids: Iterable[int]) -> None:
        """Select these bodies, in place of all others."""
        session, self._uids = self._session, tuple(dict.fromkeys(uids))
        session.selection, session.selected_joint = self._uids[-1] if self._uids else None, None

    def forget(self) -> None:
        """The bodies are gone."""
        self._uids = ()

    def toggle(self, uid: int) -> None:
        """Add a body to the selection, or take it out."""
        uids = self.uids
        self.choose([one for one in uids if one != uid] if uid in uids else [*uids, uid])

    def choose_all(self) -> None:
        """Select all bodies under `bodies` of the scene but planes and height fields."""
        editing = self._session.editing
        document = editing.document
        there = [] if document is None else [int(uid) for uid in self._session.variant.world.uids]
        self.choose(uid for uid in there if (number := editing.number_of(uid)) is not None and _is_own(document, number)
                    and not isinstance(document.bodies[number].shape, (Plane, HeightField)))
        if not self._uids:
            self._session.notify("This scene has no bodies of its own to select")

    def copy(self, text: str, said: str) -> None:
        """Hand a text to the window, which puts it on the clipboard."""
        self._copied = Copied(self._copied.number + 1, text)
        self._session.notify(said)

    @property
    def card(self) -> GroupCard:
        """What the window shows of them; made anew when the selection or the document has changed."""
        uids, document = self.uids, self._session.editing.document
        if self._known is None or self._known[0] is not document or self._known[1] != uids:
            self._known = document, uids, self._described(document, uids)
        card = self._known[2]
        return card if card.copied == self._copied else card._replace(copied=self._copied)

    def _described(self, document: Any, uids: Sequence[int]) -> GroupCard:
        if document is None or not uids:
            return GroupCard(tuple(uids))
        materials = tuple(document.scene.materials)
        numbers = [self._session.editing.number_of(uid) for uid in uids]
        made = [number for number in numbers if number is None or not _is_own(document, number)]
        if made:
            name = "" if made[0] is None or made[0] >= len(document.bodies) else document.bodies[made[0]].name
            return GroupCard(tuple(uids), (), materials, f"{name or 'A body'} is not one of the scene's own bodies")
        told = [_values(document, number) for number in numbers]
        return GroupCard(tuple(uids), tuple((key, _common([values[key] for values in told])) for key in KEYS), materials)


def _is_own(document: Any, number: int) -> bool:
    """Whether a body of the document stands under `bodies`, and no generator makes it."""
    return number < len(document.origins) and document.origins[number][0] == "bodies"


def _values(document: Any, number: int) -> dict[str, Any]:
    """The values of the keys of one body, those of its material included."""
    plan, section = document.bodies[number], document.scene.bodies[document.origins[number][1]]
    return {key: getattr(section, key, None) if key in ("material", "color") else getattr(plan, key) for key in KEYS}


def _common(values: Sequence[Any]) -> Any:
    """The value that all have, or MIXED."""
    return values[0] if all(value == values[0] for value in values) else MIXED
