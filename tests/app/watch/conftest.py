"""A world, and the stand-in of a window that watches it."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.watch import window_process
from app.watch.opening import WindowOptions
from tests.support.recorded_worlds import heap


class Files:
    """The files of a stand-in: its actions and its journal."""

    def __init__(self, folder: Path):
        self.actions, self.journal = folder / "actions.json", folder / "journal.jsonl"

    def plan(self, *actions: dict[str, Any]) -> WindowOptions:
        """A window that does this."""
        self.actions.write_text(json.dumps(actions))
        return WindowOptions(journal=self.journal, script=self.actions)

    def seen(self) -> list[dict[str, Any]]:
        """What it has seen; the last line may still be being written."""
        text = self.journal.read_text() if self.journal.exists() else ""       # a stand-in that has only just begun has none
        return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


@pytest.fixture
def files(tmp_path, monkeypatch) -> Files:
    """Windows are stand-ins, which need no display."""
    monkeypatch.setattr(window_process, "MODULE", "tests.support.window_stand_in")
    return Files(tmp_path)


@pytest.fixture
def world():
    """Boxes and balls that fall on the ground."""
    return heap(8)
