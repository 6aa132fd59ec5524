"""Setting up a machine: `.ci/system-packages` installs, prints or does nothing, with stubs for the system's programs."""
from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

SCRIPT = ROOT / ".ci" / "system-packages"
LIBRARIES = "\tlibGL.so.1 (libc6,x86-64) => /usr/lib/libGL.so.1\n\tlibEGL.so.1 (libc6,x86-64) => /usr/lib/libEGL.so.1\n"
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the script has nothing to do elsewhere")


@pytest.fixture
def system(tmp_path) -> Callable[..., subprocess.CompletedProcess]:
    """Run the script on a system with these libraries, commands and user; apt-get writes what it is asked to a file."""
    folder = tmp_path / "bin"
    folder.mkdir()

    def program(name: str, text: str) -> None:
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)

    def run(what: str, libraries: str = "", user: int = 0, apt: bool = True, commands: tuple[str, ...] = ()):
        program("ldconfig", f"cat <<'END'\n{libraries}END")
        program("id", f"echo {user}")
        program("uname", "echo Linux")
        for name in commands:
            program(name, "true")
        if apt:
            program("apt-get", f'echo "$@" >> {tmp_path}/asked')
        for name in ("bash", "cat", "env", "sh", "dirname"):
            (folder / name).symlink_to(next(p for d in os.get_exec_path() if (p := Path(d) / name).exists()))
        return subprocess.run([folder / "bash", SCRIPT, what], env={"PATH": str(folder)}, capture_output=True, text=True)

    return run


def test_nothing_missing_does_nothing(system, tmp_path):
    done = system("test", LIBRARIES, commands=("Xvfb", "xdotool"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (tmp_path / "asked").exists()


def test_root_installs_what_is_missing(system, tmp_path):
    done = system("test", LIBRARIES.splitlines(keepends=True)[0], commands=("Xvfb",))
    assert done.returncode == 0, done.stderr
    first, second = (tmp_path / "asked").read_text().splitlines()
    assert first.startswith("update")
    assert second.split() == "install -y --no-install-recommends libegl1 xdotool -qq".split()


def test_a_window_needs_no_test_tools(system, tmp_path):
    assert system("run").returncode == 0
    assert "libgl1 libegl1" in (tmp_path / "asked").read_text() and "xvfb" not in (tmp_path / "asked").read_text()


def test_others_are_told_the_line_to_type(system, tmp_path):
    done = system("test", user=1000)
    assert done.returncode == 1 and not (tmp_path / "asked").exists()
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("Type: sudo apt-get update && sudo apt-get install -y --no-install-recommends "
                                "libgl1 libegl1 xvfb xdotool\n")


def test_without_apt_the_packages_are_named(system):
    done = system("run", apt=False)
    assert done.returncode == 1 and "libgl1 libegl1" in done.stderr


@pytest.mark.parametrize("name", ["run", "system-packages", "environment"])
def test_scripts_are_sound(name):
    """Every script is executable, parses, and stops at the first error."""
    path = ROOT / ".ci" / name
    assert os.access(path, os.X_OK)
    assert "set -euo pipefail" in path.read_text()
    assert subprocess.run(["bash", "-n", path], capture_output=True).returncode == 0
