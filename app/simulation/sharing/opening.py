"""Opening: the scene of a share file, and its run with commands that act on a variant; all of it checked before it is used."""
from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from app.headless.errors import InputError
from app.published.tuning import world_setting_called
from app.share import reading
from app.share.contents import Share
from app.share.limits import MANIFEST, SCENE, STEPS
from app.share.made import here
from app.simulation.scene_source import FileRun, Origin
from app.simulation.sharing.checked_commands import from_dictionary, is_plain
from physics.definitions.settings import SolverSettings
from physics.definitions.tunable import SettingError
from physics.history import RunRecord


class OpenedShare(NamedTuple):
    """A share file that was read: its document with the file's values, what worlds are built from, and its run."""

    document: Any
    origin: Origin
    file: FileRun
    share: Share

    def build(self, threads: int = 1) -> Any:
        """A new world at time 0, which may use so many threads: they change no bit.  Raises SceneError."""
        import scenes
        return scenes.build(self.document, precision=self.origin.precision, threads=threads, overrides=self.origin.settings,
                            stops_on_nan=False)


def open_share(path: Path | str) -> OpenedShare:
    """The content of a share file.  Raises InputError, or SceneError for a scene with mistakes."""
    import scenes
    path, share = Path(path), reading.read(path)
    manifest = share.manifest
    document = scenes.loads(share.scene, file=f"{path}: {SCENE}", id=manifest.scene or path.stem, path=path)
    try:
        document = scenes.varied(document, manifest.settings)
    except scenes.SceneError as error:
        raise InputError(f"{path}: {MANIFEST}: settings: {str(error).replace('--set: ', '')}") from None
    origin = Origin(document.id, share.scene, tuple(manifest.settings), manifest.precision)
    file = FileRun(_changes(path, manifest.changes), _run(path, share.run), manifest.steps, share.flaws,
                   here().differences(manifest.made))
    return OpenedShare(document, origin, file, share)


def _run(path: Path, run: RunRecord) -> RunRecord:
    """The run with commands that act on a variant."""
    inputs = {}
    for step, commands in run.inputs.items():
        try:
            inputs[step] = tuple(map(from_dictionary, commands))
        except InputError as error:
            raise InputError(f"{path}: {STEPS}: after step {step:,}: {error}") from None
    return run._replace(inputs=inputs)


def _changes(path: Path, changes: dict[str, Any]) -> dict[str, Any]:
    """The changes that a variant begins with, as `Variant` takes them."""
    checked = {}
    for name, value in changes.items():
        try:
            if not all(map(is_plain, value.values() if isinstance(value, dict) else [value])):
                raise SettingError(name, f"{name[:40]}: {str(value)[:40]!r} is no setting")
            checked[name] = _solver(value) if name == "solver" else world_setting_called(name[:40]).check(name, value)
        except SettingError as error:
            raise InputError(f"{path}: {MANIFEST}: changes: {str(error)[:1000]}") from None
    return checked


def _solver(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SettingError("solver", f"solver: {str(value)[:40]!r} is not a mapping of settings")
    SolverSettings().replace(**value)
    return value
