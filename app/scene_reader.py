"""Reads scenes for a session from the catalog and from files, and makes their kernels ready."""
from __future__ import annotations

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

    def __init__(self, options: RunOptions):
        """`options`: what `--set`, `--precision` and `--threads` said; they hold for every scene that is opened."""
        self._options = options

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

    def prepare(self, run: Run, progress: Callable[[int, int, str], None]) -> None:
        """Compile or load the kernels for the precision of `run`'s world."""
        from physics import warmup
        warmup(run.world.precision, progress=progress)
