"""The catalog: the scenes that come with the program, `library/<category>/<name>.yaml`.  A new file adds a scene."""
from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from impulse.files.reading import FileError, read_text
from impulse.files.writing import HIDDEN
from scenes.schema.nodes import MOST_BYTES, compose
from scenes.schema.problems import Problem, SceneError, shown

FOLDER = Path(__file__).parent / "library"


@dataclass(frozen=True)
class Entry:
    """One scene of the catalog, with the data for lists."""

    id: str             # category/name
    category: str
    name: str
    title: str
    about: str
    shelf: bool         # whether lists of scenes show it first
    path: Path


def entries(folder: Path = FOLDER) -> tuple[Entry, ...]:
    """Every scene, sorted by id.  A file that cannot be read is listed by its name; loading it raises the error."""
    return tuple(_entry(path) for path in sorted(_files(folder)))


def _files(folder: Path) -> list[Path]:
    """The files of scenes, without what a killed process left behind while it saved one (`impulse.files.writing`)."""
    return [path for path in folder.glob("*/*.yaml") if not path.name.startswith(HIDDEN)]


def _entry(path: Path) -> Entry:
    category, name = path.parent.name, path.stem
    title, about, shelf = name, "", False
    try:
        text = read_text(path, MOST_BYTES)
    except FileError:
        text = ""
    root, _ = compose(text, str(path))
    raw = root.plain() if root is not None else None
    if isinstance(raw, dict):
        title, about = str(raw.get("title") or name), str(raw.get("about", ""))
        shelf = raw.get("shelf") == "true"
    return Entry(f"{category}/{name}", category, name, title, about, shelf, path)


def names(folder: Path = FOLDER) -> list[str]:
    """The ids, sorted, without reading the files."""
    return sorted(f"{path.parent.name}/{path.stem}" for path in _files(folder))


def find(word: str, folder: Path = FOLDER) -> Entry:
    """The scene with id or name `word`, or the only one whose id contains it.  Raises SceneError with the nearest ids."""
    known = names(folder)
    plain = word.strip().lower().replace("-", "_")
    for choice in ([i for i in known if i == plain], [i for i in known if i.split("/")[1] == plain],
                   [i for i in known if plain and plain in i]):
        if len(choice) == 1:
            return _entry(folder / f"{choice[0]}.yaml")
        if choice:
            raise SceneError([Problem(word, 0, 0, "", f"several scenes match {shown(word)}: {', '.join(choice)}")])
    close = difflib.get_close_matches(plain, [*known, *(i.split("/")[1] for i in known)], n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else "`impulse scenes` lists them"
    raise SceneError([Problem(word, 0, 0, "", f"there is no scene {shown(word)} and no such file; {hint}")])


def search(words: str, folder: Path = FOLDER) -> tuple[Entry, ...]:
    """Scenes for a search field, the best matches first, those of the shelf before others of equal rank.  Each word must occur
    in the id, title or text; for an id its letters in order suffice."""
    found = []
    for entry in entries(folder):
        ranks = [_rank(word, entry) for word in words.lower().split()]
        if all(rank is not None for rank in ranks):
            found.append((sum(ranks), not entry.shelf, entry.id, entry))
    return tuple(entry for *_, entry in sorted(found, key=lambda row: row[:3]))


def _rank(word: str, entry: Entry) -> int | None:
    """0 for the start of a name, more for weaker matches, None for none."""
    if entry.name.startswith(word) or entry.title.lower().startswith(word):
        return 0
    if word in entry.id or word in entry.title.lower():
        return 1
    if word in entry.about.lower():
        return 2
    letters = iter(entry.id)
    return 3 if all(letter in letters for letter in word) else None
