"""A session on a world that a script makes and steps: commands between its steps, publications after them.

It differs from a session of the window's own in that it takes no steps.  What would load, restart, go back, add or remove is
refused, because the script holds the world, its bodies and its joints.
"""
from __future__ import annotations

import dataclasses
from typing import Any

from app.published.status import Publication, SceneCard, Status
from app.published.timeline import TimeLine
from app.simulation.commands.command import Command
from app.simulation.scene_source import OpenScene
from app.simulation.session import Session
from app.simulation.variant import Variant

ABOUT = ("A Python script makes this world and steps it; the window closes with the script. Pause, and the script waits in "
         "its next step; single steps go on from there. Settings, drags, overlays and the inside of a step work as always. The "
         "window does not restart the world, go back in time, add or remove.")


class ScriptRun:
    """The world of a script, which has no events of a scene."""

    def __init__(self, world: Any):
        self.world, self.events = world, ()

    def apply_events(self) -> None:
        """There are none."""


def card_of(script: str) -> SceneCard:
    """The card of a script, as that of a scene."""
    return SceneCard(title=script, about=ABOUT)


class WatchedSession(Session):
    """The session of one world; the thread that steps the world uses it, other threads `submit` alone."""

    def __init__(self, world: Any, script: str, speed: float | None = None):
        """`script` is its name in the window; `speed`: simulated over real seconds at most, None: as fast as it goes."""
        super().__init__(None)
        run = ScriptRun(world)
        self._script, self.speed = script, speed
        self.scene, self.source = OpenScene(card_of(script), lambda: run), script
        self.begin([Variant(run)])
        self.ready = True

    @property
    def time_scale(self) -> float:
        """The limit of the speed, as shown; 1 without one."""
        return 1.0 if self.speed is None else self.speed

    @time_scale.setter
    def time_scale(self, value: float) -> None:
        self.speed = value

    def submit(self, command: Command) -> None:
        """Queue a command; those that are not possible here are left out, the window has said so.  Any thread."""
        if command.watching:
            super().submit(command)

    @property
    def waits(self) -> bool:
        """Whether the script is to wait before its next step."""
        return self.paused and not self.owed_steps

    def begin_step(self) -> None:
        """Before a step of the script."""
        self.owed_steps = max(self.owed_steps - 1, 0)
        self.variant.begin_step()

    def end_step(self) -> None:
        """After it: what the method has to say, readings, and where the scene stops by itself."""
        if note := self.variant.end_step():
            self.notify(note[0].upper() + note[1:], "warning")
        if self._log is not None:
            self._log.step()
        self.stops.reached()

    def publish(self, owed: float = 0.0, real_time_factor: float = 0.0) -> Publication:
        """Make a new publication, of the last step as it is: between two publications a script may take many steps."""
        self.variant.forget_gone()
        self._drop_stale_selection()
        made = super().publish(float(self.variant.world.dt), real_time_factor)
        step = made.view.step
        self.published = dataclasses.replace(made, timeline=TimeLine(step, step, step))
        return self.published

    def status(self, real_time_factor: float = 0.0) -> Status:
        """The present status."""
        return dataclasses.replace(super().status(real_time_factor), script=self._script)
