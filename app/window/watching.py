"""The window of a script that is watched, in a process of its own: `python -m app.window.watching`.

Standard input has the options, JSON, and then the script's publications; standard output has the window's lines, see
`app.watch.pipe`.  What else is printed goes to standard error.  The process ends with its standard input.
"""
from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO

from app.headless import collector
from app.headless.errors import InputError
from app.watch.pipe import OPTIONS, read_message, write_line
from app.window.open_options import OpenOptions
from impulse.files.reading import FileError
from impulse.terminal import say
from physics.definitions.tunable import SettingError

PATHS = ("settings", "output_folder", "journal", "script")         # options that are files or folders


def main() -> int:
    """Show the window until the script ends or the user closes it; returns the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = pipes()
    collector.begin()
    message = read_message(source)
    if message is None or message.kind != OPTIONS:
        say("impulse: this is the window of `impulse watch`, which starts it", err=True)
        return 2
    name, options = options_from(json.loads(message.head))
    from app.watch.remote_session import RemoteSession
    from app.window.opening import missing_display, prepare_platform, show
    failure = missing_display()
    if failure is None:
        prepare_platform()
        try:
            failure = show(options, RemoteSession(source, sink, name))
        except (FileError, SettingError) as error:         # of the settings, the script or the journal, before there is a window
            failure = str(error)
        except InputError as error:                        # the graphics are lost; the script goes on without a window
            say(error, err=True)
            return 2
    if failure is not None:
        write_line(sink, {"failed": failure})
        return 2
    return 0


def options_from(data: dict[str, Any]) -> tuple[str, OpenOptions]:
    """The script's name, and the options of its window."""
    fields = {name: Path(value) if name in PATHS and value is not None else value for name, value in data.items()}
    name, size = fields.pop("name"), tuple(fields.pop("size"))
    return name, OpenOptions("", size, **fields)


def pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for the script alone: nothing else reads, and what is printed goes to standard error."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return source, sink


if __name__ == "__main__":
    sys.exit(main())
