"""An edit: operations that belong together, with a name for people."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scenes.editing.operations import Operation, after

Content = Mapping[str, Any]


class Edit(NamedTuple):
    """One change that is made and taken back as a whole.

    label       for people: "add box_3", "move 2 bodies"
    operations  in order
    merges      edits one after the other with the same words here are one, as those of a slider that is dragged; "": none
    """

    label: str
    operations: tuple[Operation, ...]
    merges: str = ""

    def content(self, before: Content) -> Content:
        """The content after it.  Raises Nowhere."""
        for operation in self.operations:
            before = after(before, operation)
        return before
