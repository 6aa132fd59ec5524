"""The player in a notebook, and as a file, from Python: the work behind `impulse.show`."""
from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import Any

from app.demo.page import page
from app.demo.sources import Wish, of_history, of_world, plan_for
from app.draw.view_options import ViewOptions
from app.headless.run import progress
from physics.definitions.tunable import SettingError
from physics.history import History
from physics.world import World
from impulse.files.writing import write_text

LONGEST = 3600.0                       # [s]
RATES = 1, 240                         # frames a second
HEIGHTS = 120, 4000                    # [pixels]


class Demo:
    """A recording with its player: the last line of a cell shows it."""

    def __init__(self, html: str, height: int) -> None:
        """`html`: the whole page; `height` of its frame in a notebook [pixels]."""
        self.html, self.height = html, height

    def _repr_html_(self) -> str:
        """The page in a frame, as notebooks ask for it."""
        return (f'<iframe srcdoc="{escape(self.html)}" style="width:100%;height:{self.height}px;border:0;border-radius:8px" '
                'allow="fullscreen" title="A recorded scene"></iframe>')

    def __repr__(self) -> str:
        return f"<Demo of {len(self.html.encode()) / 1e6:.2f} MB: show it in a notebook, or save('demo.html')>"

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the page to a file and return its absolute path.  Raises OSError where it cannot be written."""
        write_text(path, self.html)
        return Path(path).absolute()


def demo_of(source: Any, wish: Wish, shown: tuple[str, str], look: tuple[str, int]) -> Demo:
    """See `impulse.show`; `shown` are title and text, `look` theme and height."""
    theme, height = look
    if not isinstance(source, World | History):
        raise SettingError("source", f"source: show takes a World or a History; this is a {type(source).__name__}")
    if isinstance(source, History) and wish.seconds:
        raise SettingError("seconds", "seconds: a history is shown as long as it is; leave it out")
    allowed = ("seconds", wish.seconds, (0, LONGEST)), ("fps", wish.fps, RATES), ("height", height, HEIGHTS)
    for name, value, (low, high) in allowed:
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise SettingError(name, f"{name}: {value!r} is out of range; allowed is {low:g} to {high:g}")
    options = ViewOptions(theme=theme)
    record = of_history if isinstance(source, History) else of_world
    with progress(shown[0] or "recording", plan_for(source, wish).frames) as advance:
        recording = record(source, wish, shown, advance)
    return Demo(page(recording, options), int(height))
