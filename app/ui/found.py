"""Found: the widget of the panels that a search has found, which is unfolded, scrolled to and marked for a while."""
from __future__ import annotations

from typing import NamedTuple


class Found(NamedTuple):
    """A widget, and the time of the search."""

    widget: str                     # its name in the record of places
    since: float                    # [s]

    def age(self, now: float) -> float:
        """Seconds since the search."""
        return now - self.since
