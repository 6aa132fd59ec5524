"""Every file that a command line can name, from the command line's own records: a new option is in it by its mark.

`entries` lists the options of all subcommands that read or write a file; `words_for` makes a command line that names one file
there, and files that are fine where others are needed.
"""
from __future__ import annotations

import inspect
import os
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from app.cli.main import commands, load
from app.cli.shared.files import Reads, Writes, marks_of

SCENE = """\
format: 1
title: Falling
about: A ball in free fall.
bodies:
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [5, 0, 100]}
"""


MORE = {"compare": ["--variant-b", ""]}    # what a subcommand needs besides files


class Entry(NamedTuple):
    """An option, or an argument, of a subcommand that takes a file."""

    command: str
    parameter: str
    option: str                            # as it is typed; the word in the help for an argument
    marks: tuple[Reads | Writes, ...]

    @property
    def reads(self) -> Reads | None:
        """Its mark as an input."""
        return next((mark for mark in self.marks if isinstance(mark, Reads)), None)

    @property
    def writes(self) -> Writes | None:
        """Its mark as an output."""
        return next((mark for mark in self.marks if isinstance(mark, Writes)), None)

    @property
    def is_folder(self) -> bool:
        """Whether it names a folder."""
        return "FOLDER" in (record_of(self.command, self.parameter).metavar or "")

    @property
    def endings(self) -> tuple[str, ...]:
        """Of the files that it takes, by its help."""
        metavar = record_of(self.command, self.parameter).metavar or ""
        return tuple(f".{word}" for word in re.findall(r"(?<=[.|])[a-z0-9]+", metavar)) or (".png",)

    def __str__(self) -> str:
        return f"{self.command} {self.option}"


def record_of(command: str, parameter: str):
    """Typer's record of a parameter."""
    hint = inspect.get_annotations(load(command), eval_str=True)[parameter]
    return next(one for one in hint.__metadata__ if hasattr(one, "param_decls"))


def entries() -> Iterator[Entry]:
    """All of them."""
    for command in commands():
        for parameter, (option, marks) in marks_of(load(command)).items():
            yield Entry(command, parameter, option, marks)


def words_for(entry: Entry, path: Path, folder: Path, scene: Path | None = None) -> list[str]:
    """A command line that names `path` at an entry; `scene`: what other inputs are, by default a small scene in `folder`."""
    if scene is None:
        scene = folder / "falling.yaml"
        scene.write_text(SCENE, encoding="utf-8")
    options, words = list(MORE.get(entry.command, ())), []          # options come first: behind a script they are its own
    marked = {one.parameter: one for one in entries() if one.command == entry.command}
    for name, about in inspect.signature(load(entry.command)).parameters.items():
        given = path if name == entry.parameter else None
        other = marked.get(name)
        needed = about.default is inspect.Parameter.empty
        first = other is not None and other.reads is not None and not other.option.startswith("-")
        if given is None and other is not None and (needed or first) and other.command not in ("watch", "lesson"):
            given = scene if other.reads else folder / f"made{other.endings[-1]}"
        elif given is None and needed and entry.command in ("watch", "lesson"):
            given = "1" if entry.command == "lesson" else folder / "script.py"
        if given is not None:
            option = other.option if other else name
            if option.startswith("-"):
                options += [option, str(given)]
            else:
                words.append(str(given))
    (folder / "script.py").write_text("pass\n", encoding="utf-8")
    return [entry.command, *options, *words]


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        before = os.getcwd()
        os.chdir(path.parent)                            # its address has at most a hundred characters
        try:
            one.bind(path.name)
        finally:
            os.chdir(before)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(10**10)                            # sparse: takes nothing on the disk


# What stands in a file's place and is none, and what is in a file that is none of its kind.
STRANGE: dict[str, Callable[[Path], object]] = {
    "device": _device, "pipe": os.mkfifo, "socket": _socket, "folder": Path.mkdir,
    "loop": lambda path: path.symlink_to(path.name),
}
UNREADABLE: dict[str, Callable[[Path], object]] = {
    **STRANGE, "link to nothing": lambda path: path.symlink_to("nothing"), "huge": _huge,
    "no UTF-8": lambda path: path.write_bytes(b"format: 1\ntitle: \xff\xfe\n"),
}
