"""Reading a share file: its content as far as it is whole, and what is missing or damaged."""
from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from app.headless.errors import InputError
from app.share import poses, steps_log
from app.share.contents import FORMAT, Manifest, Share
from app.share.limits import MANIFEST, PARTS, PICTURE, POSES, SCENE, STEPS
from app.share.salvage import Part
from app.share.unpacking import Unpacked, unpack

MISSING, WHOLE = Part(b"", "it is missing"), Part(b"")


def read(path: Path | str) -> Share:
    """The content of a file.  Raises InputError where nothing of it can be played, OSError where it cannot be read."""
    path = Path(path)
    found = unpack(path)
    manifest = _manifest(path, _needed(path, found, MANIFEST))
    scene = _needed(path, found, SCENE)
    log = steps_log.decode(found.parts.get(STEPS, MISSING).content, manifest.every)
    frames = poses.decode(found.parts.get(POSES, MISSING).content)
    run = log.run._replace(poses={step: each for step, each in frames.poses.items() if step <= log.run.last})
    picture = found.parts.get(PICTURE, WHOLE)
    flaws = [*found.flaws, *(f"{name}: {found.parts[name].flaw}" for name in PARTS if found.parts.get(name, WHOLE).flaw)]
    flaws += [f"{name}: it is missing" for name in (STEPS, POSES) if name not in found.parts]
    if not log.whole:
        flaws.append(f"steps {run.last + 1:,} to {manifest.steps:,} are missing: {log.why}" if run.last < manifest.steps
                     else f"the end of the steps is missing: {log.why}")
    elif run.last != manifest.steps:
        flaws.append(f"its log has {run.last:,} steps, and {MANIFEST} tells of {manifest.steps:,}")
    if frames.why:
        flaws.append(f"poses are missing {frames.why}")
    return Share(manifest, scene.decode("utf-8", "replace"), run, b"" if picture.flaw else picture.content, tuple(flaws))


def _needed(path: Path, found: Unpacked, name: str) -> bytes:
    """The content of a part without which nothing can be played."""
    part = found.parts.get(name, MISSING)
    if part.flaw:
        reason = f"{part.flaw}; {found.flaws[0]}" if found.flaws else part.flaw
        raise InputError(f"{path}: nothing of it can be played, for {name} is not whole: {reason}")
    return part.content


def _manifest(path: Path, data: bytes) -> Manifest:
    try:
        return Manifest.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        if place == "format" and first["type"] != "missing":
            raise InputError(f"{path}: {MANIFEST}: this program reads format {FORMAT} only, and here is "
                             f"{str(first['input'])[:40]!r}") from None
        raise InputError(f"{path}: {MANIFEST}{f': {place[:100]}' if place else ''}: {first['msg'][:200]}") from None
