"""Pictures on disk: a PNG of an array."""
from __future__ import annotations

from pathlib import Path

import numpy as np

from scenes.atomic_write import replacing


def screenshot(path: Path | str, rgb: np.ndarray) -> Path:
    """Write (height, width, 3 or 4) uint8, top row first, to `path` as PNG and return the absolute path; alpha is dropped, a
    missing folder is made."""
    from PIL import Image
    path = Path(path).absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as part:
        Image.fromarray(np.ascontiguousarray(rgb[..., :3])).save(part, format="PNG", compress_level=1)
    return path
