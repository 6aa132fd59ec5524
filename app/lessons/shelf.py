"""The shelf: the lessons that come with the program, `lessons/<category>/<number>_<name>/lesson.md`.  A new folder adds one."""
from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from app.lessons.headers import Header, section_of
from app.lessons.lesson import Lesson
from app.lessons.markdown import parse
from app.lessons.reader import FILE, LessonError, load, read_text
from scenes.schema.problems import Problem, shown

FOLDER = Path(__file__).resolve().parents[2] / "lessons"
NUMBERED = re.compile(r"(\d{1,3})_([a-z][a-z0-9_]*)")
COURSE = "course"                # the category that comes first


@dataclass(frozen=True)
class Entry:
    """One lesson of the shelf, with the data for lists."""

    id: str                      # category/name
    category: str
    name: str
    number: int
    title: str
    about: str
    cards: int
    folder: Path


def entries(folder: Path = FOLDER) -> tuple[Entry, ...]:
    """Every lesson, the course first, each category by number.  One that cannot be read is listed by its name; loading it raises
    the error."""
    found = [_entry(path.parent) for path in folder.glob(f"*/*/{FILE}") if NUMBERED.fullmatch(path.parent.name)]
    return tuple(sorted(found, key=lambda entry: (entry.category != COURSE, entry.category, entry.number, entry.name)))


def _entry(folder: Path) -> Entry:
    number, name = NUMBERED.fullmatch(folder.name).groups()
    title, about, cards = name.replace("_", " ").capitalize(), "", 0
    try:
        written, _ = parse(read_text(folder / FILE), "")
    except LessonError:
        pass
    else:
        header, _ = section_of(Header, written.header, "")
        title, cards = written.title or title, len(written.cards)
        about = " ".join(header.about.split()) if header is not None else ""
    return Entry(f"{folder.parent.name}/{name}", folder.parent.name, name, int(number), title, about, cards, folder)


def find(word: str, folder: Path = FOLDER) -> Entry:
    """The lesson with this id, name or number of the course, or the only one whose id contains it.  Raises LessonError with the
    nearest ids."""
    known = entries(folder)
    plain = word.strip().lower().replace("-", "_").replace(" ", "_")
    for choice in ([e for e in known if e.id == plain], [e for e in known if e.name == plain],
                   [e for e in known if e.category == COURSE and str(e.number) == plain.lstrip("0")],
                   [e for e in known if plain and plain in e.id]):
        if len(choice) == 1:
            return choice[0]
        if choice:
            raise LessonError([Problem(word, 0, 0, "", f"several lessons match {shown(word)}: "
                                                       f"{', '.join(entry.id for entry in choice)}")])
    close = difflib.get_close_matches(plain, [*(e.id for e in known), *(e.name for e in known)], n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else "`impulse lessons` lists them"
    if Path(word).is_dir():
        raise LessonError([Problem(word, 0, 0, "", f"there is no {FILE} in this folder; {hint}")])
    raise LessonError([Problem(word, 0, 0, "", f"there is no lesson {shown(word)} and no such folder; {hint}")])


def lesson_of(word: str, switches: Collection[str] = (), folder: Path = FOLDER) -> Lesson:
    """The lesson of a word as for `find`, or in a folder with this path.  Raises LessonError."""
    path = Path(word)
    if _holds_lesson(path):
        return load(path.resolve(), switches=switches)
    entry = find(word, folder)
    return load(entry.folder, entry.id, switches, entry.number)


def _holds_lesson(path: Path) -> bool:
    try:
        return (path / FILE).is_file()
    except (OSError, ValueError):
        return False
