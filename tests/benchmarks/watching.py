"""What a window costs the script whose world it shows: `python -m tests.benchmarks.watching [BODIES]`, on a display.

A field of boxes is stepped 60 times a second for some seconds, then as fast as it goes, and the time in the window's calls
before and after each step is measured.  Printed are the mean, the median and the 99th percentile of a step [ms].  On a machine
with few cores the window's process competes with the script for them.
"""
from __future__ import annotations

import sys
import time

import numpy as np

import impulse

STEPS, RATE = 300, 60.0          # of each way; [1/s]


def field(bodies: int) -> impulse.World:
    """Boxes in rows on the ground, two on each other."""
    world = impulse.World()
    world.add_body(shape=impulse.Plane(), type="static")
    side = max(int((bodies / 2) ** 0.5), 1)
    for number in range(bodies):
        column, layer = divmod(number, 2)
        world.add_body(shape=impulse.Box(half=(0.3, 0.3, 0.3)), position=(column // side, column % side, 0.3 + 0.6 * layer))
    return world


def costs(world: impulse.World, rate: float | None) -> np.ndarray:
    """(STEPS,) time in both calls of each step [ms]."""
    watcher, spent = world._watcher, []

    class Timed:
        """Times the calls of the watcher that it stands in for."""

        def before_step(self, stepped: impulse.World) -> None:
            """Before a step."""
            begun = time.perf_counter()
            watcher.before_step(stepped)
            spent.append(time.perf_counter() - begun)

        def after_step(self, stepped: impulse.World) -> None:
            """After it."""
            begun = time.perf_counter()
            watcher.after_step(stepped)
            spent[-1] += time.perf_counter() - begun

    world._watcher, due = Timed(), time.perf_counter()
    for _ in range(STEPS):
        world.step()
        if rate is not None:
            due = max(due + 1 / rate, time.perf_counter())
            time.sleep(due - time.perf_counter() if due > time.perf_counter() else 0.0)
    world._watcher = watcher
    return 1e3 * np.array(spent)


def main() -> None:
    """Measure and print."""
    bodies = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    world = field(bodies)
    for _ in range(30):
        world.step()
    with impulse.watch(world, title="benchmark"):
        for _ in range(60):
            world.step()
            time.sleep(1 / RATE)
        for name, rate in ((f"{RATE:g} steps a second", RATE), ("as fast as it goes", None)):
            found = costs(world, rate)
            print(f"{bodies} bodies, {name}: {found.mean():.3f} ms a step in the mean, {np.median(found):.3f} in the median, "
                  f"{np.percentile(found, 99):.3f} at the 99th percentile")


if __name__ == "__main__":
    main()
