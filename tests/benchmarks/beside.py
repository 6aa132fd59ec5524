"""Whether a change costs time: steps of two checkouts in turn, in a process each.

    python -m tests.benchmarks.beside CHECKOUT [SCENE ...] [--rounds 3] [--steps 200] [--set KEY=VALUE ...]

CHECKOUT is the folder of the other one, `git worktree add FOLDER COMMIT` makes it.  Both processes step the same scene,
without sleep, on one thread of the same core, in turns of TURN steps; of each step the least processor time of all rounds
counts, which leaves out most of what other programs take.  Printed are the means over the steps after the first WARM in
milliseconds, and the ratio of this checkout to the other; scenes and settings must be known to both.
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
SCENES = ("a_wall_pyramid", "b_large_pyramid", "c_box_pit", "d_sphere_pit", "e_mixed_pit", "f_joint_grid")
TURN, WARM = 10, 20                    # steps
SERVE = "serve"                        # first argument of the processes that this one starts


def serve(scene: str, overrides: list[str]) -> None:
    """Answer each line on standard input with the processor times of so many steps [ns]."""
    import scenes
    if hasattr(os, "sched_setaffinity"):                 # cores of a shared machine are not equally fast
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    world = scenes.build(scenes.load(scene), overrides=["world.sleep=false", *overrides])
    world.threads = 1
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            before = time.thread_time_ns()
            world.step()
            times.append(time.thread_time_ns() - before)
        print(json.dumps(times), flush=True)


class Checkout:
    """A process that steps a scene with the sources of one folder."""

    def __init__(self, folder: Path, scene: str, overrides: list[str]):
        self.process = subprocess.Popen([sys.executable, __file__, SERVE, scene, *overrides], cwd=folder, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={**os.environ, "PYTHONPATH": str(folder)})

    def step(self, number: int) -> list[int]:
        """Processor times of the next steps [ns]."""
        print(number, file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def end(self) -> None:
        """End the process."""
        self.process.stdin.close()
        self.process.wait()


def measure(folders: tuple[Path, Path], scene: str, asked: argparse.Namespace) -> list[list[int]]:
    """Processor time of each step of a scene in both checkouts [ns]."""
    both = [Checkout(folder, scene, asked.set) for folder in folders]
    times: list[list[int]] = [[], []]
    for turn in range(asked.steps // TURN):
        for which in (0, 1) if turn % 2 else (1, 0):
            times[which] += both[which].step(TURN)
    for checkout in both:
        checkout.end()
    return times


def main() -> None:
    """Print a line for each scene and round."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("other", type=Path, metavar="CHECKOUT", help="folder of the other checkout")
    options.add_argument("scenes", nargs="*", default=SCENES, metavar="SCENE", help="scenes by name; default: A to F")
    options.add_argument("--rounds", type=int, default=3, help="runs of each scene")
    options.add_argument("--steps", type=int, default=200, help="of each run")
    options.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of both")
    asked = options.parse_args()
    least: dict[str, list[list[int]]] = {}
    print(f"{'':24}{'other':>11}{'here':>13}{'ratio':>8}")
    for number in range(asked.rounds):
        for scene in asked.scenes:
            times = measure((asked.other.resolve(), HERE), scene, asked)
            least[scene] = [list(map(min, *pair)) for pair in zip(least.get(scene, times), times)]
            other, here = (sum(steps[WARM:]) / (len(steps) - WARM) / 1e6 for steps in least[scene])
            print(f"{scene:24}{other:8.3f} ms{here:10.3f} ms{here / other:8.3f}   round {number + 1}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == [SERVE]:
        serve(sys.argv[2], sys.argv[3:])
    else:
        main()
