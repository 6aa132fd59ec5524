"""Pictures on disk: a PNG of an array, and names for new files."""
from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import numpy as np

from app.capture.part_file import PartFile


def screenshot(path: Path | str, rgb: np.ndarray) -> Path:
    """Write (height, width, 3 or 4) uint8, top row first, to `path` as PNG and return the absolute path; alpha is dropped."""
    from PIL import Image
    part = PartFile(path)
    try:
        Image.fromarray(np.ascontiguousarray(rgb[..., :3])).save(part.part, format="PNG", compress_level=1)
    except BaseException:
        part.discard()
        raise
    return part.commit()


def fresh_path(folder: Path | str, scene: str, ending: str, now: datetime | None = None) -> Path:
    """A path in `folder` that no file has, from the scene's name and the time: `pyramid_2d-20260131-174502.png`."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "_", scene).strip("_") or "impulse"
    stamp = (now or datetime.now()).strftime("%Y%m%d-%H%M%S")
    path, number = Path(folder) / f"{stem}-{stamp}.{ending}", 2
    while path.exists():
        path, number = path.with_name(f"{stem}-{stamp}-{number}.{ending}"), number + 1
    return path
