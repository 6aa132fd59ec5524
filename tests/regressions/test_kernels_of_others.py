"""Kernels that somebody else could have written are not executed.

Seen: compiled kernels are pickles whose digest has no secret; anyone who could write the folder of $IMPULSE_CACHE_DIR had code
executed at the next start, without a word.  A cache that cannot be written left a folder `impulse-kernels-*`
behind at each start.
Expected: folders and files that belong to others, or that others can write, are passed over with one line; nothing is left.
"""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from physics.compile import cache
from physics.compile.code_files import read_checked, write_checked
from tests.architecture.sources import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners on this system")
START = "from physics.compile import cache; print(cache.CACHE, cache.cache_note or '', sep='|')"


@pytest.fixture(autouse=True)
def asked_again():
    """What was found of folders is forgotten."""
    for function in (cache.is_own_folder, cache.note_foreign):
        function.cache_clear()
    yield
    for function in (cache.is_own_folder, cache.note_foreign):
        function.cache_clear()


def test_own_kernels_are_read_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        write_checked(tmp_path / "a.code", b"kernel")
    finally:
        os.umask(before)
    assert read_checked(tmp_path / "a.code") == b"kernel"


@pytest.mark.parametrize("which", ["file", "folder"])
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757])
def test_what_others_can_write_is_passed_over_and_told(tmp_path, capsys, which, mode):
    folder = tmp_path / "module"
    folder.mkdir()
    for name in ("a.code", "b.code"):
        write_checked(folder / name, b"kernel")
    for path in (folder,) if which == "folder" else folder.iterdir():
        path.chmod(mode)
    for name in ("a.code", "b.code"):
        with pytest.raises(OSError, match="can be changed by others"):
            read_checked(folder / name)
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs another user's file")
def test_what_belongs_to_others_is_passed_over(tmp_path):
    write_checked(tmp_path / "a.code", b"kernel")
    os.chown(tmp_path / "a.code", 65534, 65534)
    with pytest.raises(OSError, match="can be changed by others"):
        read_checked(tmp_path / "a.code")
    assert read_checked(tmp_path / "a.code", own=False) == b"kernel"


def _start(tmp_path, place: str) -> tuple[str, str, str]:
    """The folder of kernels, the note and standard error of a start with a cache at `place`."""
    (tmp_path / "temporary").mkdir()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "IMPULSE_CACHE_DIR": place, "TMPDIR": str(tmp_path / "temporary")}
    done = subprocess.run([sys.executable, "-c", START], env=env, capture_output=True, text=True, timeout=120, check=True)
    folder, _, note = done.stdout.strip().partition("|")
    assert list((tmp_path / "temporary").iterdir()) == []
    return folder, note, done.stderr


def test_a_cache_that_others_can_write(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    folder, note, err = _start(tmp_path, str(tmp_path / "shared"))
    assert "impulse-kernels-" in folder and "others can change" in note and err.count("\n") == 1


def test_a_cache_that_cannot_be_written_leaves_nothing(tmp_path):
    folder, note, err = _start(tmp_path, "/dev/null")
    assert "impulse-kernels-" in folder and "cannot write /dev/null" in note and err.count("\n") == 1


def test_a_new_cache_is_the_users_own(tmp_path):
    folder, note, _ = _start(tmp_path, str(tmp_path / "new"))
    assert folder == str(tmp_path / "new") and not note and os.stat(folder).st_mode & 0o777 == 0o700
