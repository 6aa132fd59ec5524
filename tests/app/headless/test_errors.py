"""Exceptions become messages and exit codes; unexpected ones a report file."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.headless import errors
from app.headless.errors import BAD_INPUT, CANCELLED, FAULT, explain, guarded, report
from physics.definitions.tunable import SettingError
from scenes.schema.problems import Problem, SceneError


@pytest.fixture
def log_folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(errors, "_log_folder", lambda: tmp_path / "log")
    return tmp_path / "log"


def _raise(exc):
    raise exc


def test_a_scene_error_is_told_as_it_is():
    error = SceneError([Problem("a.yaml", 3, 5, "bodies[0].mass", "-1 is out of range")])
    assert explain(error) == ("a.yaml:3:5: bodies[0].mass: -1 is out of range", BAD_INPUT)


def test_a_setting_error_is_told_as_it_is():
    assert explain(SettingError("beta", "beta: 7 is out of range")) == ("beta: 7 is out of range", BAD_INPUT)


def test_a_file_error_names_the_file(tmp_path):
    with pytest.raises(OSError) as caught:
        open(tmp_path / "missing.yaml")
    message, code = explain(caught.value)
    assert message == f"{tmp_path / 'missing.yaml'}: No such file or directory"
    assert code == BAD_INPUT


def test_cancelling_says_so():
    assert explain(KeyboardInterrupt()) == ("cancelled", CANCELLED)


def test_a_fault_of_ours_is_one_line_and_a_file(log_folder, capsys):
    with pytest.raises(SystemExit) as end:
        guarded(_raise)(ZeroDivisionError("by accident"))
    assert end.value.code == FAULT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1 and "Traceback" not in err
    files = list(log_folder.iterdir())
    assert len(files) == 1 and str(files[0]) in err
    text = files[0].read_text(encoding="utf-8")
    assert "Traceback" in text and "by accident" in text and "Python" in text


def test_the_report_goes_elsewhere_when_the_log_folder_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(errors, "_log_folder", lambda: tmp_path / "file" / "log")
    monkeypatch.setattr(errors.tempfile, "gettempdir", lambda: str(tmp_path))
    path = report(ValueError("x"))
    assert path.parent == tmp_path and path.exists()


def test_no_folder_at_all_still_gives_a_line(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(errors, "_log_folder", lambda: tmp_path / "file" / "log")
    monkeypatch.setattr(errors.tempfile, "gettempdir", lambda: str(tmp_path / "file"))
    with pytest.raises(SystemExit) as end:
        guarded(_raise)(ValueError("why it broke"))
    assert end.value.code == FAULT
    assert "why it broke" in capsys.readouterr().err


def test_results_and_exits_pass_through():
    assert guarded(lambda a, b=2: a + b)(1, b=5) == 6
    with pytest.raises(SystemExit) as end:
        guarded(_raise)(SystemExit(1))
    assert end.value.code == 1


def test_a_closed_pipe_is_quiet():
    """`impulse ... | head -1`: the reader closes the pipe, without a message."""
    code = "from app.headless.errors import guarded\nguarded(lambda: [print('x' * 1000, flush=True) for _ in range(1000)])()"
    reader, writer = os.pipe()
    process = subprocess.Popen([sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    os.read(reader, 10)
    os.close(reader)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
