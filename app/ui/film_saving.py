"""Saving a film plan: the open scene's file gets its camera and film, with all comments and the order as they were.

Scenes of the catalog belong to the program: they are saved as a copy in the user's folder, and from then on into that.  Another
thread reads and writes.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from app.published.film_plan import FilmPlan, Vantage

MOST_COPIES = 1000


class Saved(NamedTuple):
    """How a saving ended: the file and the plan that is in it, or a problem for the user."""

    path: Path
    plan: FilmPlan
    problem: str = ""


class FilmSaver:
    """At most one saving at a time."""

    def __init__(self, folder: Path | None):
        """`folder` takes the copies of the catalog's scenes; it is made when it is needed."""
        self._folder = folder
        self._writer = ThreadPoolExecutor(1, "film plan")
        self._writing: Future[Saved] | None = None
        self._wrote = False                                # whether a file was written since `wrote` was called
        self._copies: dict[str, Path] = {}                 # file of the catalog -> its copy

    @property
    def busy(self) -> bool:
        """Whether a file is being written, or its end was not yet taken."""
        return self._writing is not None

    def save(self, file: str, plan: FilmPlan) -> None:
        """Save a plan into a scene's file; ignored while one is being saved."""
        if self._writing is None:
            self._writing = self._writer.submit(self._save, file, plan)

    def ended(self) -> Saved | None:
        """How the saving has ended that was under way; None while it is, and without one."""
        if self._writing is None or not self._writing.done():
            return None
        writing, self._writing, self._wrote = self._writing, None, True
        return writing.result()

    def wrote(self) -> bool:
        """Whether a file is being written, or one was since the last call: a change of its time stamp is no news."""
        wrote, self._wrote = self._wrote, False
        return wrote or self.busy

    def close(self) -> None:
        """Wait for what is being written."""
        self._writer.shutdown()

    def _save(self, file: str, plan: FilmPlan) -> Saved:
        from scenes.schema.problems import SceneError
        source = self._copies.get(file, Path(file))
        try:
            target = self._target(source)
            self._write(source, target, plan)
        except SceneError as error:
            return Saved(source, plan, str(error))
        except OSError as error:
            return Saved(source, plan, f"{error.filename or source}: {error.strerror or error}")
        if target != source:
            self._copies[file] = target
        return Saved(target, plan)

    def _target(self, source: Path) -> Path:
        """The file to write: the scene's own, or a new one for one of the catalog."""
        from scenes import catalog
        if not source.resolve().is_relative_to(catalog.FOLDER.resolve()) or self._folder is None:
            return source
        self._folder.mkdir(parents=True, exist_ok=True)
        names = (f"{source.stem}{f'-{number}' if number > 1 else ''}{source.suffix}" for number in range(1, MOST_COPIES))
        return next(path for name in names if not (path := self._folder / name).exists())

    @staticmethod
    def _write(source: Path, target: Path, plan: FilmPlan) -> None:
        import scenes
        from scenes.film_changes import film_changes
        document = scenes.load(source)
        scenes.save(document, target, film_changes(document, plan.follow, entries_of(plan)))


def entries_of(plan: FilmPlan) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The lists of a plan by the paths and keys of a scene's file."""
    def placed(vantage: Vantage) -> dict[str, Any]:
        return {"position": vantage.eye, "target": vantage.target, "fov": vantage.fov}

    return {"camera.bookmarks": [{"name": one.name, **placed(one.vantage)} for one in plan.bookmarks],
            "camera.path": [{"at": key.at, **placed(key.vantage)} for key in plan.path],
            "film.captions": [{"from": one.start, "until": one.end, "text": one.text, "place": one.place}
                              for one in plan.captions],
            "film.slow_motion": [{"from": part.start, "until": part.end, "factor": part.factor} for part in plan.slow]}
