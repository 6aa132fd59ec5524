"""The door for reading takes regular files up to a limit, without waiting, and names file, line and column."""
from __future__ import annotations

import json
import math
import os

import pytest

from impulse.files.reading import FileError, beginning, json_value, opened, read_bytes, read_json, read_text
from tests.support.command_files import STRANGE

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")


def test_a_file_is_read_to_its_limit(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    assert read_bytes(path, 10) == b"x" * 10 and beginning(path, 3) == b"xxx"
    with pytest.raises(FileError, match="more than 9 bytes"):
        read_bytes(path, 9)
    link = tmp_path / "link"
    link.symlink_to(path)
    assert read_bytes(link, 10) == b"x" * 10


@pytest.mark.parametrize("kind", STRANGE)
def test_what_is_no_regular_file(tmp_path, kind):
    STRANGE[kind](tmp_path / "odd")
    said = "is a link that leads back to itself" if kind == "loop" else f"is a {kind}, not a regular file"
    with pytest.raises(FileError, match=f"odd: {said}"):
        read_bytes(tmp_path / "odd", 10)


def test_what_is_not_there(tmp_path):
    (tmp_path / "link").symlink_to("nothing")
    with pytest.raises(FileError, match="link: is a link to nothing, which does not exist"):
        read_bytes(tmp_path / "link", 10)
    with pytest.raises(FileError, match="no: there is no such file"):
        read_bytes(tmp_path / "no", 10)
    with pytest.raises(FileError, match="null"):
        read_bytes("a\0b", 10)


def test_a_size_of_zero_is_no_promise():
    """Files of /proc state a size of 0."""
    assert os.stat("/proc/self/status").st_size == 0
    assert read_text("/proc/self/status", 100_000).startswith("Name")
    with pytest.raises(FileError, match="more than 3 bytes"):
        read_bytes("/proc/self/status", 3)


def test_a_failing_disk_is_told_by_the_file(tmp_path):
    (tmp_path / "a").write_text("x")
    with pytest.raises(FileError, match="a: cannot be read: Input/output error"), opened(tmp_path / "a"):
        raise OSError(5, "Input/output error")


def test_text_that_is_none_has_a_place(tmp_path):
    (tmp_path / "a").write_bytes("\ufefför\n".encode())
    assert read_text(tmp_path / "a", 100) == "ör\n"
    (tmp_path / "a").write_bytes(b"first\nse\xffcond\n")
    with pytest.raises(FileError, match="a:2:3: byte 0xff is not UTF-8 text"):
        read_text(tmp_path / "a", 100)


@pytest.mark.parametrize(("text", "said"), [("{", "1:2"), ("[1,\n,]", "2:1"), ("[" * 100_000, "nested too deep"), ("", "1:1")])
def test_json_that_is_none(tmp_path, text, said):
    (tmp_path / "a").write_text(text)
    with pytest.raises(FileError, match=said):
        read_json(tmp_path / "a", 1_000_000)


def test_a_number_beyond_the_doubles_is_infinite():
    assert json_value("9" * 400) == math.inf and json_value("-" + "9" * 5000) == -math.inf
    assert json_value(json.dumps({"a": [1, 2.5, 10**20]})) == {"a": [1, 2.5, 10**20]}
