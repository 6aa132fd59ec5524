"""A question about the last step that cannot be answered, with the reason; and whether it names a body and a row at all."""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.definitions.numbers import shown
from physics.storage.body_store import is_body_of

WHOLE = int, np.integer


class NoInsight(ValueError):
    """The last step cannot be looked into; the text says why, in one line."""


def uid_of(body: Any, world: Any = None) -> int:
    """The uid of a body, given by handle or uid.  Raises NoInsight for anything else, and for a handle of another world."""
    if (owner := getattr(body, "_world", None)) is not None and is_body_of(owner, body):
        if world is not None and owner is not world:
            raise NoInsight(f"{shown(body)} is not of this world")
        return body.uid
    if isinstance(body, bool) or not isinstance(body, WHOLE):
        raise NoInsight(f"{shown(body)} is no body: give its handle or its uid")
    return int(body)


def checked_row(row: Any, count: int) -> int:
    """The number of a row of a step with so many.  Raises NoInsight."""
    if isinstance(row, bool) or not isinstance(row, WHOLE) or not 0 <= row < count:
        raise NoInsight(f"row {shown(row)}: the last step has {count} rows, counted from 0")
    return int(row)
