"""A cell of a sweep: one run of a scene with some settings, which gives the requested numbers.

A cell consists of texts, and `run_cell` needs nothing else, so it can be sent to any process on any machine with the same
version of Impulse.  Equal cells have equal keys, and give equal numbers on every machine.
"""
from __future__ import annotations

import functools
import hashlib
import json
import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path
from typing import NamedTuple

from impulse.files.reading import MOST_OF_OURS, read_bytes
from scenes.schema.problems import SceneError

PATROL = 0.5                # [s] between two checks of the parent
LONGEST = 300               # characters of the failure of a cell
# Possible errors of a scene with some settings: settings that conflict, a method that fails.
REFUSALS = (SceneError, ValueError, ArithmeticError, RuntimeError)


class Cell(NamedTuple):
    """The description of a run.

    text       the scene file's text
    name       what the scene is called
    settings   as `--set` takes them
    metrics    see scenes.running.measurement
    seconds    simulated time [s]; None: the run of the scene
    """

    text: str
    name: str
    settings: tuple[str, ...]
    metrics: tuple[str, ...]
    seconds: float | None = None

    def key(self) -> str:
        """A hash, equal for cells that must give equal numbers, independent of the order of their settings."""
        content = json.dumps([_hash(self.text), sorted(self.settings), self.metrics, self.seconds, build()])
        return hashlib.sha256(content.encode()).hexdigest()[:32]


class CellResult(NamedTuple):
    """The result of a cell: a number for each metric, or the reason of its failure."""

    values: tuple[float, ...] = ()
    failure: str = ""


def run_cell(cell: Cell) -> CellResult:
    """Run a cell in this process.  Errors of the scene, the settings or the numbers become its failure."""
    obey_the_parent()
    try:
        return _run(cell)
    except REFUSALS as error:
        return CellResult(failure=in_a_line(error))


def obey_the_parent() -> None:
    """In a worker process: leave Ctrl-C to the parent, and end when it was killed.  Nothing in any other process."""
    _leave_cancelling_to_the_parent()
    _end_with_the_parent()


def in_a_line(error: BaseException | str) -> str:
    """The text of an error, on one line and short enough for a table."""
    return " ".join(str(error).split())[:LONGEST] or type(error).__name__


def reason(said: BaseException | str) -> str:
    """The same without the name of the setting, for a text that names the method."""
    return in_a_line(said).removeprefix("solver.method: ")


def _run(cell: Cell) -> CellResult:
    import scenes
    from physics.measure.sampler import Sampler
    from scenes.running.measurement import Measurement
    from scenes.running.runner import steps_of
    document = scenes.varied(_document(cell.text, cell.name), cell.settings)
    world = scenes.build(document, overrides=cell.settings, stops_on_nan=False)
    runner, sampler = scenes.Runner(document, world, expect=False), Sampler(world)
    measurements = [Measurement(text, world, sampler) for text in cell.metrics]
    for _ in runner.each_step(steps_of(document, world.dt, cell.seconds)):
        sampler.look()
        for measurement in measurements:
            measurement.look(sampler)
    return CellResult(tuple(measurement.value(sampler) for measurement in measurements))


@functools.lru_cache(maxsize=1)
def _document(text: str, name: str):
    """The scene's document; cells of a sweep share it."""
    import scenes
    return scenes.loads(text, file=name, id=name)


@functools.lru_cache(maxsize=1)
def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@functools.cache
def build() -> str:
    """A hash of the source of every step: results of another version of the program are not reused."""
    import physics
    import scenes
    digest = hashlib.sha256()
    for package in (physics, scenes):
        folder = Path(package.__file__).parent
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + read_bytes(path, MOST_OF_OURS))
    return digest.hexdigest()[:16]


def _leave_cancelling_to_the_parent() -> None:
    """Ignore Ctrl-C and the end of the terminal, which go to every process of it: the parent ends its workers."""
    if multiprocessing.parent_process() is not None and threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])):
            signal.signal(number, signal.SIG_IGN)


@functools.cache
def _end_with_the_parent() -> None:
    """End this worker when its parent was killed and no process waits for its cell."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PATROL)
        os._exit(1)

    if multiprocessing.parent_process() is not None:
        threading.Thread(target=watch, name="parent", daemon=True).start()
