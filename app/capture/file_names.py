"""Names of the files that pictures and films go to."""
from __future__ import annotations

import re
import time
from pathlib import Path


def default_folder() -> Path:
    """The user's picture folder."""
    from platformdirs import user_pictures_path
    return user_pictures_path() / "Impulse"


def new_file(folder: Path, scene: str, ending: str) -> Path:
    """A new name in `folder`, from the scene and the time; makes the folder, raises OSError when that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w-]+", "-", scene.rpartition("/")[2]).strip("-") or "impulse"
    stem = f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    path, number = folder / f"{stem}{ending}", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}{ending}", number + 1
    return path.absolute()
