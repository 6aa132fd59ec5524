"""Film validation: what concerns several entries of `camera` and `film`: their order, their number, and their names."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from scenes.reading.document import Document
from scenes.schema.camera import MOST_BOOKMARKS, MOST_KEYFRAMES, Bookmark, Keyframe
from scenes.schema.film import MOST_CAPTIONS, MOST_PARTS, SlowMotion
from scenes.schema.messages import place
from scenes.schema.nodes import Node
from scenes.schema.problems import Problem

Keys = tuple[str | int, ...]
Found = Iterator[tuple[Keys, str]]
BOOKMARKS, PATH = ("camera", "bookmarks"), ("camera", "path")
CAPTIONS, SLOW_MOTION = ("film", "captions"), ("film", "slow_motion")


def wrong_films(document: Document, root: Node, file: str) -> list[Problem]:
    """The problems of camera and film between their entries."""
    camera, film = document.camera, document.film
    bookmarks, path = (camera.bookmarks, camera.path) if camera else ((), ())
    found = [*_too_many(BOOKMARKS, len(bookmarks), MOST_BOOKMARKS), *_too_many(PATH, len(path), MOST_KEYFRAMES),
             *_too_many(CAPTIONS, len(film.captions), MOST_CAPTIONS), *_too_many(SLOW_MOTION, len(film.slow_motion), MOST_PARTS),
             *_same_names(bookmarks), *_out_of_order(path), *_overlapping(film.slow_motion)]
    return [place(root, file, keys, message) for keys, message in found]


def _too_many(keys: Keys, count: int, most: int) -> Found:
    if count > most:
        yield keys, f"has {count:,} entries; at most {most:,} are allowed"


def _same_names(bookmarks: Sequence[Bookmark]) -> Found:
    first: dict[str, int] = {}
    for number, bookmark in enumerate(bookmarks):
        if bookmark.name in first:
            yield (*BOOKMARKS, number, "name"), f"the name {bookmark.name!r} is taken by bookmarks[{first[bookmark.name]}]"
        first.setdefault(bookmark.name, number)


def _out_of_order(path: Sequence[Keyframe]) -> Found:
    for number in range(1, len(path)):
        if path[number].at <= path[number - 1].at:
            yield (*PATH, number, "at"), (f"{path[number].at:g} s is not later than {path[number - 1].at:g} s of the keyframe "
                                          "before it; keyframes stand in order of time")


def _overlapping(parts: Sequence[SlowMotion]) -> Found:
    for number in range(1, len(parts)):
        if parts[number].start < parts[number - 1].end:
            yield (*SLOW_MOTION, number, "from"), (f"{parts[number].start:g} s is before {parts[number - 1].end:g} s, the end of "
                                                   "the part before it; parts stand in order of time and do not overlap")
