"""Writing a share file, all of it or none."""
from __future__ import annotations

import os
from pathlib import Path

from app.headless.errors import InputError
from app.share import poses, steps_log
from app.share.contents import Share
from app.share.limits import FILM, MANIFEST, MOST_COMMANDS, MOST_HASHES, MOST_STEPS, PARTS, PICTURE, POSES, SCENE, STEPS
from app.share.packing import pack
from impulse.files.writing import replacing

def every_of(steps: int) -> int:
    """Least number of steps between two hashes of a run of so many steps."""
    return steps // MOST_HASHES + 1


def write(path: Path | str, share: Share, film: Path | None = None) -> Path:
    """Write a file, with a film on request; returns its absolute path.  Raises InputError where the run is longer than what is
    read again, OSError where the file cannot be written."""
    run = share.run
    commands = sum(map(len, run.inputs.values()))
    if run.last > MOST_STEPS or commands > MOST_COMMANDS:
        raise InputError(f"a run of {run.last:,} steps and {commands:,} commands is too long for a share file, which has at most "
                         f"{MOST_STEPS:,} steps and {MOST_COMMANDS:,} commands")
    parts: dict[str, bytes | Path] = {
        MANIFEST: share.manifest.model_dump_json(indent=1).encode() + b"\n", SCENE: share.scene.encode("utf-8"),
        STEPS: steps_log.encode(run), POSES: poses.encode(poses.chosen(run.poses))}
    parts |= ({PICTURE: share.picture} if share.picture else {}) | ({FILM: film} if film is not None else {})
    for name, content in parts.items():
        size = len(content) if isinstance(content, bytes) else os.stat(content).st_size
        if size > PARTS[name]:
            raise InputError(f"{name} would have {size:,} bytes, and in a share file it has at most {PARTS[name]:,}")
    with replacing(path) as part:
        pack(part, parts)
    return Path(path).absolute()
