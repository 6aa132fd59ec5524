"""The outcome of a study: a table for readers, numbers for programs, and the two files with them."""
from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.headless.errors import InputError
from app.headless.json_values import plain
from app.headless.tables import LEFT
from app.studies.charts.machine import file_name
from impulse.files.writing import write_text

RESULTS = Path("tests") / "benchmarks" / "results"         # in a clone


@dataclass(frozen=True)
class Outcome:
    """A study's figures.

    kind     its name in file names
    title    its heading
    head     the table's columns; one that begins with < is left-aligned text
    cells    the table's rows
    notes    remarks below the table, a sentence each
    machine  see machine.describe
    data     the complete figures as plain values
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
        return json.dumps(plain({"kind": self.kind, "machine": self.machine, **self.data}), indent=1, allow_nan=False) + "\n"

    def as_markdown(self) -> str:
        """Heading, machine, table and notes."""
        lines = [f"# {self.title}", "", machine_text(self.machine), "", *markdown(self.head, self.cells), "",
                 *(f"- {note}" for note in self.notes)]
        return "\n".join(lines).rstrip() + "\n"


def machine_text(machine: dict[str, Any]) -> str:
    """The machine and the versions, as a line."""
    versions = ", ".join(f"{name} {value}" for name, value in machine.items() if name not in ("cpu", "target", "cores"))
    return f"{machine['cpu']} (compiled for {machine['target']}), {machine['cores']} cores; {versions}"


def markdown(head: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    rows = [[name.removeprefix(LEFT) for name in head], ["---" if name.startswith(LEFT) else "--:" for name in head], *cells]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]


def folder(requested: Path | None) -> Path | None:
    """The folder of results: the requested one, else that of the clone, else None.

    Raises InputError, before any work, for a folder that cannot be written.
    """
    if requested is None:
        clone = Path(__file__).resolve().parents[3]
        if not ((clone / "pyproject.toml").is_file() and (clone / RESULTS.parent).is_dir()):
            return None
        requested = clone / RESULTS
        if not requested.exists() and os.access(requested.parent, os.W_OK):
            requested.mkdir()
    if not requested.is_dir():
        raise InputError(f"{requested}: there is no such folder")
    if not os.access(requested, os.W_OK):
        raise InputError(f"{requested}: this folder cannot be written")
    return requested


def save(outcome: Outcome, place: Path) -> list[Path]:
    """Write both files, each atomically; returns their paths.  A run on the same machine replaces the last."""
    stem = f"{file_name(outcome.machine)}-{outcome.kind}"
    written = []
    for ending, text in ((".json", outcome.as_json()), (".md", outcome.as_markdown())):
        written.append(place / (stem + ending))
        write_text(written[-1], text)
    return written
