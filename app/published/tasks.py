"""Tasks: how far the tasks of a lesson's card are, for display and for the lesson's own state.  Immutable."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple


class TaskReading(NamedTuple):
    """One task of the card.

    ticked  its check has held after a step since the card was begun or the scene restarted
    value   what its comparison measures now, nan where it measures nothing; of several that which fails, the time last
    limit   what it is compared with
    what    the quantity as written, "" before the first step
    sign    how it is compared, as "<"
    """

    ticked: bool = False
    value: float = math.nan
    limit: float = math.nan
    what: str = ""
    sign: str = ""


@dataclass(frozen=True)
class TaskBoard:
    """The tasks of the card that runs.

    card   the number that the command gave it, 0 while there is none
    tasks  a reading for each check of the command
    """

    card: int = 0
    tasks: tuple[TaskReading, ...] = ()
