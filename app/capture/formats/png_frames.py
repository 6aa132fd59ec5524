"""Sequences of PNG files: one numbered file for each slot of a film, in a folder of their own or by a pattern.

    frames              a folder: frames/frame_0000.png, frames/frame_0001.png, ...
    takes/shot_%04d.png files takes/shot_0000.png, ... beside what else is in that folder

The sequence is written into a hidden folder beside its place and moved there when it is whole, so that a cancelled one leaves
nothing.  It replaces an older one as a whole: files of the same pattern with higher numbers go.
"""
from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from app.capture.picture import png_bytes
from impulse.files.writing import HIDDEN, LONGEST_STEM, fill

NUMBER = re.compile(r"%(?:0([1-9]))?d")            # the number in a pattern, and how many digits it has at least
NAME, ENDING = "frame_%04d.png", ".png"
FOLDER_MODE = 0o777                                # of a new folder, before the process's umask


class Sequence(NamedTuple):
    """Where the files of a sequence are."""

    folder: Path
    pattern: str
    own: bool                                      # whether the folder is the sequence's own

    def name(self, number: int) -> str:
        """The name of a file of the sequence.  The pattern may have other % signs."""
        return NUMBER.sub(lambda found: str(number).zfill(int(found[1] or 1)), self.pattern)

    def matches(self, name: str) -> bool:
        """Whether this is the name of a file of the sequence."""
        before, after = NUMBER.split(self.pattern)[0], NUMBER.split(self.pattern)[-1]
        return re.fullmatch(rf"{re.escape(before)}\d+{re.escape(after)}", name) is not None

    def older(self) -> list[Path]:
        """The files of an older sequence there, sorted; none where there is no folder."""
        return sorted(path for path in self.folder.iterdir() if self.matches(path.name)) if self.folder.is_dir() else []


def is_sequence(path: Path | str) -> bool:
    """Whether a path is that of a sequence: a folder, which has no ending, or PNG files with one number."""
    name = Path(path).name
    return bool(name) and (not Path(name).suffix or Path(name).suffix.lower() == ENDING and len(NUMBER.findall(name)) == 1)


def sequence_at(path: Path | str) -> Sequence:
    """The sequence at a path."""
    path = Path(path).absolute()
    return Sequence(path, NAME, True) if not path.suffix else Sequence(path.parent, path.name, False)


def obstacle(path: Path | str) -> str:
    """Why no sequence can be written at a path, or "": a folder of its own has nothing else in it."""
    place = sequence_at(path)
    if place.own and place.folder.exists():
        if not place.folder.is_dir():
            return "is a file; pictures need a folder, or a name like frame_%04d.png"
        strange = next((entry.name for entry in place.folder.iterdir() if not place.matches(entry.name)), None)
        if strange is not None:
            return f"has {strange!r} in it; pictures need a new or an empty folder, or a name like {path}/{NAME}"
    return ""


class PngFrames:
    """A sequence that is being written."""

    def __init__(self, path: Path | str, fps: float) -> None:
        """Start a sequence at `path`, a folder or a pattern; raises OSError where nothing can be written."""
        self.fps, self._path = float(fps), path
        self._place = sequence_at(path)
        home = self._place.folder.parent if self._place.own else self._place.folder
        self._part = Path(tempfile.mkdtemp(dir=home, prefix=f"{HIDDEN}{Path(path).stem[:LONGEST_STEM]}-"))
        self._next = 0
        self._last = b""                           # the last picture as a file, which empty slots repeat

    def put(self, picture: np.ndarray, slot: int) -> None:
        """Show `picture` from `slot` on; slots ascend, and those between repeat the picture before."""
        while self._next < slot and self._last:
            self._write(self._last)
        self._next = max(self._next, slot)
        self._last = png_bytes(picture)
        self._write(self._last)

    def _write(self, data: bytes) -> None:
        fill(self._part / self._place.name(self._next), data, self._path)
        self._next += 1

    def close(self) -> Path:
        """Move the sequence to its place; returns the absolute path of its folder, or of its first file."""
        place, written = self._place, sorted(self._part.iterdir())
        if not written:
            self.discard()
            raise ValueError(f"{place.folder}: a film without pictures cannot be written")
        older = place.older()
        try:
            for path in written:
                _sync(path)
            if place.own:
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(self._part, FOLDER_MODE & ~mask)
                if why := obstacle(place.folder):
                    raise OSError(errno.ENOTEMPTY, why, str(place.folder))
                _exchange(self._part, place.folder)
                return place.folder
            for path in written:
                os.replace(path, place.folder / path.name)
        except BaseException:
            self.discard()
            raise
        for path in older:
            if not any(path.name == one.name for one in written):
                path.unlink(missing_ok=True)
        self._part.rmdir()
        return place.folder / written[0].name

    def discard(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self._part, ignore_errors=True)


def _exchange(part: Path, folder: Path) -> None:
    """Put a folder in the place of an older one, which goes afterwards: at no moment is one of them half there."""
    if not folder.exists():
        os.replace(part, folder)
        return
    aside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f"{HIDDEN}{folder.name}-"))
    os.replace(folder, aside)
    try:
        os.replace(part, folder)
    except BaseException:
        os.replace(aside, folder)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _sync(path: Path) -> None:
    """Wait until a file is on the disk."""
    with open(path, "rb+") as stream:
        os.fsync(stream.fileno())
