"""Joints swept and solved together, side by side: how far chains open, what energy they lose, and what a joint costs.

    python -m tests.benchmarks.joint_solve [--seconds 10] [--joints 100] [--rounds 60]

Scenes are taken as they are; `ball_and_chain` also with a ball of 1,000 kg, and under every preset.  Loss is that of energy over
the greatest drop.  Times are the medians of steps of both worlds in turn on one thread, for a chain and a binary tree of spheres
on ball joints; `more a joint` is what solving together costs more than sweeping, over joints and substeps.
"""
from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median

import numpy as np

import scenes
from physics import BallSocket, SolverSettings, Sphere, World
from physics.definitions.settings import PRESETS
from scenes.catalog import find

WAYS = ("sweep", "direct")
RADIUS, APART, GROUP = 0.2, 0.5, 1
FROM = 5                                         # the first step that counts for times


def scene(name: str, preset: str | None = None, load: float | None = None) -> Callable[[str], World]:
    """A maker of a scene's world; `load` [kg] of its ball, None: as it is."""
    text = find(name).path.read_text(encoding="utf-8")
    document = scenes.loads(text.replace("mass: 100}", f"mass: {load}}}") if load else text)

    def make(how: str) -> World:
        world = scenes.build(document)
        world.solver = (SolverSettings.preset(preset) if preset else world.solver).replace(joint_solve=how)
        return world

    return make


def quality(world: World, seconds: float) -> tuple[float, float]:
    """(widest gap [m], share of the greatest drop that the energy lost) of a run."""
    start, begun, widest, lowest = world.energy().total, world.energy().potential, 0.0, np.inf
    for _ in range(round(seconds / world.dt)):
        world.step()
        widest = max(widest, float(np.nanmax(world.joint_arrays().gaps)))
        lowest = min(lowest, world.energy().potential)
    return widest, (start - world.energy().total) / max(begun - lowest, 1e-9)


def tree(how: str, joints: int, children: int) -> World:
    """Spheres on ball joints: a chain for one child each, else a tree."""
    world, balls = World(solver=SolverSettings(joint_solve=how), threads=1), []
    for k in range(joints):
        level = int(np.log2(k + 1)) if children > 1 else 0
        place = (APART * (k + 1 - 2 ** level), 0, -APART * level) if children > 1 else (APART * k, 0, 0)
        balls.append(world.add_body(shape=Sphere(radius=RADIUS), position=place, group=GROUP))
        world.add_joint(BallSocket(a=balls[(k - 1) // children] if k else None, b=balls[k],
                                   anchor=(place[0] - APART / 2, 0, place[2])))
    return world


def times(joints: int, children: int, rounds: int) -> dict[str, float]:
    """Way -> median of its steps [s]."""
    worlds, found = {how: tree(how, joints, children) for how in WAYS}, {how: [] for how in WAYS}
    for _ in range(rounds):
        for how, world in worlds.items():
            begun = time.perf_counter()
            world.step()
            found[how].append(time.perf_counter() - begun)
    return {how: median(taken[FROM:]) for how, taken in found.items()}


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--joints", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=60)
    options = parser.parse_args()
    if options.rounds <= FROM:
        parser.error(f"--rounds {options.rounds}: the first {FROM} do not count, allowed are {FROM + 1} and more")
    rows = [("i_heavy_chain", None, None), ("j_swinging_chain", None, None), ("ball_and_chain", None, None),
            *(("ball_and_chain", preset, None) for preset in PRESETS), ("ball_and_chain", None, 1000.0)]
    print(f"{'scene':34s}{'gap, swept':>14s}{'together':>12s}{'loss, swept':>14s}{'together':>12s}")
    for name, preset, load in rows:
        make = scene(name, preset, load)
        (gap, loss), (narrow, less) = (quality(make(how), options.seconds) for how in WAYS)
        title = " ".join(filter(None, (name, preset, load and f"{load:g} kg")))
        print(f"{title:34s}{1e3 * gap:11.2f} mm{1e3 * narrow:9.2f} mm{100 * loss:12.2f} %{100 * less:10.2f} %", flush=True)
    for title, children in (("chain", 1), ("tree", 2)):
        swept, together = times(options.joints, children, options.rounds).values()
        more = (together - swept) / options.joints / SolverSettings().substeps
        print(f"{title} of {options.joints} joints: a step {1e6 * swept:.0f} us swept, {1e6 * together:.0f} us together; "
              f"more a joint and substep {1e6 * more:.2f} us")


if __name__ == "__main__":
    main()
