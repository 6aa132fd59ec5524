"""Generators in the editor: the card of that of the selected body, the preview of a new one, and their edits."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.published.generators import GeneratorCard
from physics.definitions.tunable import SettingError


class Generating:
    """The generators of a session's scene, for `editing`."""

    def __init__(self, editing: Any, session: Any):
        self._editing, self._session = editing, session
        self.preview: Any = None                         # `scenes.preview.Preview` of one that may be added, None without
        self._card: GeneratorCard | None = None
        self._card_of: tuple[Any, ...] = ()              # selection and content for which it was made

    def show(self, word: str, values: Mapping[str, Any]) -> None:
        """Show what a generator would make; "" shows none."""
        from scenes.preview import preview
        self.preview = preview(self._editing.draft.document, word, values) if word else None

    def add(self, word: str, values: Mapping[str, Any]) -> None:
        """Add a generator, and select its first body.  Raises SettingError."""
        from scenes.editing.generators import add_generator
        self.show(word, values)
        problem, self.preview = self.preview.problem, None
        if problem:
            raise SettingError("add", problem)
        self._editing.do(lambda content: add_generator(content, word, values, self._editing.taken),
                         lambda document: document.numbers_of("generate", len(document.scene.generate) - 1)[0])

    def change(self, number: int, values: Mapping[str, Any], merges: str) -> None:
        """Change keys of a generator; its body that is selected stays so.  Raises SettingError."""
        from scenes.editing.generators import set_generator
        self._known(number)
        offset = self._offset(number)
        self._editing.do(lambda content: set_generator(content, number, values, merges), lambda document: self._body(
            document.numbers_of("generate", number), offset))

    def remove(self, number: int) -> None:
        """Remove a generator, with what names its bodies.  Raises SettingError."""
        from scenes.editing.generators import remove_generator
        self._known(number)
        self._editing.do(lambda content: remove_generator(content, number, self._editing.draft.document))

    def break_up(self, number: int) -> None:
        """Plain bodies and joints in place of a generator; the selected one stays selected.  Raises SettingError."""
        from scenes.editing.generators import break_up
        self._known(number)
        draft = self._editing.draft
        first = draft.document.numbers_of("generate", number)
        kept = self._body(first, self._offset(number))
        self._editing.do(lambda content: break_up(content, number, draft.document), lambda document: kept)
        self._session.notify(f"{len(first):,} bodies are single ones now: each can be edited by itself")

    def _known(self, number: int) -> None:
        if not 0 <= number < len(self._editing.draft.content.get("generate") or ()):
            raise SettingError("edit", "the generator to edit is gone")

    def _offset(self, number: int) -> int:
        """Which body of a generator is selected, 0 for none."""
        at = self._editing.number_of(self._session.selection)
        numbers = self._editing.draft.document.numbers_of("generate", number)
        return numbers.index(at) if at in numbers else 0

    @staticmethod
    def _body(numbers: list[int], offset: int) -> int | None:
        return numbers[min(offset, len(numbers) - 1)] if numbers else None

    @property
    def card(self) -> GeneratorCard | None:
        """The generator of the selected body; None where it is a single one."""
        session = self._session
        of = session.run, session.selection, self._editing.content_now
        if self._card_of[:2] != of[:2] or self._card_of[2] is not of[2]:
            self._card, self._card_of = self._made(), (*of[:2], self._editing.content_now)
        return self._card

    def _made(self) -> GeneratorCard | None:
        from scenes.editing.generators import word_of
        session = self._session
        document = getattr(session.variant.run, "document", None) if session.variant is not None else None
        number = self._editing.number_of(session.selection)
        origins = getattr(document, "origins", ())
        if number is None or number >= len(origins) or origins[number][0] != "generate" or document.values:
            return None
        index = origins[number][1]
        entry = self._editing.draft.content["generate"][index]
        word = word_of(entry)
        return GeneratorCard(index, word, dict(entry[word]), sum(origin == origins[number] for origin in origins))
