"""Pictures on disk: a PNG of an array."""
from __future__ import annotations

from pathlib import Path

import numpy as np


def screenshot(path: Path, rgb: np.ndarray) -> Path:
    """Write (height, width, 3) uint8 to `path` as PNG and return the absolute path."""
