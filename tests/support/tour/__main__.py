"""`python -m tests.support.tour FOLDER`: walk the tour and write its pictures."""
from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.support.desktop import COLD, App, Display
from tests.support.tour import (  # noqa: F401  chapters register themselves
    body_chapters,
    first_chapters,
    help_chapters,
    making_chapters,
    overlay_chapters,
    row_chapters,
    time_chapters,
)
from tests.support.tour.walk import CHAPTERS, Chapter, Walk


def walk(chapter: Chapter, folder: Path, theme: str, size: tuple[int, int], scale: float = 1.0) -> list[str]:
    """Walk a chapter, with texts of this scale; what is wrong with the places of panels."""
    display = Display(size)
    with tempfile.TemporaryDirectory() as own:
        settings = {"introduction": False, "theme": theme, "scale": scale} | chapter.settings
        app = App(display, Path(own), chapter.scene, chapter.words, **settings)
        try:
            app.wait(lambda s: s["ready"] and s["step"] and s["step"] >= chapter.steps, "the first steps", COLD)
            tour = Walk(app, display, folder, chapter.name)
            try:
                chapter.walk(tour)
            except AssertionError:
                tour.picture("failed", keep=True)
                raise
            assert app.state()["fault"] is None, app.state()["fault_text"]
        finally:
            app.close()
            display.close()
    return tour.faults


def main() -> None:
    """Walk the chapters that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.tour", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--size", default="1280x720", help="WIDTHxHEIGHT")
    parser.add_argument("--scale", type=float, default=1.0, help="size of texts")
    parser.add_argument("--only", nargs="+", choices=sorted(CHAPTERS), default=sorted(CHAPTERS), help="chapters")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    width, height = map(int, options.size.split("x"))
    for name in options.only:
        begun = time.monotonic()
        faults = walk(CHAPTERS[name], options.folder, options.theme, (width, height), options.scale)
        print(f"{name}: {time.monotonic() - begun:.0f} s", *faults, sep="\n    ", flush=True)


if __name__ == "__main__":
    main()
