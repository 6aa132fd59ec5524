"""A draft: a scene's document with the edits that were made since, each of which can be taken back and made again.

    draft = Draft(scenes.load("welcome"))
    draft.do(bodies.add_body(draft.content, {"shape": {"sphere": {"radius": 0.5}}, "position": [0, 0, 3]}))
    draft.undo(); draft.redo()
    saved = draft.save("mine.yaml")

Each state is the content before it, changed along one path, so that a state costs what its edit says and not what the scene
does.  The text, with comments and order as they were, is made of the first text and all operations when somebody asks for it.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from impulse.files.writing import write_text
from scenes.editing.edit import Edit
from scenes.editing.operations import Nowhere, Operation
from scenes.editing.text import text_after
from scenes.loader import Source, document_of, loads, read_bytes
from scenes.reading.document import Document
from scenes.schema.nodes import compose, decode
from scenes.schema.problems import Problem, SceneError

MOST = 10_000             # edits that can be taken back; of more the first ones stay


class State(NamedTuple):
    """The document after an edit."""

    document: Document
    content: Mapping[str, Any]
    edit: Edit | None                  # which led here; None at the start


class Draft:
    """A document that is being edited."""

    def __init__(self, document: Document, file_text: str | None = None):
        """`file_text`: that of the document's file, where the document has edits that the file has not.  Raises SceneError for a
        document whose text is none."""
        self._first = document
        self._root = _root_of(document)
        self._states = [State(document, self._root.plain(), None)]
        self._kept: list[Operation] = []                     # those of edits that cannot be taken back any more
        self._at = 0                                         # number of the present state
        self._saved = self.content if file_text is None else None         # the content that the file has
        self._path = document.path                           # that file, None before there is one
        self._file = document.text if file_text is None else file_text    # and its text
        self._merging = False                                # whether the next edit may be one with the last

    @property
    def content(self) -> Mapping[str, Any]:
        """The present content, as plain mappings, lists and texts; not to be changed."""
        return self._states[self._at].content

    @property
    def document(self) -> Document:
        """The present document.  Its text is that of the first one: see `text`."""
        return self._states[self._at].document

    @property
    def text(self) -> str:
        """The present text."""
        edits = [state.edit for state in self._states[1:self._at + 1]]
        return text_after(self._first.text, [*self._kept, *(one for edit in edits for one in edit.operations)])

    @property
    def changed(self) -> bool:
        """Whether the file has another state."""
        return self._saved is not self.content

    @property
    def file_text(self) -> str:
        """The text that the file has, unless another program has changed it."""
        return self._file

    @property
    def undoable(self) -> str:
        """The name of the edit that `undo` takes back, "" for none."""
        return self._states[self._at].edit.label if self._at else ""

    @property
    def redoable(self) -> str:
        """The name of the edit that `redo` makes again, "" for none."""
        return self._states[self._at + 1].edit.label if self._at + 1 < len(self._states) else ""

    def do(self, edit: Edit) -> Document:
        """Make an edit; what was taken back is forgotten.  Raises SceneError, and changes nothing, where it leads to no scene."""
        before = self._states[self._at]
        try:
            content = edit.content(before.content)
        except Nowhere as error:
            raise SceneError([Problem(edit.label, 0, 0, "", str(error))]) from None
        document = self._document(content, edit)
        del self._states[self._at + 1:]
        if self._merging and edit.merges and before.edit is not None and before.edit.merges == edit.merges:
            edit = Edit(edit.label, (*before.edit.operations, *edit.operations), edit.merges)
            self._states.pop()
        self._states.append(State(document, content, edit))
        if len(self._states) > MOST + 1:
            self._kept += self._states[1].edit.operations
            self._states[1] = self._states[1]._replace(edit=None)
            del self._states[0]
        self._at, self._merging = len(self._states) - 1, True
        return document

    def before(self, merges: str) -> Document:
        """The document before the series of edits with these words in `merges` that is under way; without one the present."""
        last = self._states[self._at].edit
        going = self._merging and self._at and last is not None and last.merges == merges != ""
        return self._states[self._at - going].document

    def settle(self) -> None:
        """End a series of edits that are one, as when a slider is let go."""
        self._merging = False

    def undo(self) -> Document:
        """Take the last edit back, if there is one."""
        self._at, self._merging = max(self._at - 1, 0), False
        return self.document

    def redo(self) -> Document:
        """Make the edit again that was taken back last, if there is one."""
        self._at, self._merging = min(self._at + 1, len(self._states) - 1), False
        return self.document

    def save(self, path: Path | str) -> Document:
        """Write the present text to a file, atomically; returns its document.  Raises SceneError when it cannot be written, and
        where somebody else has changed the scene's own file meanwhile, which is not lost so."""
        path, text = Path(path), self.text
        own = self._path is not None and path.resolve() == self._path.resolve()
        if own and path.exists() and text_in(path) != self._file:
            raise SceneError([Problem(str(path), 0, 0, "", "has been changed by another program since it was read: save under "
                                      "another name, or read the file again")])
        saved = loads(text, file=str(path), id=path.stem, path=path)
        try:
            write_text(path, text)
        except OSError as error:
            raise SceneError([Problem(str(path), 0, 0, "", f"cannot be written: {error.strerror or error}")]) from None
        self._saved, self._path, self._file = self.content, path, text
        return saved

    def _document(self, content: Mapping[str, Any], edit: Edit) -> Document:
        """The document of a content; problems have the edit's name in place of a file's, and no lines."""
        first = self._first
        try:
            return document_of(dict(content), Source(first.id, first.path, first.text, self._root, edit.label))
        except SceneError as error:
            raise SceneError([dataclasses.replace(problem, line=0, column=0) for problem in error.problems]) from None


def text_in(path: Path) -> str | None:
    """The text of a scene file as `Document` has it; None for one that is missing or no text."""
    try:
        text, problems = decode(read_bytes(path), str(path))
    except SceneError:
        return None
    return None if problems else text


def _root_of(document: Document) -> Any:
    root, problems = compose(document.text, str(document.path or document.id))
    if problems or root is None:
        raise SceneError(problems)
    return root
