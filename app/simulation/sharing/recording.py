"""Recording: a run taken without a window, with all that a share file needs of it."""
from __future__ import annotations

from typing import Any

from app.headless.errors import InputError
from app.simulation.sharing.making import Taken, taken
from app.simulation.sharing.playing import Source
from physics.definitions.tunable import SettingError
from physics.history.run_record import UNKNOWN

MEMORY = 1_000_000_000                 # [bytes] of the history


class Recording:
    """The steps of a source, which its variant takes: of a share file with its commands, which are not compared here."""

    def __init__(self, source: Source):
        """Begins at time 0.  Raises InputError where one state needs more than MEMORY."""
        self._source, self.world = source, source.variant.world
        if source.run is not None:
            source.variant.beginning.run = source.run._replace(hashes=UNKNOWN)
        try:
            source.variant.keep_history(MEMORY)
        except SettingError as error:
            raise InputError(f"{source.name}: {error}") from None

    def step(self) -> None:
        """Take the next step.  Raises InputError for a command or a step that is not possible."""
        try:
            self._source.variant.advance()
        except Exception as error:          # a file may say anything: what fails is told, with its place
            if self._source.run is None:
                raise
            raise InputError(f"{self._source.name}: after step {self.world.step_count:,}: {error}") from None

    def taken(self) -> Taken:
        """The run so far.  Raises SettingError where memory did not suffice for it."""
        return taken(self._source.variant, self._source.origin)

    @property
    def opened(self) -> Any:
        """World, document and runner, for films."""
        return Filmed(self)


class Filmed:
    """A recording as films see it: something with a world, a document, and a runner that takes steps."""

    def __init__(self, recording: Recording):
        self.world, self.runner = recording.world, recording
        self.document = recording._source.variant.run.document
