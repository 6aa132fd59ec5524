"""One turn: an engine takes the steps of a scene in its own process, and writes its times and poses to a file.

`take` is the parent's side; `python -m app.studies.bench.turn FOLDER` is the child: it reads FOLDER/order.json and writes
FOLDER/turn.npz.  A turn ends when its seconds are over; otherwise the parent kills it.
"""
from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from app.headless.children import environment, python
from app.studies import engines
from app.studies.bench.pits import pit
from app.studies.bench.steadiness import unsteadiness
from app.studies.neutral_scene import load, neutral
from impulse.files.reading import MOST_OF_OURS, beginning, opened, read_json
from impulse.files.writing import write_text, written

BUILDING = 300.0           # [s] for imports, compiling and building, beyond the seconds of stepping
LOOK, LAST = 5, 100        # poses of jointed scenes: after every fifth of the last hundred steps
ORDER, RESULT, LOG = "order.json", "turn.npz", "log.txt"


@dataclass(frozen=True)
class Order:
    """The task of a turn."""

    engine: str
    scene: str             # as for `neutral_scene.load`, or the number of bodies of a `pits.pit`
    threads: int = 1
    steps: int = 0         # 0: the run of the scene
    seconds: float = 120.0


class Turn(NamedTuple):
    """The results of an engine.  `failure` is the reason for missing results or steps, else empty."""

    order: Order
    failure: str = ""
    settings: str = ""
    asked: int = 0                                  # steps
    wall: np.ndarray = np.empty(0)                  # (steps taken,) [ms]
    cpu: np.ndarray = np.empty(0)                   # (steps taken,) processor time, all threads together [ms]
    states: np.ndarray = np.empty((0, 0, 13))       # (looks, n, 13), the last at the end; see app.studies.engines
    counts: dict[str, int] = {}                     # see app.studies.engines
    unsteady: float = 0.0                           # of the machine after the steps, see `steadiness`; 0 without a measurement

    @property
    def complete(self) -> bool:
        """Whether all steps were taken."""
        return 0 < self.asked == len(self.wall)


def take(order: Order) -> Turn:
    """Run the turn of `order` in a process.  Its errors become the turn's `failure`; Ctrl-C ends the process."""
    with tempfile.TemporaryDirectory(prefix="impulse-turn-") as name:
        folder = Path(name)
        write_text(folder / ORDER, json.dumps(asdict(order)))
        with written(folder / LOG) as log:
            other = subprocess.Popen(python("-m", "app.studies.bench.turn", name), stdin=subprocess.DEVNULL, stdout=log,
                                     stderr=log, env=environment())
            try:
                code = other.wait(order.seconds + BUILDING)
            except subprocess.TimeoutExpired:
                return Turn(order, f"did not end within {order.seconds + BUILDING:.0f} s")
            finally:
                if other.poll() is None:
                    other.kill()
                    other.wait()
        if code or not (folder / RESULT).is_file():
            return Turn(order, _end(code, beginning(folder / LOG, MOST_OF_OURS).decode("utf-8", "replace")))
        return _read(order, folder / RESULT)


def _end(code: int, log: str) -> str:
    """The reason why a process ended without a result, on one line."""
    if code < 0:
        return f"crashed (signal {-code})"
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    return lines[-1][:200] if lines else f"ended with code {code}"


def _read(order: Order, path: Path) -> Turn:
    with opened(path) as file, np.load(file) as found:
        about = json.loads(str(found["about"]))
        turn = Turn(order, about["failure"], about["settings"], about["asked"], found["wall"], found["cpu"], found["states"],
                    about["counts"], about["unsteady"])
    if not turn.failure and not turn.complete:
        return turn._replace(failure=f"{len(turn.wall)} of {turn.asked} steps in {order.seconds:g} s")
    return turn


def step_through(order: Order) -> Turn:
    """The turn itself, in this process."""
    scene = pit(int(order.scene)) if order.scene.isdecimal() else neutral(load(order.scene))
    kind = engines.load(order.engine)
    if reason := kind.cannot(scene):
        return Turn(order, reason)
    engine = kind(scene, order.threads if kind.threaded else 1)
    steps = order.steps or scene.steps
    wall, cpu, states = np.empty(steps), np.empty(steps), []
    gc.collect()
    gc.disable()                                    # garbage collection is not part of a step
    end = time.perf_counter() + order.seconds
    taken = 0
    while taken < steps and time.perf_counter() < end:
        begin_cpu, begin = time.process_time(), time.perf_counter()
        engine.step()
        wall[taken], cpu[taken] = time.perf_counter() - begin, time.process_time() - begin_cpu
        taken += 1
        if len(scene.joints) and 0 < steps - taken < LAST and taken % LOOK == 0:
            states.append(engine.state())
    states.append(engine.state())
    return Turn(order, "", engine.settings, steps, 1e3 * wall[:taken], 1e3 * cpu[:taken], np.array(states),
                engine.counts() if hasattr(engine, "counts") else {}, unsteadiness())


def main(folder: Path) -> None:
    """Carry out the order in `folder`."""
    turn = step_through(Order(**read_json(folder / ORDER, MOST_OF_OURS)))
    about = json.dumps({name: getattr(turn, name) for name in ("failure", "settings", "asked", "counts", "unsteady")})
    with written(folder / RESULT) as file:
        np.savez(file, about=about, wall=turn.wall, cpu=turn.cpu, states=turn.states)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
