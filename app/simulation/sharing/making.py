"""Making: the run of a variant as the content of a share file."""
from __future__ import annotations

import re
from typing import Any, NamedTuple, Protocol

from pydantic import ValidationError

from app.headless.errors import InputError
from app.share.contents import FORMAT, LONGEST_NAME, Manifest, Share
from app.share.made import here
from app.share.writing import every_of
from app.simulation.replay import OnVariant
from app.simulation.scene_source import Origin
from app.simulation.sharing.beginning import Beginning
from app.simulation.sharing.checked_commands import as_dictionary
from physics.definitions.tunable import SettingError
from physics.history import History, RunRecord
from physics.history.digest import WORD
from physics.history.run_record import UNKNOWN


class Recorded(Protocol):
    """A variant, as what makes a share sees it."""

    world: Any
    history: History | None
    beginning: Beginning


class Taken(NamedTuple):
    """All that a share needs of a variant; immutable, so that another thread makes it while the variant goes on."""

    origin: Origin
    changes: dict[str, Any]
    run: RunRecord
    note: str


def taken(variant: Recorded, origin: Origin | None) -> Taken:
    """The run of a variant so far, from its beginning.  Raises SettingError, with the reason, where it is not known."""
    if origin is None:
        raise SettingError("share", "this world is not built from a scene")
    history, beginning = variant.history, variant.beginning
    if history is None and variant.world.step_count:
        raise SettingError("share", "no steps are kept: the history is off")
    if history is None:
        return Taken(origin, beginning.changes, _before_history(beginning), "")
    try:
        run = history.run_record()
    except ValueError as error:
        raise SettingError("share", f"this run is not known from its beginning: {error}") from None
    if run.first:
        raise SettingError("share", f"this run is known from step {run.first:,} on alone, for its history began there")
    note = "" if run.last == history.taken else f"steps {run.last + 1:,} to {history.taken:,} are left out: something else " \
        f"than commands changed the world after step {run.last:,}"
    if beginning.commands:                     # they are part of the state with which the history began
        first = tuple(map(OnVariant, beginning.commands))
        run = run._replace(inputs={**run.inputs, 0: (*first, *run.inputs.get(0, ()))}, hashes=UNKNOWN + run.hashes[WORD:],
                           poses={step: poses for step, poses in run.poses.items() if step})
    return Taken(origin, beginning.changes, run, note)


def _before_history(beginning: Beginning) -> RunRecord:
    """The run of a variant that has taken no step."""
    first = tuple(map(OnVariant, beginning.commands))
    return RunRecord(0, 0, {0: first} if first else {}, UNKNOWN, {})


def share_of(found: Taken, picture: bytes = b"", every: int = 0) -> Share:
    """The content of a file; `every`: steps between two hashes, 0: as few as fit.  Raises InputError for a run that is too long
    for one, or settings that are."""
    origin, run = found.origin, found.run
    every = max(every, every_of(run.last))
    inputs = {step: tuple(map(as_dictionary, commands)) for step, commands in run.inputs.items()}
    hashes = run.hashes if every == 1 else b"".join(run.hash_of(step) for step in range(0, run.last + 1, every))
    name = re.sub(r"[\x00-\x1f\x7f]", "_", origin.scene).encode("utf-8", "replace").decode()[:LONGEST_NAME]
    try:
        manifest = Manifest(
            format=FORMAT, scene=name, steps=run.last, commands=sum(map(len, inputs.values())), every=every,
            settings=list(origin.settings), precision=origin.precision, changes=plain_changes(found.changes), note=found.note,
            made=here())
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        raise InputError(f"this does not fit a share file: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    return Share(manifest, origin.text, run._replace(inputs=inputs, hashes=hashes, every=every), picture)


def plain_changes(changes: dict[str, Any]) -> dict[str, Any]:
    """Changes of settings for JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in changes.items()}
