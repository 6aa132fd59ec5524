"""Shared: the run of a variant as it was when the user asked for a share file, for the window to write."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, eq=False)
class Shared:
    """One answer.

    number   that of the request
    taken    an `app.simulation.sharing.making.Taken`, None where there is none
    problem  why there is none, "" where there is one
    variant  name of the variant, while several run
    """

    number: int
    taken: Any = None
    problem: str = ""
    variant: str = ""
