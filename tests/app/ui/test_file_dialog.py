"""The system's file dialog: opened once, polled without waiting, and closed by the user."""
from __future__ import annotations

import pytest

from app.ui.file_dialog import SCENES, FileDialog


class Dialog:
    """A dialog whose user takes a while."""

    def __init__(self, *files):
        self.files, self.done, self.waits = list(files), False, []

    def ready(self, timeout=20):
        self.waits.append(timeout)
        return self.done

    def result(self):
        assert self.done
        return self.files


@pytest.mark.parametrize(("files", "chosen"), [(("/home/me/tower.yaml",), "/home/me/tower.yaml"), ((), None)])
def test_a_file_is_asked_for(files, chosen):
    asked, shown = [], Dialog(*files)
    dialog = FileDialog(lambda *what: (asked.append(what), shown)[1])
    assert dialog.chosen() is None and not dialog.waiting
    assert dialog.begin("Open", "/home/me") and dialog.begin("Open", "/home/me") and dialog.waiting
    assert asked == [("Open", "/home/me", list(SCENES))], "one dialog at a time"
    assert dialog.chosen() is None and dialog.waiting and shown.waits == [0], "no frame waits for the person"
    shown.done = True
    assert dialog.chosen() == chosen and not dialog.waiting and dialog.chosen() is None


def test_a_system_without_one(monkeypatch):
    from app.ui import file_dialog
    monkeypatch.setattr(file_dialog.sys, "platform", "linux")
    monkeypatch.setattr(file_dialog.shutil, "which", lambda program: None)
    dialog = FileDialog()
    assert not dialog.begin("Open") and not dialog.waiting
