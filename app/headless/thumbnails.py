"""Thumbnails: small pictures of scenes and lessons, where they are kept, and how one is known to be out of date.

Those of the catalog and of the lessons come with the program, `assets/thumbnails/scenes/<category>/<name>.webp` and
`assets/thumbnails/lessons/<category>/<name>.webp`; those of the user's own scenes lie in the user's cache, named by a hash of the
scene's path.  A file that comes with the program has, as its Exif description, the mark of the texts of which it was made.
"""
from __future__ import annotations

import functools
import hashlib
import io
import os
from pathlib import Path
from typing import Any

import numpy as np

from impulse.files.reading import read_bytes
from impulse.files.writing import write_bytes

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "thumbnails"
SCENES, LESSONS = "scenes", "lessons"       # folders in it
ENDING = ".webp"
SIZE = (192, 108)                           # [pixels]
QUALITY = 82                                # of WebP, 0 to 100
LOOK = "2"                                  # part of every mark: another one makes all pictures anew
DESCRIPTION = 270                           # number of Exif's ImageDescription
MOST_KEPT = 200                             # pictures of the user's own scenes
LARGEST = 200_000                           # [bytes] of a file that is read


@functools.lru_cache(1024)
def file_of(id_: str, folder: str = SCENES) -> Path:
    """The picture of a scene or a lesson that comes with the program; it may be missing."""
    return FOLDER / folder / f"{id_}{ENDING}"


def own_folder() -> Path:
    """The folder of pictures of the user's own scenes; it may be missing."""
    from platformdirs import user_cache_path
    chosen = os.environ.get("IMPULSE_CACHE_DIR")
    return (Path(chosen) if chosen else user_cache_path("impulse", appauthor=False)) / "thumbnails"


def own_file(scene: str, folder: Path | None = None) -> Path:
    """The picture of the user's scene in this file."""
    name = hashlib.sha256(os.path.abspath(scene).encode("utf-8", "surrogateescape")).hexdigest()[:24]
    return (folder or own_folder()) / f"{name}{ENDING}"


def mark_of(*texts: str) -> str:
    """The mark of a picture that is made of these texts: 16 hexadecimal digits."""
    return hashlib.sha256("\0".join((LOOK, *texts)).encode("utf-8")).hexdigest()[:16]


def mark_in(path: Path) -> str:
    """The mark of the texts of which a picture was made; "" where there is no picture, or none in it."""
    from PIL import Image
    try:
        with Image.open(io.BytesIO(read_bytes(path, LARGEST))) as image:
            return str(image.getexif().get(DESCRIPTION, ""))
    except (OSError, ValueError, SyntaxError):
        return ""


def encoded(picture: np.ndarray, mark: str = "") -> bytes:
    """(height, width, 3 or 4) uint8, top row first, as a file of SIZE: its middle, where it has another shape."""
    from PIL import Image, ImageOps
    image: Any = ImageOps.fit(Image.fromarray(np.ascontiguousarray(picture[..., :3])), SIZE, Image.Resampling.LANCZOS)
    exif, data = Image.Exif(), io.BytesIO()
    if mark:
        exif[DESCRIPTION] = mark
    image.save(data, format="WEBP", quality=QUALITY, method=6, exif=exif)
    return data.getvalue()


def decoded(path: Path) -> np.ndarray | None:
    """(108, 192, 4) uint8, top row first; None where there is no such picture."""
    from PIL import Image
    try:
        with Image.open(io.BytesIO(read_bytes(path, LARGEST)), formats=("WEBP",)) as image:
            return np.array(image.convert("RGBA")) if image.size == SIZE else None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def keep_own(scene: str, picture: np.ndarray, folder: Path | None = None) -> Path:
    """Keep a picture of the user's scene in this file; of too many the oldest go.  Raises OSError."""
    path = own_file(scene, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, encoded(picture))
    found = sorted(path.parent.glob(f"*{ENDING}"), key=_age)
    for old in found[:-MOST_KEPT]:
        old.unlink(missing_ok=True)
    return path


def _age(path: Path) -> float:
    """Time of the last change; a file that has gone is the oldest."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
