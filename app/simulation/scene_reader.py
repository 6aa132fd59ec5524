"""Reads scenes for a session from the catalog and from files, and loads their kernels."""
from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from app.headless.ending import COMPILING
from app.headless.options import OpenedScene, RunOptions
from app.published.status import SceneCard
from app.simulation.scene_source import OpenScene, Run


class SceneRun:
    """A world and the events of its document."""

    def __init__(self, document: Any, world: Any):
        from scenes import Runner
        self.world, self.document = world, document
        self._runner = Runner(document, world, expect=False)

    def apply_events(self) -> None:
        """Apply the events that are due before the next step."""
        self._runner.timeline.apply(self.world)


class SceneReader:
    """A `Source` with the options of the command line."""

    def __init__(self, options: RunOptions, report: Callable[[BaseException], object],
                 opened: tuple[str, OpenedScene | None] = ("", None)):
        """`options`: of `--set`, `--precision` and `--threads`.  `opened`: the name of the scene for which they were given, and
        the scene if it was read and built with them already, which is used once.  Values of the scene are for this one alone,
        all else for every opened scene."""
        self._options = options
        self._opened_name, self._opened = opened
        self._own: Any = None                     # path and id of that scene
        self._report = report
        self._complete: set[str] = set()          # precisions whose kernels are all loaded or being compiled

    def read(self, name: str, values: Sequence[str] = ()) -> OpenScene:
        """Scene `name`: an id of the catalog, part of one, or a file; with values of it and settings.  Raises SceneError."""
        import scenes
        ready, self._opened = self._opened if name == self._opened_name else None, None
        document = ready.document if ready is not None else scenes.load(name)
        if name == self._opened_name:
            self._own = document.path, document.id
        settings = self._options.settings if (document.path, document.id) == self._own else self._settings_alone()
        settings = (*settings, *values)
        document = scenes.varied(document, settings)
        built = [ready.world] if ready is not None and not values else []
        camera = document.camera
        card = SceneCard(id=document.id, file=str(document.path or ""), title=document.title, about=document.about,
                         categories=document.categories)
        if camera is not None:
            card = replace(card, eye=tuple(camera.position), target=tuple(camera.target), fov=float(camera.fov))

        def build() -> SceneRun:
            world = built.pop() if built else scenes.build(document, precision=self._options.precision,
                                                           threads=self._options.threads, overrides=settings)
            return SceneRun(document, world)

        return OpenScene(card, build)

    def _settings_alone(self) -> tuple[str, ...]:
        """The settings among the options, without values of a scene."""
        from scenes.variation import is_of_scene
        return tuple(text for text in self._options.settings if not is_of_scene(text.partition("=")[0].strip()))

    def prepare(self, run: Run, progress: Callable[[int, int, str], None]) -> str:
        """Load the kernels for the next step of this world, and the rest on a separate thread.

        Two processes compile the missing kernels of this scene.  All others are compiled while it runs, so that the first
        contact of two boxes or the first grab need not wait for the compiler.
        """
        from app.headless.kernel_warmup import make_ready
        from physics.compile.cache import cache_note
        precision = run.world.precision
        make_ready(run.world, progress)
        if precision not in self._complete:
            self._complete.add(precision)
            threading.Thread(target=self._rest, args=(precision,), name=COMPILING, daemon=True).start()
        return cache_note or ""

    def _rest(self, precision: str) -> None:
        """Load all kernels of a precision; another process compiles those never compiled on this machine, for later starts."""
        from physics.compile.cache import cache_note
        from physics.warmup import is_complete, note_ready, warmup
        try:
            if not is_complete(precision) and not cache_note:
                from app.headless.kernel_warmup import compile_all_meanwhile
                compile_all_meanwhile(precision)
            warmup(precision)
            note_ready(precision)
        except Exception as error:          # a kernel that cannot be compiled gives a fault card when it is needed
            self._report(error)
