"""Film changes: what must change in a scene's file so that its camera and its film are others, for `scenes.writer.edited`.

Entries of lists that stay are not touched, so that their comments stay; of an entry that changes only the changed keys are.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from scenes.reading.document import Document
from scenes.schema.camera import VIEW_ANGLE
from scenes.schema.film import Caption
from scenes.schema.values import Section

FOLLOW, FOV, PLACE = "camera.follow", "fov", "place"
Entry = Mapping[str, Any]
Change = tuple[str, Any]


def film_changes(document: Document, follow: str, lists: Mapping[str, Sequence[Entry]]) -> list[Change]:
    """The changes, in order, after which the camera follows this body ("": none) and these lists have these entries.

    `lists`: path (`camera.bookmarks`, `camera.path`, `film.captions`, `film.slow_motion`) -> entries by the keys of the file,
    each complete; a field of view that is the camera's is not written, nor is the usual place of a caption.
    """
    camera = document.camera
    fov = float(camera.fov if camera else VIEW_ANGLE.default)
    usual = {FOV: fov, PLACE: Caption.model_fields[PLACE].default}
    changes: list[Change] = []
    if follow != (camera.follow if camera else ""):
        changes.append((FOLLOW, follow or None))
    for path, wanted in lists.items():
        section, _, key = path.partition(".")
        owner = getattr(document, section)
        present = [_entry(one, fov) for one in (getattr(owner, key) if owner else ())]
        changes += _list_changes(path, present, [dict(entry) for entry in wanted], usual)
    return changes


def _entry(section: Section, fov: float) -> dict[str, Any]:
    """The keys of the file with their values, defaults too."""
    entry = section.model_dump(by_alias=True)
    return entry | {FOV: fov if entry[FOV] is None else float(entry[FOV])} if FOV in entry else entry


def _list_changes(path: str, before: Sequence[Entry], after: Sequence[Entry], usual: Entry) -> list[Change]:
    """The changes from one list to another; indices are those at their turn."""
    changes: list[Change] = []
    for kind, start, end, first, last in SequenceMatcher(None, *map(_hashable, (before, after)), autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        same = min(end - start, last - first)              # of the entries here so many are changed, the others go or are new
        for number in range(same):
            old, new = before[start + number], after[first + number]
            changes += [(f"{path}[{first + number}].{key}", _written(new, key, usual)) for key in new if new[key] != old.get(key)]
        changes += [(f"{path}[{first + same}]", None)] * (end - start - same)
        changes += [(f"{path}[+{number}]", {key: value for key in after[number] if (value := _written(after[number], key, usual))
                                            is not None}) for number in range(first + same, last)]
    return changes


def _hashable(entries: Sequence[Entry]) -> list[tuple[tuple[str, Any], ...]]:
    """Entries that can be compared as a whole; equal numbers are equal, whether 1 or 1.0."""
    return [tuple(sorted((key, tuple(map(float, value)) if isinstance(value, (tuple, list)) else value)
                         for key, value in entry.items())) for entry in entries]


def _written(entry: Entry, key: str, usual: Entry) -> Any:
    """The value as it is written; None for the one that holds without the key."""
    return None if key in usual and entry[key] == usual[key] else entry[key]
