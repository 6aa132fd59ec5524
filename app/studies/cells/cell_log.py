"""The log of a sweep: finished cells, a JSON object a line, each written to disk before the next.

A sweep that was interrupted reads it and continues.  A partial line, which a kill while writing leaves, is ignored.
"""
from __future__ import annotations

import json
import os
from pathlib import Path

from app.studies.cells.cell import CellResult
from physics.definitions.numbers import double


class CellLog:
    """Finished cells by key, in the file `path`, which is created when the first is added."""

    def __init__(self, path: Path):
        self.path = path
        self.results: dict[str, CellResult] = {}
        self._whole = True                               # whether the file ends with a complete line
        if path.exists():
            data = path.read_bytes()
            self._whole = not data or data.endswith(b"\n")
            for line in data.splitlines():
                self._take(line)

    def add(self, key: str, result: CellResult) -> None:
        """Append a finished cell."""
        self.results[key] = result
        line = json.dumps({"key": key, "values": result.values, "failure": result.failure})
        with open(self.path, "ab") as file:
            file.write((b"" if self._whole else b"\n") + line.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._whole = True

    def remove(self) -> None:
        """Delete the file: the sweep is complete."""
        self.path.unlink(missing_ok=True)

    def _take(self, line: bytes) -> None:
        try:
            entry = json.loads(line)
            result = CellResult(tuple(double(value) for value in entry["values"]), str(entry["failure"]))
            self.results[str(entry["key"])] = result
        except (ValueError, KeyError, TypeError, RecursionError):
            return                                       # a partial line: its cell is run again


def log_path(output: Path) -> Path:
    """The path of the log of a sweep into `output`."""
    return output.with_name(f"{output.name}.cells.jsonl")
