"""Five hundred kills while saving: a file is always the old version or the new one, whole, and nothing reads what a kill has
left.

    python -m tests.reliability.killed_writers --count 500

Each seed takes one kind of file in turn.  A child process writes version after version of it until it is killed (SIGKILL) after
a random time; then the file is read as the program reads it.  It holds one version, never a mixture, no earlier one than the
last that the child had finished, and at most the next.  What a kill leaves beside it begins with a dot and stands in no list of
scenes.
"""
from __future__ import annotations

import json
import mmap
import os
import random
import signal
import struct
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

import scenes
from app.capture.film import open_film
from app.headless.saved_state import save_state
from app.share.reading import read as read_share
from app.share.writing import write as write_share
from app.ui import last_scenes, view_settings
from scenes import catalog, writer
from tests.app.share.sample import sample
from tests.reliability.campaign import options, repeat, report

SCENE = "format: 1\ntitle: One ball\nbodies:\n  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 2], mass: 1}\n"
FRAMES, SIZE = 6, (64, 48)             # of a film
LONGEST = 2.5                          # a kill comes within so many times that one version takes
COUNTER = struct.Struct("q")           # the last version that was finished, in memory shared with the child


class Kind(NamedTuple):
    """A kind of file: its name, writes version n >= 1 of it, and reads which version is there; a broken file raises."""

    file: str
    write: Callable[[Path, int], object]
    read: Callable[[Path], int]


def _write_scene(path: Path, version: int) -> None:
    ball = "  - {{name: ball_{0}, shape: {{sphere: {{radius: 0.5}}}}, position: [{1}, 0, 2], mass: {2}}}\n"
    text = SCENE + "".join(ball.format(k, 2 * k, version)
                           for k in range(1, 40))
    writer.save(scenes.loads(text), path, {"bodies[0].mass": version})


def _read_scene(path: Path) -> int:
    (mass,) = {body.mass for body in scenes.load(path).bodies}
    return int(mass)


def _write_share(path: Path, version: int) -> None:
    write_share(path, sample(note=f"version {version}")._replace(scene=SCENE + f"# version {version}\n"))


def _read_share(path: Path) -> int:
    found = read_share(path)
    assert found.whole, found.flaws
    (version,) = {int(found.manifest.note.split()[-1]), int(found.scene.split()[-1])}
    return version


def _write_film(path: Path, version: int) -> None:
    """`version` stands in the brightness of its pictures, in steps that no coding mixes up."""
    film = open_film(path, SIZE, 30)
    for slot in range(FRAMES):
        film.put(np.full((SIZE[1], SIZE[0], 3), version % 16 * 15 + 8, np.uint8), slot)
    film.close()


def _read_film(path: Path) -> int:
    import av
    with av.open(str(path)) as film:
        levels = [round((frame.to_ndarray(format="rgb24").mean() - 8) / 15) for frame in film.decode(video=0)]
    assert len(levels) == FRAMES or path.suffix == ".gif", f"{len(levels)} of {FRAMES} pictures"
    (version,) = set(levels)
    return version


def _write_settings(path: Path, version: int) -> None:
    view_settings.save(path, view_settings.ViewSettings(history=version, video_seconds=float(version)))


def _read_settings(path: Path) -> int:
    settings, complaints = view_settings.load(path)
    assert not complaints, complaints
    (version,) = {settings.history, int(settings.video_seconds)}
    return version


def _write_last(path: Path, version: int) -> None:
    last_scenes.save(path, last_scenes.Kept(tuple(f"scene_{version}_{k}" for k in range(8)), True))


def _read_last(path: Path) -> int:
    json.loads(path.read_text())                                   # a damaged file would be read as an empty one
    (version,) = {int(word.split("_")[1]) for word in last_scenes.load(path).scenes}
    return version


def _write_state(path: Path, version: int) -> None:
    save_state(_world(version), None, path)


def _world(version: int):
    return scenes.build(scenes.loads(SCENE.replace("[0, 0, 2]", f"[0, 0, {version}]")))


def _read_state(path: Path) -> int:
    with np.load(path) as found:
        arrays = {name: found[name] for name in found.files}
    return int(arrays["position"][0, 2])


KINDS = (Kind("scene.yaml", _write_scene, _read_scene), Kind("run.impulse", _write_share, _read_share),
         Kind("film.mp4", _write_film, _read_film), Kind("film.gif", _write_film, _read_film),
         Kind("view.json", _write_settings, _read_settings), Kind("last_scenes.json", _write_last, _read_last),
         Kind("state.npz", _write_state, _read_state))


class Killing:
    """Kills one writer after another."""

    def __init__(self, folder: Path):
        """Files go below `folder`.  Every kind is written and read once, so that a child has nothing left to import."""
        self.folder, self.took = folder, {}
        self.kept_old = self.litter = 0
        for kind in KINDS:
            path = folder / f"first_{kind.file}"
            begun = time.monotonic()
            kind.write(path, 1)
            self.took[kind] = time.monotonic() - begun
            assert kind.read(path) == 1
            begun = time.monotonic()
            kind.write(path, 2)
            self.took[kind] = time.monotonic() - begun

    def __call__(self, seed: int) -> None:
        """Kill a writer of the kind of this seed."""
        kind, rng = KINDS[seed % len(KINDS)], random.Random(seed)
        home = self.folder / f"{seed}" / "mine"
        home.mkdir(parents=True)
        path = home / kind.file
        kind.write(path, 1)
        finished = self._killed(kind, path, rng.uniform(0, LONGEST * self.took[kind]))
        version = kind.read(path)
        if kind.file.startswith("film"):
            assert version in {finished % 16, (finished + 1) % 16}, f"version {version}, and {finished} was finished"
        else:
            assert version in {finished, finished + 1}, f"version {version}, and {finished} was finished"
        self.kept_old += version % 16 == finished % 16
        self._look_at_litter(path)

    def _killed(self, kind: Kind, path: Path, after: float) -> int:
        """Have a child write versions 2, 3, ... until it is killed; the last one that it finished."""
        shared = mmap.mmap(-1, COUNTER.size)
        COUNTER.pack_into(shared, 0, 0)
        child = os.fork()
        if child == 0:
            try:
                version = 1
                while True:
                    COUNTER.pack_into(shared, 0, version)
                    version += 1
                    kind.write(path, version)
            finally:
                os._exit(1)                            # by an exception: the parent finds that it was not killed
        while COUNTER.unpack_from(shared)[0] < 1:
            time.sleep(1e-4)
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"the writer of {kind.file} ended by itself"
        return COUNTER.unpack_from(shared)[0]

    def _look_at_litter(self, path: Path) -> None:
        """What is left beside a file is hidden, and no list of scenes has it; another file is written over it."""
        left = [one for one in path.parent.iterdir() if one != path]
        self.litter += bool(left)
        assert all(one.name.startswith(".") for one in left), left
        listed = catalog.names(path.parent.parent)
        assert listed == (["mine/scene"] if path.suffix == ".yaml" else []), listed
        assert [entry.id for entry in catalog.entries(path.parent.parent)] == listed


def main() -> int:
    """Run the campaign."""
    asked = options(__doc__, 500)
    seeds = range(asked.first, asked.first + asked.count)
    with tempfile.TemporaryDirectory() as folder:
        killing = Killing(Path(folder))
        failed = repeat(killing, seeds)
    return report("killed writers", seeds, failed, old_version=killing.kept_old,
                  new_version=len(seeds) - len(failed) - killing.kept_old,
                  with_litter=killing.litter)


if __name__ == "__main__":
    sys.exit(main())
