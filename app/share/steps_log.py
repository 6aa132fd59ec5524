"""The log of steps: commands and hashes as lines of text, each with a checksum, so that what is cut off or damaged shows.

    5a3c01f2 {"step":0,"hash":"9f86d081884c7d65"}
    77b0c2d4 {"after":0,"command":{"command":"release"}}
    13fe09aa {"step":1,"hash":"2c26b46b68ffc68f"}
    c1d9e7b0 {"end":1}

A line is the CRC-32 of its JSON in eight hexadecimal digits, a blank, and the JSON.  Commands stand behind the step after which
they were given; a step without a known hash has none.  The line `end` comes last: without it the log is cut short.
"""
from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from pydantic_core import from_json

from app.headless.errors import InputError
from app.share.limits import MOST_COMMANDS, MOST_HASHES, MOST_LINE, MOST_STEPS
from physics.history import RunRecord
from physics.history.run_record import UNKNOWN

CHECK, HASH = 8, 16                    # hexadecimal digits of a checksum, of a hash


class Damaged(Exception):
    """A line that is not as it was written."""


class Log(NamedTuple):
    """What was read.

    run    up to the last whole step, without poses
    whole  whether the line `end` was reached
    why    why not, in words
    """

    run: RunRecord
    whole: bool
    why: str


def encode(run: RunRecord) -> bytes:
    """The log of a run, whose commands are dictionaries for JSON.  Raises InputError for one that is too long."""
    lines = [b"%08x %b\n" % (zlib.crc32(text), text) for text in _contents(run)]
    if max(map(len, lines)) > MOST_LINE + 1:
        raise InputError(f"a command takes more than {MOST_LINE:,} bytes, too many for a share file")
    return b"".join(lines)


def _contents(run: RunRecord) -> Iterator[bytes]:
    known = set(range(run.first, run.last + 1, run.every)) | {run.first, run.last}
    for step in sorted(known | run.inputs.keys()):
        if step in known:
            hashed = run.hash_of(step)
            yield b'{"step":%d}' % step if hashed == UNKNOWN else b'{"step":%d,"hash":"%b"}' % (step, hashed.hex().encode())
        for command in run.inputs.get(step, ()):
            yield b'{"after":%d,"command":%b}' % (step, json.dumps(command, allow_nan=False, separators=(",", ":")).encode())
    yield b'{"end":%d}' % run.last


def decode(data: bytes, every: int) -> Log:
    """The run in a log, as far as it is whole; `every` as in `RunRecord`."""
    reader = _Reader(every)
    why = reader.read(data)
    return Log(reader.run(), reader.ended, why)


class _Reader:
    """Reads lines one after another until one is damaged."""

    def __init__(self, every: int):
        self.every = every
        self.step = -1                                     # the last one that was read
        self.hashes: list[bytes] = []
        self.inputs: dict[int, list[dict[str, Any]]] = {}
        self.commands = 0
        self.ended = False

    def read(self, data: bytes) -> str:
        """Read all lines; why the rest could not be read, in words, "" when all was."""
        place, number = 0, 0
        while place < len(data) and not self.ended:
            number += 1
            end = data.find(b"\n", place, place + MOST_LINE + 1)
            if end < 0:
                long = len(data) - place > MOST_LINE
                return self._where(f"line {number} is longer than {MOST_LINE:,} bytes" if long else "the file ends there")
            try:
                self._take(data[place:end])
            except Damaged as error:
                return self._where(f"line {number} of the log is damaged: {error}")
            place = end + 1
        if not self.ended:
            return self._where("the file ends there")
        return "" if place == len(data) else self._where("lines follow its end")

    def _where(self, what: str) -> str:
        return f"after step {self.step:,}: {what}" if self.step >= 0 else f"before its first step: {what}"

    def _take(self, line: bytes) -> None:
        text = line[CHECK + 1:]
        if line[:CHECK] != b"%08x" % zlib.crc32(text) or line[CHECK:CHECK + 1] != b" ":
            raise Damaged("its checksum is another")
        try:
            content = from_json(text, allow_inf_nan=False)
        except ValueError as error:
            raise Damaged(f"it is not JSON: {error}") from None
        kind = tuple(content) if isinstance(content, dict) else ()
        if kind in (("step",), ("step", "hash")):
            self._take_step(content["step"], content.get("hash"))
        elif kind == ("after", "command"):
            self._take_command(content["after"], content["command"])
        elif kind == ("end",) and content["end"] == self.step >= 0:
            self.ended = True
        else:
            raise Damaged("it is neither a step nor a command nor the end that belongs there")

    def _take_step(self, step: Any, hashed: Any) -> None:
        if type(step) is not int or not self.step < step <= MOST_STEPS:
            raise Damaged("its step does not follow the one before")
        if self.step < 0 and step or step - self.step > self.every and step:
            raise Damaged(f"it is step {step:,}, and steps before it are missing")
        if hashed is not None and (not isinstance(hashed, str) or len(hashed) != HASH or hashed.strip("0123456789abcdef")):
            raise Damaged("its hash is none")
        if step % self.every == 0:
            if len(self.hashes) == MOST_HASHES:
                raise Damaged(f"there are more than {MOST_HASHES:,} hashes")
            self.hashes.append(UNKNOWN if hashed is None else bytes.fromhex(hashed))
        self.step = step

    def _take_command(self, after: Any, command: Any) -> None:
        if type(after) is not int or not max(self.step, 0) <= after < self.step + self.every or self.step < 0:
            raise Damaged("its command stands behind another step")
        if self.inputs and after < next(reversed(self.inputs)):
            raise Damaged("its command comes after a later one")
        if not isinstance(command, dict) or not isinstance(command.get("command"), str):
            raise Damaged("its command has no name")
        self.commands += 1
        if self.commands > MOST_COMMANDS:
            raise Damaged(f"there are more than {MOST_COMMANDS:,} commands")
        self.inputs.setdefault(after, []).append(command)

    def run(self) -> RunRecord:
        """What was read, up to the last step; commands after it that no step followed belong to a whole log alone."""
        last = max(self.step, 0)
        inputs = {step: tuple(commands) for step, commands in self.inputs.items() if step < last or self.ended and step == last}
        return RunRecord(0, last, inputs, b"".join(self.hashes), {}, self.every)
