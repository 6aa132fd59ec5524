"""Reads scenes for a session from the catalog and from files, and makes their kernels ready."""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from app.run_options import RunOptions
from app.scene_source import OpenScene, Run
from app.status import SceneCard


class SceneRun:
    """A world and the events of its document."""

    def __init__(self, document: Any, world: Any):
        from scenes import Runner
        self.world = world
        self._runner = Runner(document, world, expect=False)

    def advance(self) -> None:
        """The events that are due, then one step."""
        self._runner.step()


class SceneReader:
    """A `Source` with the options of the command line."""

    def __init__(self, options: RunOptions, report: Callable[[BaseException], object]):
        """`options`: what `--set`, `--precision` and `--threads` said; they hold for every scene that is opened."""
        self._options = options
        self._report = report
        self._complete: set[str] = set()          # precisions whose kernels are all there or under way

    def read(self, name: str) -> OpenScene:
        """Scene `name`: an id of the catalog, part of one, or a file.  Raises SceneError."""
        import scenes
        document = scenes.load(name)
        camera = document.camera
        card = SceneCard(id=document.id, file=str(document.path or ""), title=document.title, about=document.about,
                         eye=tuple(camera.position), target=tuple(camera.target), fov=float(camera.fov))

        def build() -> SceneRun:
            return SceneRun(document, scenes.build(document, precision=self._options.precision, threads=self._options.threads,
                                                   overrides=self._options.settings))

        return OpenScene(card, build)

    def prepare(self, run: Run, progress: Callable[[int, int, str], None]) -> str:
        """Load what the next step of this world needs, and the rest on a thread of its own.

        When something has to be compiled two processes compile everything, so that the first touch of two boxes or
        the first grab does not have to wait for the compiler.
        """
        from physics.jit import cache_note
        from physics.warmup import warm_world
        precision = run.world.precision
        try:
            warm_world(run.world, _stop_at_the_first)
        except _Missing:
            from app.compiling import compile_kernels
            compile_kernels((precision,), show=False, report=progress)
            self._complete.add(precision)
            warm_world(run.world, progress)
        if precision not in self._complete:
            self._complete.add(precision)
            threading.Thread(target=self._rest, args=(precision,), name="kernels", daemon=True).start()
        return cache_note or ""

    def _rest(self, precision: str) -> None:
        from physics import warmup
        try:
            warmup(precision)
        except Exception as error:          # a kernel that cannot be compiled stops the simulation when it is needed, with a card
            self._report(error)


class _Missing(Exception):
    """A kernel is not in the cache."""


def _stop_at_the_first(done: int, total: int, name: str) -> None:
    raise _Missing(name)
