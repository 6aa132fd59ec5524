"""What `physics.compile.records.fast_dispatch` saves: steps whose calls pass the dispatcher by, beside steps whose calls do not.

    python -m tests.benchmarks.calls [SCENE ...] [--steps 400] [--threads 1]

Both kinds of steps take turns in one world; printed are the medians of their times and what stays of a step.
"""
from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from unittest.mock import patch

import scenes
from physics.compile.dispatchers import CachingDispatcher, Kernel

SCENES = ("benchmark/g_column", "benchmark/a_wall_pyramid", "benchmark/f_joint_grid")
SETTLING = 60                          # steps before any is timed


@contextmanager
def dispatched() -> Iterator[None]:
    """Every call goes through numba's dispatcher."""
    with patch.object(Kernel, "__call__", CachingDispatcher.__call__):
        yield


def measure(scene: str, asked: argparse.Namespace) -> tuple[float, float]:
    """Medians of a step [us]: with the dispatcher, and by known arguments."""
    world = scenes.build(scenes.load(scene), overrides=["world.sleep=false"])
    world.threads = asked.threads
    for _ in range(SETTLING):
        world.step()
    found: tuple[list[float], list[float]] = ([], [])
    for turn in range(asked.steps):
        if turn % 2:
            found[1].append(timed(world))
        else:
            with dispatched():
                found[0].append(timed(world))
    return median(found[0]), median(found[1])


def timed(world) -> float:
    """What a step takes [us]."""
    start = time.perf_counter()
    world.step()
    return 1e6 * (time.perf_counter() - start)


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("scenes", nargs="*", default=SCENES, metavar="SCENE", help="scenes by name")
    options.add_argument("--steps", type=int, default=400, help="steps that are timed, of both kinds together")
    options.add_argument("--threads", type=int, default=1, help="of the world")
    asked = options.parse_args()
    print(f"{'':28}{'dispatcher':>12}{'known':>12}{'ratio':>8}")
    for scene in asked.scenes:
        slow, quick = measure(scene, asked)
        print(f"{scene:28}{slow:9.0f} us{quick:9.0f} us{quick / slow:8.2f}")


if __name__ == "__main__":
    main()
