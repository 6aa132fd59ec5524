"""A thousand times Ctrl-C at random moments of running worlds with 1, 2 and 4 threads: each raises KeyboardInterrupt, and the
world steps on.

    python -m tests.reliability.interrupted_worlds --count 1000

A seed takes one of the numbers of threads, and either a scene of the catalog or boxes that fall on boxes.  A timer's signal
comes after a random time and raises what Ctrl-C does.  What is expected:

- `KeyboardInterrupt` is raised, not another error, and nothing waits for ever (SECONDS are the limit of one experiment);
- the world then steps on, all numbers finite, with as many threads as before;
- after an interrupt between two steps, or of a look at the world there, the steps have the bits of a run without it;
- after one inside a step, which is not undone, a snapshot of before goes on with the bits of a run without it.
"""
from __future__ import annotations

import faulthandler
import random
import signal
import sys
import time
import traceback
from collections import Counter

import numpy as np

import scenes
from physics import Box, Plane, World
from physics.parallel.job_runner import Teamwork
from tests.reliability.campaign import options, repeat, report

THREADS = (1, 2, 4)
SCENES = ("pile", "stacking/pyramid_2d", "joint_zoo", "ragdoll_stairs", "bounce_row", "bridge")
BEFORE, AFTER = 20, 6                  # steps until an interrupt may come, and steps whose hashes are compared behind it
STEPS = 12                             # in whose time the interrupt comes
KNOWN = 60                             # steps whose hashes are known: a quieter machine gets farther in that time
SECONDS = 60.0                         # in which one experiment ends, or is taken for a hang
AGAIN = 0.5                            # [s] between two signals, should the first come where Python drops what is raised


def build(name: str, threads: int) -> World:
    """The world of a scene with so many threads in every step."""
    if name == "pile":
        world = World()
        world.add_body(shape=Plane(), type="static")
        for k in range(90):
            place = (0.45 * (k % 3), 0.45 * (k // 3 % 3), 0.3 + 0.45 * (k // 9))
            world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=place)
    else:
        world = scenes.build(scenes.load(name))
    world._teamwork = Teamwork(threads, measured=False)
    return world


class Course:
    """A world, a snapshot of it, and the hashes of the steps from there when nothing disturbs them."""

    def __init__(self, name: str, threads: int):
        self.world, self.threads = build(name, threads), threads
        for _ in range(BEFORE):
            self.world.step()
        self.start = self.world.snapshot()
        begun, self.hashes = time.perf_counter(), [self.world.state_hash()]
        for _ in range(STEPS):
            self.world.step()
            self.hashes.append(self.world.state_hash())
        self.seconds = time.perf_counter() - begun
        for _ in range(KNOWN - STEPS):
            self.world.step()
            self.hashes.append(self.world.state_hash())

    def restart(self) -> None:
        """Back to the snapshot."""
        self.world.restore(self.start)


class Interrupting:
    """Interrupts one world after another; courses are made once."""

    def __init__(self) -> None:
        signal.signal(signal.SIGALRM, signal.default_int_handler)  # a timer's signal: it comes at a moment, not when we have time
        self.courses: dict[tuple[str, int], Course] = {}
        self.ends: Counter[str] = Counter()

    def __call__(self, seed: int) -> None:
        """One interrupt.  AssertionError says what was wrong."""
        rng = random.Random(seed)
        key = SCENES[seed // len(THREADS) % len(SCENES)], THREADS[seed % len(THREADS)]
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        course = self.courses.get(key) or self.courses.setdefault(key, Course(*key))
        course.restart()
        self.ends[self._interrupted(course, rng.uniform(1e-5, course.seconds))] += 1
        faulthandler.cancel_dump_traceback_later()

    def _interrupted(self, course: Course, after: float) -> str:
        """Interrupt a course after a time [s]; where it came."""
        world, first = course.world, course.world.step_count
        try:
            signal.setitimer(signal.ITIMER_REAL, after, AGAIN)
            for _ in range(100_000):
                world.step()
                world.state_hash()
            raise AssertionError("no KeyboardInterrupt was raised")
        except KeyboardInterrupt as error:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            inside = any(frame.name == "step" for frame in traceback.extract_tb(error.__traceback__))
        whole = world.step_count - first
        known = {} if inside else dict(enumerate(course.hashes[whole:whole + AFTER + 1]))
        for k in range(AFTER + 1):
            assert k not in known or world.state_hash() == known[k], f"step {k} after an interrupt between steps has other bits"
            world.step()
            assert np.isfinite(world.positions).all() and np.isfinite(world.velocities).all()
        assert world.threads_used == course.threads, f"{world.threads_used} of {course.threads} threads are left"
        course.restart()
        for expected in course.hashes[1:AFTER + 1]:
            world.step()
            assert world.state_hash() == expected, "a restored snapshot goes on with other bits"
        return "inside a step" if inside else "between steps" if known else "behind the course"


def main() -> int:
    """Run the campaign."""
    asked = options(__doc__, 1000)
    seeds, interrupting = range(asked.first, asked.first + asked.count), Interrupting()
    failed = repeat(interrupting, seeds)
    return report("interrupted worlds", seeds, failed, **{key.replace(" ", "_"): n for key, n in interrupting.ends.items()})


if __name__ == "__main__":
    sys.exit(main())
