"""Options of the subcommands that open a window: its size, its files, and what drives it."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.shared.files import Reads, Writes
from app.headless.options import JOURNAL_BEGINS, writable

SizeOption = Annotated[str, typer.Option("--size", metavar="WIDTHxHEIGHT", help="Size of the window.")]
CapturesOption = Annotated[Path | None, typer.Option(
    "--captures", metavar="FOLDER", help="Folder of screenshots and films; default: Impulse in your pictures."), Writes()]
SettingsOption = Annotated[Path | None, typer.Option(
    "--view-settings", metavar="FILE.json", help="File of the view settings; default: your own."),
    Reads("file of view settings"), Writes()]
ScriptOption = Annotated[Path | None, typer.Option(
    "--script", metavar="FILE", exists=True, dir_okay=False, help="Actions in the window, one JSON object a line."),
    Reads("script")]
JournalOption = Annotated[Path | None, typer.Option(
    "--journal", metavar="FILE", help="Write what the window shows: ten JSON lines a second, one a frame after input."),
    Writes(JOURNAL_BEGINS)]


def check_window_files(view_settings: Path | None, script: Path | None, journal: Path | None) -> None:
    """Raise InputError, SettingError or FileError for a file that cannot be written, or a script with a mistake."""
    for path in (journal, view_settings):
        if path is not None:
            writable(path)
    if script is not None:
        from app.window.automation import Script
        Script.read(script)
