"""Names of output files: from the scene and the time, in the folder, and never that of an existing file."""
from __future__ import annotations

import time

from app.capture.file_names import new_file


def test_new_files_never_hit_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "strftime", lambda _pattern: "20260131-174502")
    folder = tmp_path / "made"
    first = new_file(folder, "stacking/pyramid_2d", ".png")
    assert first == folder / "pyramid_2d-20260131-174502.png"
    first.touch()
    second = new_file(folder, "stacking/pyramid_2d", ".png")
    second.touch()
    assert len({first, second, new_file(folder, "stacking/pyramid_2d", ".png")}) == 3
    assert new_file(folder, "../..", ".mp4").parent == folder
