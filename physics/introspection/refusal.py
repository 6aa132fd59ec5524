"""A question about the last step that cannot be answered, with the reason; and whether it names a body and a row at all."""
from __future__ import annotations

from typing import Any

import numpy as np

WHOLE = int, np.integer


class NoInsight(ValueError):
    """The last step cannot be looked into; the text says why, in one line."""


def uid_of(body: Any) -> int:
    """The uid of a body, given by handle or uid.  Raises NoInsight for anything else."""
    uid = getattr(body, "uid", body)
    if isinstance(uid, bool) or not isinstance(uid, WHOLE):
        raise NoInsight(f"{body!r} is no body: give its handle or its uid")
    return int(uid)


def checked_row(row: Any, count: int) -> int:
    """The number of a row of a step with so many.  Raises NoInsight."""
    if isinstance(row, bool) or not isinstance(row, WHOLE) or not 0 <= row < count:
        raise NoInsight(f"row {row!r}: the last step has {count} rows, counted from 0")
    return int(row)
