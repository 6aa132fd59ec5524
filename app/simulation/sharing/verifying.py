"""Verifying: the run of a share file taken again, each step compared with the file."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from app.simulation.sharing.playing import Player, Source
from physics.history.difference import ReplayError, difference_ahead
from physics.history.run_record import UNKNOWN

Progress = Callable[[int], Any]


class Verdict(NamedTuple):
    """How a file compares.

    steps    that were taken and are as recorded
    last     the step with which the file should end
    checked  how many of them were compared; a file may have a hash of every few alone
    error    the first step that differs, None where none does
    flaws    what is missing or damaged in the file
    """

    steps: int
    last: int
    checked: int
    error: ReplayError | None
    flaws: tuple[str, ...]

    @property
    def fine(self) -> bool:
        """Whether the file is whole and every step is as recorded."""
        return self.error is None and not self.flaws


def verify(source: Source, progress: Progress) -> Verdict:
    """Take the run of a share file again, up to the first step that differs; `progress(steps)` after each.  Raises InputError for
    a command or a step that is not possible."""
    player, run, checked, error = Player(source), source.run, 0, None
    file = source.opened.file
    while True:
        step = player.world.step_count
        wanted, found = run.hash_of(step), player.digest()
        if wanted != UNKNOWN:
            checked += 1
            if wanted != found:
                error = difference_ahead(player.world, run.record_of(step))
                break
        if player.done:
            break
        player.step()
        progress(player.world.step_count)
    good = player.world.step_count - (error is not None)
    return Verdict(good, file.last, checked, error, file.flaws)
