"""The scenes that were opened last, and whether the welcome sheet was seen: a small JSON file beside the view settings.

The file may be missing or damaged: then nothing is remembered.  It is written, and files that have gone are dropped, by another
thread.
"""
from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from app.published.status import SceneCard
from impulse.files.reading import FileError, read_json
from impulse.files.writing import set_aside, write_text

FILE = "last_scenes.json"
MOST = 8                        # scenes that are remembered
LARGEST_FILE = 50_000           # [bytes]
LONGEST = 4096                  # characters of an entry


class Kept(NamedTuple):
    """The content of the file: ids of the catalog and absolute paths, newest first."""

    scenes: tuple[str, ...] = ()
    welcomed: bool = False


def load(path: Path) -> Kept:
    """What a file remembers; nothing where it is missing or damaged."""
    try:
        data = read_json(path, LARGEST_FILE)
    except FileError:
        data = None
    scenes = data.get("scenes", []) if isinstance(data, dict) else []
    words = [word for word in scenes if isinstance(word, str) and 0 < len(word) <= LONGEST and word.isprintable()] \
        if isinstance(scenes, list) else []
    return Kept(tuple(dict.fromkeys(words))[:MOST], isinstance(data, dict) and data.get("welcomed") is True)


def save(path: Path, kept: Kept) -> None:
    """Write the file, atomically; a damaged or a strange one is set aside.  Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and not _is_ours(path):
        set_aside(path)
    write_text(path, json.dumps({"scenes": list(kept.scenes), "welcomed": kept.welcomed}, indent=2) + "\n")


def _is_ours(path: Path) -> bool:
    """Whether a file has what `save` writes, and nothing else."""
    try:
        data = read_json(path, LARGEST_FILE)
    except FileError:
        return False
    return isinstance(data, dict) and set(data) <= {"scenes", "welcomed"}


def word_of(card: SceneCard) -> str:
    """The word by which a scene is opened again: its id in the catalog, else the path of its file, "" without one."""
    from scenes import catalog
    if not card.file:
        return ""
    path = Path(card.file).absolute()
    return card.id if path == catalog.FOLDER / f"{card.id}.yaml" else str(path)


class LastScenes:
    """Belongs to the window's thread; `welcomed` tells whether the welcome sheet was seen."""

    def __init__(self, path: Path | None):
        """`path` of the file; None: nothing is kept after the program's end."""
        self._path = path
        self._kept = load(path) if path is not None else Kept()
        self._worker = ThreadPoolExecutor(1, "last scenes")
        self._there: Future[list[str]] | None = self._worker.submit(existing, self._kept.scenes) if self._kept.scenes else None

    @property
    def welcomed(self) -> bool:
        """Whether the welcome sheet was seen, in this run or before."""
        return self._kept.welcomed

    @property
    def scenes(self) -> tuple[str, ...]:
        """Ids and paths, newest first; none while it is asked which files are there."""
        if self._there is not None:
            if not self._there.done():
                return ()
            there, self._there = set(self._there.result()), None
            self._kept = self._kept._replace(scenes=tuple(word for word in self._kept.scenes if word in there))
        return self._kept.scenes

    def opened(self, word: str) -> None:
        """A scene was opened: it is the newest one."""
        if word and len(word) <= LONGEST and self._kept.scenes[:1] != (word,):
            scenes = (word, *(other for other in self._kept.scenes if other != word))[:MOST]
            self._keep(self._kept._replace(scenes=scenes))
            if self._there is not None:                       # it was not asked whether the new one is there
                self._there = self._worker.submit(existing, scenes)

    def seen(self) -> None:
        """The welcome sheet was shown."""
        if not self._kept.welcomed:
            self._keep(self._kept._replace(welcomed=True))

    def _keep(self, kept: Kept) -> None:
        self._kept = kept
        if self._path is not None:
            self._worker.submit(save, self._path, kept)

    def close(self) -> None:
        """Wait until the file is written; one that cannot be written is forgotten."""
        self._worker.shutdown(wait=True)


def existing(words: tuple[str, ...]) -> list[str]:
    """The scenes that can still be opened."""
    from scenes import catalog
    known = set(catalog.names())
    return [word for word in words if word in known or _is_file(word)]


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_absolute() and Path(word).is_file()
    except (OSError, ValueError):
        return False
