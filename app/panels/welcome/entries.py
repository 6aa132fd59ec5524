"""What the welcome sheet offers: scenes of the catalog, the lessons to begin with, the last scenes."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from app.headless.thumbnails import LESSONS, file_of, own_file

SCENES = 6                          # that are offered
STARTS = (("course", "Start the course"), ("find_the_bug", "Find the bug"))        # categories of lessons, and what is said


class Offer(NamedTuple):
    """A choice: the word by which it is opened, its title, a second line, and the file of its picture."""

    word: str
    title: str
    about: str = ""
    picture: Path | None = None


def scenes_of(entries: Iterable[Any]) -> list[Offer]:
    """Scenes of the catalog's shelf, the first ones of each category before others."""
    shelf = [entry for entry in entries if entry.shelf]
    rank: dict[str, int] = {}
    ranked = []
    for entry in shelf:
        rank[entry.category] = rank.get(entry.category, -1) + 1
        ranked.append((rank[entry.category], entry.category != "welcome", entry.id, entry))
    return [Offer(entry.id, entry.title, entry.about, file_of(entry.id)) for *_, entry in sorted(ranked, key=lambda one: one[:3])
            ][:SCENES]


def lessons_of(entries: Sequence[Any], finished: Iterable[str] = ()) -> list[Offer]:
    """For each category of STARTS its first lesson that is not finished, else the first one."""
    found = []
    for category, said in STARTS:
        own = [entry for entry in entries if entry.category == category]
        left = [entry for entry in own if entry.id not in set(finished)] or own
        if left:
            first = left[0]
            found.append(Offer(first.id, said, f"{first.number} of {len(own)}: {first.title}", file_of(first.id, LESSONS)))
    return found


def last_of(words: Iterable[str], entries: Iterable[Any], own: Callable[[str], Path] = own_file) -> list[Offer]:
    """The last scenes: those of the catalog with their titles, files with their names and folders."""
    known = {entry.id: entry for entry in entries}
    found = []
    for word in words:
        entry, path = known.get(word), Path(word)
        if entry is not None:
            found.append(Offer(word, entry.title, entry.about, file_of(word)))
        elif path.is_absolute():
            found.append(Offer(word, path.name, str(path.parent), own(word)))
    return found
