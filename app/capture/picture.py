"""Pictures on disk: a PNG of an array."""
from __future__ import annotations

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
