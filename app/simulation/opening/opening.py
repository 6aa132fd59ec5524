"""Opening scenes in a session: a new one, the open one again, and after a failure the one that could not be opened.

Variants, picked rows, the stop condition, the log and a pause belong to a scene: another scene begins without them, and the same
scene, read again, keeps them.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from app.headless.errors import InputError
from app.headless.file_stamp import Stamp, stamp_of
from app.simulation.scene_source import OpenScene, cannot_open, file_of, reason
from app.simulation.variant import Variant, variants_of
from physics.definitions.tunable import SettingError


class Asked(NamedTuple):
    """A scene as it was asked for.

    name      a file, or a scene of the catalog
    values    of the scene, as for `--set`
    settings  of each variant, as for `--set`; () for one variant with the scene's own
    again     it is the open scene, which is read again
    """

    name: str
    values: tuple[str, ...] = ()
    settings: tuple[tuple[str, ...], ...] = ()
    again: bool = False


class Failed(NamedTuple):
    """A scene that could not be opened: the fault's number, and the stamp of its file before it was read."""

    asked: Asked
    fault: int
    stamp: Stamp | None


class Opening:
    """Belongs to the simulation thread.

    under_way  name of the scene that is being read and built, "" for none
    count      of the scenes opened so far; one that was read again is the same
    """

    def __init__(self, session: Any):
        self._session = session
        self._failed: Failed | None = None
        self.under_way = ""
        self.count = 0

    def open(self, asked: Asked) -> bool:
        """Open a scene with its own settings; read again, several variants keep their differing ones, unless settings of each are
        given.  A scene that cannot be read leaves the old one unchanged; returns whether it is open."""
        from scenes.schema.problems import SceneError
        session, self.under_way = self._session, asked.name
        session.republish()
        before = stamp_of(asked.name)
        try:
            scene = session.source_of_scenes.read(asked.name, asked.values)
            variants = variants_of(scene, self._kept(asked, scene), asked.settings)
        except (SceneError, SettingError, InputError, OSError) as error:
            file = session.scene.card.file if asked.again else file_of(asked.name, error)
            fault = session.fail(cannot_open(asked.name), reason(asked.name, error), file=file)
            self._failed = Failed(asked, fault, before if file == asked.name else stamp_of(file))
            return False
        finally:
            self.under_way = ""
        self._begin(asked, scene, variants)
        return True

    def reread(self) -> None:
        """Open the scene again that could not be opened, while its card is shown; else read the open scene again."""
        session = self._session
        if self._shown is not None:
            self.open(self._shown.asked)
        elif session.source:
            self.open(Asked(session.source, session.values, again=True))

    def follow(self) -> None:
        """A file was written: open the scene again that could not be opened, if it was its; look after the open scene's."""
        session, failed = self._session, self._shown
        if failed is not None and not failed.asked.again:
            if stamp_of(session.fault.file) != failed.stamp:
                self.open(failed.asked)
        if session.source:
            session.editing.file.changed_by_others()

    def is_current(self) -> None:
        """The file of the open scene has the text of this scene: a card that it cannot be read is over."""
        if self._shown is not None and self._session.fault.file == self._session.scene.card.file:
            self._session.close_fault(self._shown.fault)

    @property
    def _shown(self) -> Failed | None:
        """The scene that could not be opened, while its card is shown."""
        failed, fault = self._failed, self._session.fault
        return failed if failed is not None and fault is not None and fault.number == failed.fault else None

    def _kept(self, asked: Asked, scene: OpenScene) -> list[dict[str, Any]]:
        """The settings with which each variant begins."""
        session = self._session
        if scene.file is not None:
            return [scene.file.changes]
        keeps = asked.again and session.comparing and not asked.settings
        return [variant.changes() for variant in session.variants] if keeps else [{}]

    def _begin(self, asked: Asked, scene: OpenScene, variants: list[Variant]) -> None:
        session = self._session
        if not asked.again:
            self.count += 1
            session.chosen, session.paused = 0, False
            for part in (session.stops, session.inspector, session.messages):
                part.forget()
        session.scene, session.source, session.values = scene, asked.name, asked.values
        session.advising.forget()
        session.editing.forget()
        session.begin(variants)
        session.sharing.begin(scene.file)
        session.selection = session.selected_joint = None
        session.close_fault()
