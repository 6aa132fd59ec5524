"""How many parts the bodies of a scene have in all: each collides in a row of its own, with arrays that take memory."""
from __future__ import annotations

from physics.definitions.shapes import OF_PARTS
from scenes.reading.document import Document
from scenes.schema.messages import place
from scenes.schema.nodes import Node
from scenes.schema.problems import Problem

MOST_PARTS = 200_000                   # some 150 MB in single precision


def too_many_parts(document: Document, root: Node, file: str) -> list[Problem]:
    """A problem at the body whose parts are too many, together with those before it."""
    total = 0
    for plan, origin in zip(document.bodies, document.origins):
        if isinstance(plan.shape, OF_PARTS):
            total += plan.shape.part_count
            if total > MOST_PARTS:
                every = sum(each.shape.part_count for each in document.bodies if isinstance(each.shape, OF_PARTS))
                return [place(root, file, origin, f"{every:,} parts of compounds and triangles of height fields in all; "
                                                  f"at most {MOST_PARTS:,} are allowed")]
    return []
