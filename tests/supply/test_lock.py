"""The lock from pip's report, `.ci/lock.py`: every package but the project, in order, under the comments of the old lock."""
from __future__ import annotations

import json
import subprocess
import sys

from tests.architecture.sources import ROOT


def report(*packages: tuple[str, str, str]) -> str:
    """As pip writes it, of what it needs here."""
    return json.dumps({"version": "1", "install": [{"metadata": {"name": name, "version": version},
                                                    "download_info": {"url": "", kind: {}}} for name, version, kind in packages]})


def run(tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    (tmp_path / "lock").write_text("# a comment\nold==1\n")
    words = [sys.executable, ROOT / ".ci" / "lock.py", tmp_path / "report.json", tmp_path / "lock"]
    return subprocess.run(words, capture_output=True, text=True, timeout=60), (tmp_path / "lock").read_text()


def test_packages_come_in_order_without_the_project(tmp_path):
    done, lock = run(tmp_path, report(("numpy", "2.4.6", "archive_info"), ("PyYAML", "6.0.4", "archive_info"),
                                      ("impulse-sandbox", "0.1.0", "dir_info"), ("av", "18.1.0", "archive_info")))
    assert done.returncode == 0 and lock == "# a comment\nav==18.1.0\nnumpy==2.4.6\nPyYAML==6.0.4\n"


def test_without_packages_the_lock_stays(tmp_path):
    done, lock = run(tmp_path, report(("impulse-sandbox", "0.1.0", "dir_info")))
    assert done.returncode == 1 and "no packages" in done.stderr and lock == "# a comment\nold==1\n"
