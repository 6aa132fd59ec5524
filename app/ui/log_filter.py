"""What of the log is shown: the typed text and the kinds."""
from __future__ import annotations

from dataclasses import dataclass, field

from app.published.log import DONE, SAID
from app.published.timeline import KINDS

ALL = (SAID, DONE, *KINDS)


@dataclass
class LogFilter:
    """Belongs to the window's thread.

    text    lines that have all its words are shown
    hidden  kinds of lines that are not shown, of ALL
    """

    text: str = ""
    hidden: set[str] = field(default_factory=set)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds that are shown."""
        return frozenset(ALL) - self.hidden

    def switch(self, kind: str) -> None:
        """Show or hide a kind."""
        self.hidden ^= {kind}
