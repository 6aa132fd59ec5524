"""Makes the thumbnails of all scenes of the catalog and of all lessons: `python -m app.capture.thumbnails`.

A picture whose texts have not changed since it was made is left alone.  Each scene is stepped until something is seen: of the
moments of its first seconds the one with the most kinetic energy is drawn, where as few bodies as possible are out of sight.  Of
the picture the part with bodies is kept.
"""
from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from app.draw.frame import GRID, CameraPose, Frame
from app.headless.thumbnails import ENDING, FOLDER, LESSONS, SCENES, SIZE, encoded, file_of, mark_in, mark_of
from impulse.files.reading import MOST_OF_OURS, read_text
from impulse.files.writing import write_bytes
from impulse.terminal import say

OVERSIZE = 8                       # pixels of the drawing for each of the thumbnail, along each side
CLOSEST, MARGIN = 0.42, 1.25       # least share of a side of the drawing that is kept, and of the part with bodies
EVERY, LATEST = 0.25, 4.0          # [s] between two moments, and the last one
WORK = 1_000_000                   # steps times bodies, of the largest scenes
LEAST_STEPS = 40
SIGHT = 4                          # power of the share of bodies in sight, by which the energy of a moment is multiplied
RESTING = 1e-9                     # [J] added to every energy, so that of scenes at rest the sight decides


class Subject(NamedTuple):
    """What has a picture: its file, the mark that it must have, and what to open and show."""

    file: Path
    mark: str
    scene: Path
    values: tuple[str, ...] = ()
    show: tuple[str, ...] = ()


def subjects() -> Iterator[Subject]:
    """Every scene of the catalog and every lesson; one that cannot be read has no picture."""
    from scenes import catalog
    for entry in catalog.entries():
        yield Subject(file_of(entry.id), mark_of(_text(entry.path)), entry.path)
    yield from _lessons()


def _lessons() -> Iterator[Subject]:
    """Every lesson, with the stage of its first card."""
    from app.lessons import shelf
    from app.lessons.reader import LessonError, load
    for entry in shelf.entries():
        try:
            stage = load(entry.folder, entry.id).cards[0].stage
        except LessonError:
            continue
        values = (*stage.values, *(stage.variants[0] if stage.variants else ()))
        mark = mark_of(_text(stage.scene), *values, "shown:", *stage.show)
        yield Subject(file_of(entry.id, LESSONS), mark, stage.scene, values, stage.show)


def _text(path: Path) -> str:
    """The text of a file, with the same line ends on every system."""
    return read_text(path, MOST_OF_OURS)


def out_of_date() -> list[Subject]:
    """The subjects whose picture is missing or was made of other texts."""
    return [one for one in subjects() if mark_in(one.file) != one.mark]


def left_over() -> list[Path]:
    """Pictures of what is not there any more."""
    known = {one.file for one in subjects()}
    return sorted(path for kind in (SCENES, LESSONS) for path in (FOLDER / kind).rglob(f"*{ENDING}") if path not in known)


def write_all(report: Any = say) -> int:
    """Make what is out of date, remove what is left over; returns the number of pictures that were made.  Raises NoOffscreen."""
    for path in left_over():
        path.unlink()
    wanted = out_of_date()
    for number, one in enumerate(wanted, 1):
        report(f"thumbnail {number} of {len(wanted)}: {one.file.relative_to(FOLDER).with_suffix('')}")
        one.file.parent.mkdir(parents=True, exist_ok=True)
        data = encoded(picture_of(one), one.mark)
        write_bytes(one.file, data)
    return len(wanted)


def picture_of(subject: Subject) -> np.ndarray:
    """(height, width, 3) uint8: the picture of a subject, before it is made small."""
    import dataclasses

    from app.capture.scene_film import SceneFilm
    from app.capture.share_pictures import drawn
    from app.draw.view_options import ViewOptions
    from app.headless.options import RunOptions, open_scene
    known = {field.name for field in dataclasses.fields(ViewOptions)}
    options = ViewOptions(**{name: True for name in subject.show if name in known})
    opened = open_scene(str(subject.scene), RunOptions(subject.values))

    def draw(film: SceneFilm, renderer: Any) -> np.ndarray:
        canvas = renderer.canvas((OVERSIZE * SIZE[0], OVERSIZE * SIZE[1]))
        try:
            frame = best_frame(film, opened.world)
            return cropped(canvas.still(frame), frame)
        finally:
            canvas.release()

    return drawn(SceneFilm(opened, options), draw)


