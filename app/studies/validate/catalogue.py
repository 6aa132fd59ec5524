"""The catalogue of cases: every file of the folder `cases`, found by scanning, and files that are given; which are chosen."""
from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from app.headless.errors import InputError
from app.studies.validate.case import Case
from app.studies.validate.case_file import StatedCase, read
from physics.definitions.tunable import nearest

FOLDER = Path(__file__).parent / "cases"


@cache
def cases(folder: Path = FOLDER) -> dict[str, Case]:
    """All cases of a folder by id, in the order of the files.  Raises ValueError for an id that stands twice."""
    found: dict[str, Case] = {}
    for path in sorted(folder.glob("*.yaml")):
        for case in read(path, check=False)[0]:               # a test checks ours
            if case.id in found:
                raise ValueError(f"{path.name}: the case {case.id} stands twice")
            found[case.id] = case
    return found


def with_files(paths: Sequence[Path]) -> tuple[dict[str, Case], list[StatedCase]]:
    """All cases of the catalogue and of files, and what editions among the files state.  A case of a file replaces ours."""
    found, stated = dict(cases()), []
    for path in paths:
        own, edition = read(path)
        found |= {case.id: case for case in own}
        stated += edition
    return found, stated


def chosen(known: dict[str, Case], words: Sequence[str]) -> list[Case]:
    """The cases that words name: an id, a topic, or a pattern of ids such as `E07*`; without words all that are not slow.

    Raises InputError for a word that names none, with the nearest that does.
    """
    topics = sorted({case.group for case in known.values()})
    found: dict[str, Case] = {}
    for word in words:
        named = {case.id: case for case in known.values() if word == case.group or fnmatchcase(case.id, word)}
        if not named:
            raise InputError(f"there is no case {word!r}; {nearest(word, [*known, *topics])}topics are {', '.join(topics)}")
        found |= named
    return list(found.values()) if words else [case for case in known.values() if not case.slow]
