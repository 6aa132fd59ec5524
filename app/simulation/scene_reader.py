"""Reads scenes for a session from the catalog and from files, and makes their kernels ready."""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from app.headless.options import OpenedScene, RunOptions
from app.published.status import SceneCard
from app.simulation.scene_source import OpenScene, Run


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

    def __init__(self, options: RunOptions, report: Callable[[BaseException], object],
                 opened: tuple[str, OpenedScene | None] = ("", None)):
        """`options`: what `--set`, `--precision` and `--threads` said; they hold for every scene that is opened.
        `opened`: the name of one that was read and built with them already, and the scene, which is used once as it is."""
        self._options = options
        self._opened_name, self._opened = opened
        self._report = report
        self._complete: set[str] = set()          # precisions whose kernels are all there or under way

    def read(self, name: str) -> OpenScene:
        """Scene `name`: an id of the catalog, part of one, or a file.  Raises SceneError."""
        import scenes
        ready, self._opened = self._opened if name == self._opened_name else None, None
        document = ready.document if ready is not None else scenes.load(name)
        built = [ready.world] if ready is not None else []
        camera = document.camera
        card = SceneCard(id=document.id, file=str(document.path or ""), title=document.title, about=document.about,
                         eye=tuple(camera.position), target=tuple(camera.target), fov=float(camera.fov))

        def build() -> SceneRun:
            world = built.pop() if built else scenes.build(document, precision=self._options.precision,
                                                           threads=self._options.threads, overrides=self._options.settings)
            return SceneRun(document, world)

        return OpenScene(card, build)

    def prepare(self, run: Run, progress: Callable[[int, int, str], None]) -> str:
        """Load what the next step of this world needs, and the rest on a thread of its own.

        When something has to be compiled two processes compile what this scene needs.  All other kernels are compiled while it
        runs already, so that the first touch of two boxes or the first grab does not have to wait for the compiler.
        """
        from app.headless.kernel_warmup import make_ready
        from physics.compile.cache import cache_note
        precision = run.world.precision
        make_ready(run.world, progress)
        if precision not in self._complete:
            self._complete.add(precision)
            threading.Thread(target=self._rest, args=(precision,), name="kernels", daemon=True).start()
        return cache_note or ""

    def _rest(self, precision: str) -> None:
        """All kernels of a precision; what was never compiled on this machine another process compiles, for the starts after."""
        from physics.compile.cache import cache_note
        from physics.warmup import is_complete, note_ready, warmup
        try:
            if not is_complete(precision) and not cache_note:
                from app.headless.kernel_warmup import compile_all_meanwhile
                compile_all_meanwhile(precision)
            warmup(precision)
            note_ready(precision)
        except Exception as error:          # a kernel that cannot be compiled stops the simulation when it is needed, with a card
            self._report(error)
