"""Open options: the command line's options for the window, and the session's commands for them."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.headless.options import OpenedScene, RunOptions
from app.lessons.lesson import Lesson
from app.simulation.commands import AddVariant, Command, LoadScene, ResetTuning, UseSettings


@dataclass(frozen=True)
class OpenOptions:
    """The options of `impulse open`."""

    scene: str
    size: tuple[int, int] = (1280, 720)     # window units
    run: RunOptions = RunOptions()
    output_folder: Path | None = None            # folder for pictures and films, None: the user's
    settings: Path | None = None            # file of the view settings, None: the user's
    script: Path | None = None
    journal: Path | None = None
    view: Mapping[str, Any] = field(default_factory=dict)     # view settings of this run alone
    variants: tuple[tuple[str, ...], ...] = ()  # settings of each variant, for several side by side
    opened: OpenedScene | None = None       # the scene, if it was read and built already
    lesson: Lesson | None = None            # a lesson to begin with, in place of the scene
    card: int = 0                           # the card of it, from 0
    named: bool = True                      # the scene was asked for; else it is the one that opens without a name

    @property
    def welcomes(self) -> bool:
        """Whether the welcome sheet may come: no scene or lesson was named, and no script drives the window."""
        return not self.named and self.lesson is None and self.script is None


def opening(options: OpenOptions) -> list[Command]:
    """The commands that open the scene, with its variants; a lesson opens its own."""
    if options.lesson is not None:
        return []
    commands: list[Command] = [LoadScene(options.scene)]
    for number, settings in enumerate(options.variants):
        commands += [AddVariant(), ResetTuning()] if number else []
        commands.append(UseSettings(settings))
    return commands
