"""The log of a sweep: finished cells, a JSON object a line, each written to disk before the next.

A sweep that was interrupted reads it and continues.  A partial line, which a kill while writing leaves, is ignored.
"""
from __future__ import annotations

import json
from pathlib import Path

from app.studies.cells.cell import CellResult
from impulse.files.reading import json_value, read_bytes
from impulse.files.writing import Log, check_log
from physics.definitions.numbers import double

BEGINS = b'{"key": "'          # the first bytes of every log
MOST_BYTES = 50_000_000        # of a log: it has a line of some hundred bytes for each of at most ten thousand cells


class CellLog:
    """Finished cells by key, in the file `path`, which is created when the first is added."""

    def __init__(self, path: Path):
        """Raises FileError for a file that is no log, or none that can be read."""
        self.path = path
        self.results: dict[str, CellResult] = {}
        self._log: Log | None = None
        check_log(path, BEGINS)
        data = read_bytes(path, MOST_BYTES) if path.exists() else b""
        self._begun = len(data) >= len(BEGINS)           # one that was killed in its first bytes begins again
        self._whole = not self._begun or data.endswith(b"\n")         # whether the file ends with a complete line
        for line in data.splitlines():
            self._take(line)

    def add(self, key: str, result: CellResult) -> None:
        """Append a finished cell.  Raises FileError."""
        self.results[key] = result
        line = json.dumps({"key": key, "values": result.values, "failure": result.failure})
        self._log = self._log or Log(self.path, BEGINS, go_on=self._begun)
        self._log.add((b"" if self._whole else b"\n") + line.encode() + b"\n", sync=True)
        self._whole = True

    def remove(self) -> None:
        """Delete the file: the sweep is complete."""
        if self._log is not None:
            self._log.close()
        check_log(self.path, BEGINS)                     # another program may have put another file there
        self.path.unlink(missing_ok=True)

    def _take(self, line: bytes) -> None:
        try:
            entry = json_value(line)
            result = CellResult(tuple(double(value) for value in entry["values"]), str(entry["failure"]))
            self.results[str(entry["key"])] = result
        except (ValueError, KeyError, TypeError, RecursionError):
            return                                       # a partial line: its cell is run again


def log_path(output: Path) -> Path:
    """The path of the log of a sweep into `output`."""
    return output.with_name(f"{output.name}.cells.jsonl")
