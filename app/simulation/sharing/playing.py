"""Playing: a run taken step by step without a window: of a share file with its commands, of a scene with its events."""
from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from app.headless.errors import InputError
from app.headless.options import RunOptions, is_share, open_scene
from app.simulation.replay import SceneEvents
from app.simulation.scene_reader import SceneRun
from app.simulation.scene_source import Origin
from app.simulation.sharing.opening import OpenedShare, open_share
from app.simulation.variant import Variant
from physics.definitions.tunable import SettingError
from physics.history import RunRecord
from physics.history.digest import digest
from scenes.running.runner import MOST_STEPS, step_of

EVENTS = (SceneEvents(),)


class Source(NamedTuple):
    """What is to be played.

    name     as it was given
    variant  at time 0
    origin   what its world was built from
    steps    how many steps it has
    run      of a share file, None of a scene
    opened   the share file, None of a scene
    """

    name: str
    variant: Variant
    origin: Origin
    steps: int
    run: RunRecord | None
    opened: OpenedShare | None

    def for_steps(self, steps: int) -> Source:
        """The same for so many steps; a file has no more than it has.  Raises InputError for more than MOST_STEPS."""
        if self.run is None and steps > MOST_STEPS:
            raise InputError(f"{self.name}: {steps:,} steps; at most {MOST_STEPS:,} are taken, see --steps")
        return self._replace(steps=steps if self.run is None else min(steps, self.steps))


def source_of(name: str, options: RunOptions = RunOptions()) -> Source:
    """A share file, or a scene with options; a file has its own.  Raises InputError or SceneError."""
    if not is_share(name):
        scene = open_scene(name, options)
        document = scene.document
        origin = Origin(document.id, document.text, options.settings, options.precision)
        return Source(name, Variant(SceneRun(document, scene.world)), origin, step_of(document.run, scene.world.dt), None, None)
    if options.settings or options.precision is not None:
        raise InputError(f"{name}: a share file has settings of its own; open it in the window to change some on the way")
    opened = open_share(Path(name))
    try:
        variant = Variant(SceneRun(opened.document, opened.build(options.threads)), opened.file.changes)
    except SettingError as error:
        raise InputError(f"{name}: {error}") from None
    return Source(name, variant, opened.origin, opened.file.run.last, opened.file.run, opened)


class Player:
    """Takes the steps of a source."""

    def __init__(self, source: Source):
        self.source, self.world = source, source.variant.world

    @property
    def done(self) -> bool:
        """Whether all steps are taken."""
        return self.world.step_count >= self.source.steps

    def commands(self) -> tuple[Any, ...]:
        """What is applied before the next step: the commands of a file, or what the scene itself does then."""
        run = self.source.run
        return EVENTS if run is None else run.inputs.get(self.world.step_count, ())

    def step(self) -> None:
        """Apply the commands, and take the next step.  Raises InputError where that is not possible."""
        step = self.world.step_count
        for command in self.commands():
            try:
                command.apply(self.source.variant)
            except Exception as error:          # a file may say anything: what fails is told, with its place
                raise InputError(f"{self.source.name}: after step {step:,}: {told(command)}: {error}") from None
        try:
            self.world.step()
        except SettingError as error:
            raise InputError(f"{self.source.name}: step {step + 1:,} cannot be taken: {error}") from None

    def digest(self) -> bytes:
        """Hash of the present state."""
        return digest(self.world)


def told(command: Any) -> str:
    """A command in a few words."""
    return "an event of the scene" if isinstance(command, SceneEvents) else type(command.command).__name__
