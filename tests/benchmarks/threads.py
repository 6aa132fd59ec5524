"""Whether several threads are ever slower than one, also while another program has a core.

    python -m tests.benchmarks.threads [SCENE ...] [--threads 2] [--steps 304] [--busy]

Two worlds of each scene take turns of eight steps, one with one thread and one that may have several and chooses by itself
(`physics.parallel.thread_count`).  Printed are the medians of their steps, the ratio, and in how many steps several were at work.
"""
from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

import scenes
from tests.benchmarks.calls import timed

SCENES = ("benchmark/a_wall_pyramid", "benchmark/b_large_pyramid", "benchmark/c_box_pit", "benchmark/d_sphere_pit",
          "benchmark/e_mixed_pit", "benchmark/f_joint_grid", "benchmark/g_column", "joint_zoo", "ragdoll_stairs", "rush", "net",
          "tower", "dominoes")
TURN = 8                               # steps
MILLI = 1e3                            # microseconds in a millisecond


@contextmanager
def another(busy: bool) -> Iterator[None]:
    """Meanwhile another process is always at work, if it is to be `busy`."""
    other = subprocess.Popen([sys.executable, "-c", "while True: pass"]) if busy else None
    try:
        yield
    finally:
        if other:
            other.kill()
            other.wait()


def measure(scene: str, asked: argparse.Namespace) -> tuple[float, float, int]:
    """Medians of a step [ms] with one thread and with several, and in how many steps several were used."""
    worlds = [scenes.build(scenes.load(scene), overrides=["world.sleep=false"]) for _ in range(2)]
    worlds[0].threads, worlds[1].threads = 1, asked.threads
    times: tuple[list[float], list[float]] = ([], [])
    used = 0
    for turn in range(2 * asked.steps // TURN):
        which = turn % 2
        for _ in range(TURN):
            times[which].append(timed(worlds[which]))
            used += worlds[which].threads_used > 1
    return median(times[0]) / MILLI, median(times[1]) / MILLI, used


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("scenes", nargs="*", default=SCENES, metavar="SCENE", help="scenes by name")
    options.add_argument("--steps", type=int, default=304, help="steps of each of the two")
    options.add_argument("--threads", type=int, default=2, help="that the second world may have")
    options.add_argument("--busy", action="store_true", help="beside a process that is always at work")
    asked = options.parse_args()
    print(f"{'':28}{'one':>10}{'several':>13}{'ratio':>8}{'used in':>16}")
    with another(asked.busy):
        for scene in asked.scenes:
            one, several, used = measure(scene, asked)
            print(f"{scene:28}{one:7.3f} ms{several:10.3f} ms{several / one:8.2f}{used:10} of {asked.steps}", flush=True)


if __name__ == "__main__":
    main()
