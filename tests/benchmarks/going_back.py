"""What a history costs: milliseconds that recording adds to a step, memory, and how long going to a step takes.

    python -m tests.benchmarks.going_back [--steps 3600] [--jumps 200]

Three worlds: `pyramid_2d`, which falls asleep, the same kept awake, and a pile of 1,000 boxes kept awake.  A world with and one
without history take turns in stretches of STRETCH steps, so that both meet the same machine; printed are medians of stretches.
Exit code 1 when a bound is missed: LONGEST for going to a step of the pyramids, DEAREST for recording the pile, the budget, or a
state hash that is not the one of the world without history.
"""
from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import scenes
from physics import Box, History, Plane, World

LONGEST, DEAREST = 150.0, 1.5          # [ms] of going to any step; of recording one step of 1,000 bodies
STRETCH = 40                           # steps


class Cost(NamedTuple):
    """What was measured."""

    plain: float                       # a step without history [ms]
    added: float                       # by recording [ms]
    megabytes: float                   # in use
    jumps: np.ndarray                  # (n,) time of each [ms]
    same: bool                         # all hashes, also after going back and on to the end again
    within: bool                       # the budget, at every step


def pyramid(sleep: bool) -> World:
    """The scene pyramid_2d."""
    world = scenes.build(scenes.load("pyramid_2d"))
    world.sleep = sleep
    return world


def pile() -> World:
    """1,000 boxes that fall on the ground."""
    draw, world = np.random.default_rng(1), World()
    world.add_body(type="static", shape=Plane())
    for k in range(1000):
        x, y, z = k % 10, k // 10 % 10, k // 100
        place = 0.8 * x + draw.uniform(0, 0.1), 0.8 * y + draw.uniform(0, 0.1), 0.5 + 0.8 * z
        world.add_body(shape=Box(half=(0.25, 0.25, 0.25)), position=place)
    return world


def stretch(world: World) -> float:
    """Time of a step [ms]."""
    begun = time.perf_counter()
    for _ in range(STRETCH):
        world.step()
    return (time.perf_counter() - begun) / STRETCH * 1e3


def measure(make: Callable[[], World], steps: int, jumps: int) -> Cost:
    """Run a world with and one without history, and go to random steps."""
    plain, recorded = make(), make()
    history, times, within = History(recorded), [], True
    for _ in range(steps // STRETCH):
        times.append((stretch(plain), stretch(recorded)))
        within &= history.bytes <= history.budget
    same, taken, last = plain.state_hash() == recorded.state_hash(), [], history.last
    for step in np.random.default_rng(2).integers(history.first, last + 1, jumps):
        begun = time.perf_counter()
        history.at(int(step))
        taken.append((time.perf_counter() - begun) * 1e3)
    history.at(last - min(200, last - history.first))
    while recorded.step_count < last:
        recorded.step()
    same &= plain.state_hash() == recorded.state_hash() and history.ghost is None
    without, added = np.median([one for one, _ in times]), np.median([two - one for one, two in times])
    return Cost(float(without), float(added), history.bytes / 1e6, np.array(taken), same, within)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=3600)
    parser.add_argument("--jumps", type=int, default=200)
    asked, missed = parser.parse_args(), False
    worlds = {"pyramid_2d": lambda: pyramid(True), "pyramid_2d awake": lambda: pyramid(False), "1,000 boxes": pile}
    for name, make in worlds.items():
        make().step()                            # kernels are loaded
        cost = measure(make, asked.steps, asked.jumps)
        good = cost.same and cost.within and (cost.added < DEAREST if name == "1,000 boxes" else cost.jumps.max() < LONGEST)
        missed |= not good
        print(f"{name}: step {cost.plain:.3f} ms, recording {cost.added:.3f} ms, {cost.megabytes:.0f} MB, going to a step "
              f"{np.median(cost.jumps):.1f} ms, longest {cost.jumps.max():.1f} ms{'' if good else ', MISSED'}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
