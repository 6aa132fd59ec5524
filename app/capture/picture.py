"""Pictures on disk: a PNG of an array."""
from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from impulse.files.writing import write_bytes

EFFORT = 1                 # of zlib: the first level takes a third of the time of the sixth, for files half as large again


def png_bytes(rgb: np.ndarray) -> bytes:
    """(height, width, 3 or 4) uint8, top row first, as a PNG file; alpha is dropped."""
    from PIL import Image
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(rgb[..., :3])).save(file, format="PNG", compress_level=EFFORT)
    return file.getvalue()


def screenshot(path: Path | str, rgb: np.ndarray) -> Path:
    """Write (height, width, 3 or 4) uint8, top row first, to `path` as PNG and return the absolute path; alpha is dropped, a
    missing folder is made."""
    path = Path(path).absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, png_bytes(rgb))
    return path