def best_frame(film: Any, world: Any) -> Frame:
    """The frame of the first seconds with the most motion in sight; `film` is of this world at its beginning."""
    most = max(WORK // max(len(list(world.bodies)), 1), LEAST_STEPS)
    latest = min(LATEST, most * world.dt)
    times = np.arange(1, max(int(latest / EVERY), 1) + 1) * min(EVERY, latest)
    best, found = -1.0, film.frame_at(0.0)
    for time in times:
        frame = film.frame_at(float(time))
        worth = (float(world.energy().kinetic) + RESTING) * share_in_sight(frame) ** SIGHT
        if worth > best:
            best, found = worth, frame
    return found


def cropped(picture: np.ndarray, frame: Frame) -> np.ndarray:
    """The part of a picture (height, width, 3) of a frame that has bodies, in the same shape."""
    height, width = picture.shape[:2]
    left, top, side = part_of(frame)
    x, y = round(left * width), round(top * height)
    return picture[y:y + round(side * height), x:x + round(side * width)]


def part_of(frame: Frame) -> tuple[float, float, float]:
    """Left, top and side, as shares of a picture of SIZE's shape, of the part with the bodies in sight."""
    points, radii = bodies_in(frame)
    places, depth = seen_at(frame.camera, points)
    inside = in_sight(frame.camera, points)
    if not inside.any():
        return 0.0, 0.0, 1.0
    reach = (radii / (np.maximum(depth, 1e-6) * np.tan(frame.camera.fov / 2)))[inside, None]
    reach = reach * (SIZE[1] / SIZE[0], 1.0)
    low = np.clip((places[inside] - reach).min(axis=0), -1.0, 1.0)
    high = np.clip((places[inside] + reach).max(axis=0), -1.0, 1.0)
    side = float(np.clip(MARGIN * max(high - low) / 2, CLOSEST, 1.0))
    middle = (low + high) / 2 * (0.5, -0.5) + 0.5                   # from the left top corner
    left, top = np.clip(middle - side / 2, 0.0, 1.0 - side)
    return float(left), float(top), side


def bodies_in(frame: Frame) -> tuple[np.ndarray, np.ndarray]:
    """Centres (n, 3) and largest half extents (n,) [m] of the bodies without metre lines."""
    all_groups = (frame.spheres, frame.boxes, *(solids.instances for solids in frame.solids))
    groups = [(group.positions, group.sizes, (group.marks & GRID) == 0) for group in all_groups]
    return (np.concatenate([points[chosen] for points, _, chosen in groups]).astype(np.float64),
            np.concatenate([sizes[chosen].max(axis=1, initial=0.0) for _, sizes, chosen in groups]).astype(np.float64))


def share_in_sight(frame: Frame) -> float:
    """The share of the bodies without metre lines whose centres lie in the picture; 1 without any."""
    points, _ = bodies_in(frame)
    return float(np.mean(in_sight(frame.camera, points))) if len(points) else 1.0


def in_sight(camera: CameraPose, points: np.ndarray) -> np.ndarray:
    """(n,) bool: which of the points (n, 3) [m] lie in a picture of SIZE's shape."""
    places, depth = seen_at(camera, points)
    return (depth > camera.near) & (np.abs(places) <= 1.0).all(axis=1)


def seen_at(camera: CameraPose, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Places (n, 2) in a picture of SIZE's shape, -1 to 1 to the right and upwards, and depths (n,) [m] of points (n, 3) [m]."""
    eye = np.array(camera.eye)
    forward = np.array(camera.target) - eye
    forward /= max(np.linalg.norm(forward), 1e-9)
    side = np.cross(forward, (0.0, 0.0, 1.0))
    side = side / np.linalg.norm(side) if np.linalg.norm(side) > 1e-6 else np.array((1.0, 0.0, 0.0))
    up, away = np.cross(side, forward), points - eye
    depth = away @ forward
    half = np.maximum(depth, camera.near) * np.tan(camera.fov / 2)
    return np.stack((away @ side / (half * SIZE[0] / SIZE[1]), away @ up / half), axis=1), depth


if __name__ == "__main__":
    from app.render.offscreen import NoOffscreen
    try:
        say(f"{write_all()} thumbnails were made")
    except NoOffscreen as error:
        sys.exit(f"thumbnails: {error}")
