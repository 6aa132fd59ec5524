"""Share files in a session: how the run of an open file goes, and the run of a variant for a new one."""
from __future__ import annotations

from typing import Any, Protocol

from app.headless.si_format import counted
from app.published.shared import Shared
from app.published.status import VARIANT_NAMES
from app.simulation.scene_source import FileRun, OpenScene, Origin
from app.simulation.sharing.making import taken
from physics.definitions.tunable import SettingError
from physics.history import ReplayError

LEAST = 64                             # [MB] of a history that follows a file


class Sharer(Protocol):
    """The session, as this sees it."""

    scene: OpenScene | None
    variants: list[Any]
    chosen: int

    @property
    def variant(self) -> Any | None:
        """The chosen variant."""

    def notify(self, text: str, kind: str = "info", *, step: int | None = None) -> None:
        """Show the user one line."""


class Sharing:
    """Belongs to the simulation thread."""

    def __init__(self, session: Sharer):
        self._session = session
        self._file: FileRun | None = None
        self._origin: Origin | None = None                # from which the present worlds were built
        self._differs = False
        self.shared: Shared | None = None                 # the last answer to a request

    def begin(self, file: FileRun | None) -> None:
        """A scene was opened, from a share file or not: the first variant takes the file's run."""
        self._file, self._differs = file, False
        if file is None:
            return
        self._session.variants[0].beginning.run = file.run
        commands = sum(map(len, file.run.inputs.values()))
        self._session.notify(f"From a share file: {counted(file.run.last, 'step')} and {counted(commands, 'command')} are ahead, "
                             "and compared")
        if file.flaws:
            self._session.notify(f"The file is not whole: {'; '.join(file.flaws)}", "warning")

    def end(self) -> None:
        """The variants begin anew, without the run of a file; edits that they follow while they run are commands."""
        self._file = None
        self._origin = self._session.scene.origin if self._session.scene is not None else None

    def megabytes(self, variant: Any, asked: int) -> int:
        """Memory of a variant's history, of which `asked` is wanted: following a file takes some."""
        return max(asked, LEAST) if variant.beginning.run is not None else asked

    def differs(self, history: Any, error: ReplayError) -> bool:
        """Say that a step is not as in the file, and go on with its commands; False for a step of another kind."""
        if not error.ahead or self._file is None:
            return False
        history.accept()
        self._differs = True
        made = f". The file was made by another program: {self._file.made}" if self._file.made else ""
        self._session.notify(f"Step {error.step:,} is not as in the file: {error.what}{made}. The commands go on, further steps "
                             "are not compared", "warning", step=error.step)
        return True

    def look(self) -> None:
        """Say so where the last step of the file is reached."""
        file, history = self._file, self._session.variants[0].history if self._session.variants else None
        if file is None or history is None or history.ahead is None or history.present < file.run.last:
            return
        self._file = None
        step = file.run.last
        if step < file.last:
            text = f"The file is cut short here: steps {step + 1:,} to {file.last:,} are missing"
            self._session.notify(text, "warning", step=step)
        elif not self._differs:
            self._session.notify(f"All {step:,} steps are as in the file", "good", step=step)
        else:
            self._session.notify(f"The file's run ends with step {step:,}", step=step)

    def take(self, number: int) -> None:
        """Answer a request with the run of the chosen variant."""
        session, name = self._session, ""
        if len(session.variants) > 1:
            name = VARIANT_NAMES[session.chosen]
        try:
            if session.variant is None or session.scene is None:
                raise SettingError("share", "no scene is open")
            self.shared = Shared(number, taken(session.variant, self._origin), "", name)
        except SettingError as error:
            self.shared = Shared(number, None, str(error), name)
