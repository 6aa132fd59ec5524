"""The terminal: one function by which text goes to standard output and standard error, and rich's console with the same rules.

Names and messages may come from a stranger's file.  Signs that a terminal would obey - escape sequences, other control
characters, changes of the direction of writing - are shown as escapes, and so is what the encoding of the stream lacks.
"""
from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from typing import Any

# C0 without tab and line feed, DEL and C1, marks of direction, surrogates of names that are no text.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
NARROWEST, WIDEST = 20, 400            # columns; help pages are padded to the width, so a huge one takes gigabytes


def shown(text: str) -> str:
    """`text` with signs that a terminal would obey as escapes: `\\x1b` is four characters."""
    return OBEYED.sub(lambda found: ascii(found[0])[1:-1], text)


def say(text: object = "", err: bool = False, end: str = "\n") -> None:
    """Print a text on standard output, or on standard error if `err`.

    Raises OSError when standard output takes no more.  A standard error that takes no more is given up: nobody can be told.
    """
    stream = sys.stderr if err else sys.stdout
    if stream is None:                                   # of a program without a terminal on Windows
        return
    encoding = getattr(stream, "encoding", None) or "utf-8"
    line = (shown(str(text)) + end).encode(encoding, "backslashreplace").decode(encoding)
    try:
        stream.write(line)
        if err:
            stream.flush()
    except OSError:
        if not err:
            raise
        give_up(stream)


def give_up(stream: Any) -> None:
    """Send what is still to be written to a stream nowhere; else Python fails at its end, with an exit code of its own."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def console(err: bool = False, **options: Any) -> Any:
    """A console of rich on standard output or standard error, for tables and progress bars; it shows the signs of every text,
    but not of a `Text` that is made already."""
    from rich.console import Console
    made = Console(stderr=err, **options)
    obeyed = made.render_str
    made.render_str = lambda text, **how: obeyed(shown(text), **how)
    return made


def begin() -> None:
    """Prepare the streams and the width of the terminal, before anything is printed."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    columns = os.environ.get("COLUMNS", "")
    if not columns.isdecimal() or int(columns[:9]) == 0:
        os.environ.pop("COLUMNS", None)                  # then the terminal itself is asked
    else:
        os.environ["COLUMNS"] = str(min(max(int(columns[:9]), NARROWEST), WIDEST))
