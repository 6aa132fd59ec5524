"""`impulse scenes`: the scenes of the catalog, by category."""
from __future__ import annotations

import json
from typing import Annotated

import typer
from impulse.terminal import console, say

Words = Annotated[list[str] | None, typer.Argument(metavar="[WORDS]", help="Only scenes that match all of these words.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON list of id, category, name, title, about and path.")]


def scenes(words: Words = None, as_json: AsJson = False) -> None:
    """List the scenes of the catalog; `impulse NAME` opens one."""
    from scenes import catalog
    found = catalog.search(" ".join(words)) if words else catalog.entries()
    if as_json:
        fields = ("id", "category", "name", "title", "about")
        say(json.dumps([{**{f: getattr(e, f) for f in fields}, "path": str(e.path)} for e in found]))
    elif found:
        _print_table(found)
    else:
        say(f"no scene matches {' '.join(words or ())!r}")


def _print_table(found) -> None:
    """Print two columns with a heading for each category, the best match first; the text wraps at the terminal's width."""
    from rich.markup import escape
    from rich.table import Table
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for category in dict.fromkeys(entry.category for entry in found):
        table.add_row(f"[bold]{category}[/bold]", "")
        for entry in found:
            if entry.category == category:
                table.add_row(f"  {entry.name}", f"{escape(entry.title)}. [dim]{escape(entry.about)}[/dim]")
    console(highlight=False).print(table)
