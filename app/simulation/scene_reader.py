"""Reads scenes for a session from the catalog and from files, and loads their kernels."""
from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from app.headless.ending import COMPILING
from app.headless.options import OpenedScene, RunOptions, is_share
from app.published.film_plan import plan_of
from app.published.status import SceneCard
from app.simulation.editing.new_scene import NEW, TEXT
from app.simulation.scene_source import OpenScene, Origin, Run
from app.simulation.sharing.opening import open_share


class SceneRun:
    """A world and the events of its document."""

    def __init__(self, document: Any, world: Any):
        from scenes import Runner
        self.world, self.document = world, document
        self._runner = Runner(document, world, expect=False)

    @property
    def events(self) -> tuple[Any, ...]:
        """What is applied and when; others may be put in their place."""
        return self._runner.timeline.dues

    @events.setter
    def events(self, dues: tuple[Any, ...]) -> None:
        self._runner.timeline.dues = dues

    def apply_events(self) -> None:
        """Apply the events that are due before the next step."""
        self._runner.timeline.apply(self.world)


def card_of(document: Any) -> SceneCard:
    """What the window shows of a document."""
    return with_camera(SceneCard(id=document.id, file=str(document.path or ""), title=document.title, about=document.about,
                                 categories=document.categories), document)


def with_camera(card: SceneCard, document: Any) -> SceneCard:
    """The card with the camera and the film of the scene; a camera without a place is where its path begins."""
    camera, plan = document.camera, plan_of(document)
    card = replace(card, film=plan)
    if camera is None:
        return card
    card = replace(card, fov=float(camera.fov))
    if camera.position is not None:
        return replace(card, eye=tuple(camera.position), target=tuple(camera.target))
    if plan.path:
        eye, target, fov = plan.path[0].vantage
        return replace(card, eye=eye, target=target, fov=fov)
    return card


class SceneReader:
    """A `Source` with the options of the command line."""

    def __init__(self, options: RunOptions, report: Callable[[BaseException], object],
                 opened: tuple[str, OpenedScene | None] = ("", None)):
        """`options`: of `--set`, `--precision` and `--threads`.  `opened`: the name of the scene for which they were given, and
        the scene if it was read and built with them already, which is used once.  Values of the scene are for this one alone,
        all else for every opened scene; a share file has options of its own."""
        self._options = options
        self._opened_name, self._opened = opened
        self._own: Any = None                     # path and id of that scene
        self._report = report
        self._complete: set[str] = set()          # precisions whose kernels are all loaded or being compiled

    def read(self, name: str, values: Sequence[str] = ()) -> OpenScene:
        """Scene `name`: an id of the catalog, part of one, or a file; with values of it and settings.  Raises SceneError, of a
        share file also InputError."""
        import scenes
        if is_share(name):
            found = open_share(name)
            return OpenScene(card_of(found.document), lambda: SceneRun(found.document, found.build(self._options.threads)),
                             found.origin, found.file)
        ready, self._opened = self._opened if name == self._opened_name else None, None
        document = ready.document if ready is not None else scenes.loads(TEXT, NEW, NEW) if name == NEW else scenes.load(name)
        if name == self._opened_name:
            self._own = document.path, document.id
        settings = self._options.settings if (document.path, document.id) == self._own else self._settings_alone()
        settings = (*settings, *values)
        document = scenes.varied(document, settings)
        built = [ready.world] if ready is not None and not values else []
        return self._opened_scene(document, tuple(settings), document.text, built)

    def with_document(self, scene: OpenScene | None, document: Any, text: str) -> OpenScene:
        """An open scene with another document, which an edit has made, and its text; None: the document's own scene."""
        opened = self._opened_scene(document, self._settings_alone(), text, [])
        if scene is None:
            return opened
        card = replace(scene.card, title=document.title, about=document.about, categories=document.categories,
                       film=plan_of(document))
        return opened._replace(card=scene.card if card == scene.card else card)   # the same: the camera stays where it is

    def _opened_scene(self, document: Any, settings: tuple[str, ...], text: str, built: list[Any]) -> OpenScene:
        """The scene of a document; `built`: its world, if there is one already."""
        import scenes

        def build() -> SceneRun:
            world = built.pop() if built else scenes.build(document, precision=self._options.precision,
                                                           threads=self._options.threads, overrides=settings, stops_on_nan=False)
            return SceneRun(document, world)

        return OpenScene(card_of(document), build, Origin(document.id, text, settings, self._options.precision))

    def _settings_alone(self) -> tuple[str, ...]:
        """The settings among the options, without values of a scene."""
        from scenes.variation import is_of_scene
        return tuple(text for text in self._options.settings if not is_of_scene(text.partition("=")[0].strip()))

    def prepare(self, run: Run, progress: Callable[[int, int, str], None]) -> str:
        """Load the kernels for the next step of this world, and the rest on a separate thread.

        Two processes compile the missing kernels of this scene, and of what a click may bring into it: a drag, a shot, a joint.
        All others are compiled while it runs, so that another method or the first contact of two boxes need not wait for the
        compiler.
        """
        from app.headless.kernel_warmup import make_ready
        from physics.compile.cache import cache_note
        precision = run.world.precision
        make_ready(run.world, progress, clicks=True)
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
