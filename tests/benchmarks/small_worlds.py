"""What a step of a small world costs: stage by stage, in compiled code one at a time, and many in one call.

    python -m tests.benchmarks.small_worlds [SCENE ...] [--rounds 7] [--steps 200] [--set solver.joint_solve=sweep]

A world of its own for each way, on one thread, in turn; of each the least processor time of a round counts, which leaves out
most of what other programs take.  `pile` are ten boxes and balls on a plane, kept awake.
"""
from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import scenes
from physics import Box, Plane, Sphere, World
from scenes.catalog import find
from tests.support.by_stages import by_stages

SCENES = ("g_column", "h_heavy_column", "i_heavy_chain", "j_swinging_chain", "pile")
SETTLING = 60                          # steps before any is timed


def made(name: str, settings: list[str]) -> World:
    """A world of this scene with these settings, or the pile, which has its own."""
    if name != "pile":
        return scenes.build(scenes.load(find(name).path), overrides=["world.sleep=false", *settings])
    world = World()
    world.add_body(shape=Plane(), type="static")
    for k in range(10):
        shape = Box(half=(0.3, 0.3, 0.3)) if k % 2 else Sphere(radius=0.3)
        world.add_body(shape=shape, position=(0.5 * (k % 3), 0.5 * (k // 3 % 3), 0.4 + 0.25 * k))
    return world


def stages(world: World, steps: int) -> None:
    """Each step by its stages."""
    with by_stages():
        singly(world, steps)


def singly(world: World, steps: int) -> None:
    """A call for each step."""
    for _ in range(steps):
        world.step()


WAYS: dict[str, Callable[[World, int], None]] = {"stages": stages, "step()": singly, "step(n)": World.step}


def measure(name: str, asked: argparse.Namespace) -> dict[str, float]:
    """Microseconds of processor time a step, by way."""
    worlds = {way: made(name, asked.settings) for way in WAYS}
    least = dict.fromkeys(WAYS, float("inf"))
    for world in worlds.values():
        world.step(SETTLING)
    for _ in range(asked.rounds):
        for way, take in WAYS.items():
            before = time.thread_time_ns()
            take(worlds[way], asked.steps)
            least[way] = min(least[way], (time.thread_time_ns() - before) / asked.steps / 1e3)
    assert len({world.state_hash() for world in worlds.values()}) == 1
    return least


def main() -> None:
    """Print a line for each scene."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("scenes", nargs="*", default=SCENES, metavar="SCENE", help="scenes by name, or pile")
    options.add_argument("--rounds", type=int, default=7, help="of each way, in turn")
    options.add_argument("--steps", type=int, default=200, help="of each round")
    options.add_argument("--set", action="append", default=[], dest="settings", metavar="KEY=VALUE", help="of the scenes")
    asked = options.parse_args()
    print(f"{'':20}" + "".join(f"{way:>14}" for way in WAYS))
    for name in asked.scenes:
        print(f"{name:20}" + "".join(f"{each:11.1f} us" for each in measure(name, asked).values()), flush=True)


if __name__ == "__main__":
    main()
