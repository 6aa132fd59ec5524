"""Whole messages or none go through the pipe."""
from __future__ import annotations

import io

import pytest

from app.watch.pipe import END, OPTIONS, PUBLICATION, Message, read_line, read_message, write_line, write_message

MESSAGES = [Message(OPTIONS, b'{"name": "x"}'), Message(PUBLICATION, b"[1]", bytes(range(256))), Message(END)]


def test_messages_come_in_order_and_end():
    file = io.BytesIO()
    for message in MESSAGES:
        write_message(file, message)
    file.seek(0)
    assert [read_message(file) for _ in MESSAGES] == MESSAGES
    assert read_message(file) is None


def test_a_message_that_breaks_off_is_the_end():
    file = io.BytesIO()
    write_message(file, MESSAGES[1])
    for length in range(len(file.getvalue())):
        assert read_message(io.BytesIO(file.getvalue()[:length])) is None


def test_other_bytes_are_an_error():
    with pytest.raises(ValueError, match="no message of a script"):
        read_message(io.BytesIO(b"PK\3\4" + bytes(60)))


def test_lines():
    file = io.BytesIO()
    write_line(file, {"shown": 3})
    write_line(file, {"command": "pause", "on": True})
    file.seek(0)
    assert [read_line(file), read_line(file), read_line(file)] == [{"shown": 3}, {"command": "pause", "on": True}, None]
    assert read_line(io.BytesIO(b'{"shown"')) is None
