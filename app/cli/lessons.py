"""`impulse lessons`: the lessons and puzzles that come with the program."""
from __future__ import annotations

import dataclasses
import json
from typing import Annotated

import typer
from impulse.terminal import console, say

AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON list of id, category, name, number, title, about and cards.")]


def lessons(as_json: AsJson = False) -> None:
    """List the lessons; `impulse lesson NAME` opens one."""
    from app.lessons.shelf import entries
    found = entries()
    if as_json:
        say(json.dumps([{**dataclasses.asdict(entry), "folder": str(entry.folder)} for entry in found]))
        return
    from rich.markup import escape
    from rich.table import Table
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for category in dict.fromkeys(entry.category for entry in found):
        table.add_row(f"[bold]{category.replace('_', ' ')}[/bold]", "")
        for entry in found:
            if entry.category == category:
                table.add_row(f"  {entry.number:2}  {entry.name}",
                              f"{escape(entry.title)}. [dim]{escape(entry.about)} {entry.cards} cards.[/dim]")
    console(highlight=False).print(table)
