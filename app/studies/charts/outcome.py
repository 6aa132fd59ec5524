"""What a study found: a table for people, numbers for programs, and the two files that keep them."""
from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.headless.errors import InputError
from app.headless.tables import LEFT
from app.studies.charts.machine import file_name

RESULTS = Path("tests") / "benchmarks" / "results"         # in a clone


@dataclass(frozen=True)
class Outcome:
    """A study's figures.

    kind     its name in file names
    title    its heading
    head     the table's columns; one that begins with < is text and stands at the left
    cells    the table's rows
    notes    what must be known to read it, a sentence each
    machine  see machine.describe
    data     the figures in full, plain values
    """

    kind: str
    title: str
    head: Sequence[str]
    cells: Sequence[Sequence[str]]
    notes: Sequence[str]
    machine: dict[str, Any]
    data: dict[str, Any]

    def as_json(self) -> str:
        """One JSON object; a number that is not finite is null."""
        return json.dumps(_plain({"kind": self.kind, "machine": self.machine, **self.data}), indent=1, allow_nan=False) + "\n"

    def as_markdown(self) -> str:
        """Heading, machine, table and notes."""
        told = ", ".join(f"{name} {value}" for name, value in self.machine.items() if name not in ("cpu", "target", "cores"))
        lines = [f"# {self.title}", "", f"{self.machine['cpu']} (compiled for {self.machine['target']}), {self.machine['cores']} "
                 f"cores; {told}", "", *markdown(self.head, self.cells), "", *(f"- {note}" for note in self.notes)]
        return "\n".join(lines).rstrip() + "\n"


def markdown(head: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    rows = [[name.removeprefix(LEFT) for name in head], ["---" if name.startswith(LEFT) else "--:" for name in head], *cells]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]


def number(value: float | None, digits: int = 3) -> str:
    """A number with so many digits that count, never as a power of ten above 1e-3; "" for none, "-" when it is not finite."""
    if value is None:
        return ""
    if not math.isfinite(value):
        return "-"
    if value and abs(value) < 1e-3:
        return f"{value:.2g}"
    whole = math.floor(math.log10(abs(value))) + 1 if value else 1
    return f"{value:,.{max(0, digits - whole)}f}" if value else "0"


def folder(asked: Path | None) -> Path | None:
    """Where results go: the folder asked for, else the clone's own; None when there is neither.

    Raises InputError, before any work is done, for a folder that cannot be written.
    """
    if asked is None:
        clone = Path(__file__).resolve().parents[3]
        if not ((clone / "pyproject.toml").is_file() and (clone / RESULTS.parent).is_dir()):
            return None
        asked = clone / RESULTS
        if not asked.exists() and os.access(asked.parent, os.W_OK):
            asked.mkdir()
    if not asked.is_dir():
        raise InputError(f"{asked}: there is no such folder")
    if not os.access(asked, os.W_OK):
        raise InputError(f"{asked}: this folder cannot be written")
    return asked


def save(outcome: Outcome, place: Path) -> list[Path]:
    """Write both files, each of them whole or not at all; returns their paths.  A run on the same machine replaces the last."""
    from scenes.atomic_write import write_text
    stem = f"{file_name(outcome.machine)}-{outcome.kind}"
    written = []
    for ending, text in ((".json", outcome.as_json()), (".md", outcome.as_markdown())):
        written.append(place / (stem + ending))
        write_text(written[-1], text)
    return written


def _plain(value: Any) -> Any:
    """`value` as JSON can hold it."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
