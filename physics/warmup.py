"""Compile, or load, the kernels before they are needed.

A small world with every pair of shapes and every constraint is stepped once: whatever a step calls is compiled by the call.
A scene that is already open can be warmed instead, so that what it needs comes first.  Parts of the work by themselves are for
who compiles with several processes at once.
"""
from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import DTYPES, aligned, new_pairs
from physics.collision.broad_phase.pair_memory import move_pairs
from physics.compile.cache import CACHE, PREBUILT, drop_old, folder_name, has_prebuilt, source_files
from physics.compile.decorators import fill_cells
from physics.compile.level import Level, level, prebuilt_level
from physics.compile.progress import watch_compiling
from physics.compile.registry import KERNELS
from physics.definitions.settings import SolverSettings
from physics.definitions.shapes import Box, Plane, Sphere
from physics.dynamics.islands import Forest, begin_islands, fall_asleep, keep_awake, touch_sleepers, unite, wake_islands
from physics.joints import Distance, Hinge, Mouse
from physics.pipeline.advance import advance_stage
from physics.pipeline.color import color_stage
from physics.pipeline.find_pairs import find_pairs_stage
from physics.pipeline.islands import islands_stage
from physics.pipeline.narrow_phase import narrow_phase_stage
from physics.pipeline.sleep import sleep_stage
from physics.pipeline.store import store_stage
from physics.views import contacts as contact_views
from physics.world import World

Report = Callable[[int, int, str], None]
ROOMS = ("bodies", "collision", "constraints", "contacts", "dynamics")      # of the kernels that stages 2 and 5 to 11 call


def _everything(precision: str) -> World:
    world = World(precision=precision, sleep=True, solver=SolverSettings(stabilization="split_impulse", substeps=1))
    world.add_body(shape=Plane(), type="static")
    balls = [world.add_body(shape=Sphere(radius=0.5), position=(0.9 * k, 0, 0.49), restitution=0.5) for k in range(2)]
    boxes = [world.add_body(shape=Box(half=(0.5, 0.4, 0.3)), position=(0, 0.85 + 0.75 * k, 0.29)) for k in range(2)]
    world.add_joint(Mouse(a=balls[0], anchor=(0, 0, 0.5), target=(0, 0, 1)))
    world.add_joint(Hinge(a=boxes[0], b=boxes[1], anchor=(0, 1.2, 0.3), axis=(1, 0, 0), upper=1, collide_connected=True))
    world.add_joint(Distance(a=None, b=balls[1], anchor_a=(0.9, 0, 3), anchor_b=(0.9, 0, 0.5)))
    return world


def warmup(precision: str = "single", progress: Report | None = None) -> None:
    """Make every kernel of a precision ready; `progress(done, total, name)` is called around each that is compiled."""
    watch_compiling(lambda: (_use(_everything(precision)), fill_cells(lambda kernel: True)), progress)


class Needs(NamedTuple):
    """What decides which kernels that are called by kernels a world needs."""

    precision: str
    joints: bool = True
    split: bool = True                # pseudo velocities of contacts
    correct: bool = True              # passes over positions of contacts
    centre: bool = True               # friction at the centre of the manifold
    spheres: bool = True
    boxes: bool = True
    stiffness: bool = True            # inertia of what joints pull at from both sides

    def __contains__(self, kernel: str) -> bool:
        """Whether a kernel is needed by the first steps; little bounces at once, or is so fast that it has to be swept."""
        module, name = kernel.rsplit(".", 1)
        if module.startswith("collision"):
            pair = name.removeprefix("collide_") if name.startswith("collide_") else ""
            return "continuous" not in module and (self.spheres or "sphere" not in pair) and (
                self.boxes or ("box" not in pair and "manifolds" not in name))
        if module == "dynamics.geometric_stiffness":
            return self.joints and self.stiffness
        if module.startswith("constraints"):
            return self.joints and (self.correct or name != "correct_part_positions")
        return {"push_contacts": self.split, "pseudo_velocity_sweep": self.split, "correct_contacts": self.correct,
                "correct_positions": self.correct, "add_geometric_stiffness": self.joints and self.stiffness,
                "freeze_approach": False, "choose_targets": False}.get(name, self.centre or "_centres" not in name)


EVERYTHING = "everything"


def needs(world: World) -> Needs:
    """What a world needs as it is set now."""
    solver, joints = world.solver, len(world.joints) > 0
    modes = {solver.stabilization} | ({solver.joint_stabilization} if joints else set())
    centre = solver.friction_model == "manifold_centre"
    shapes = {type(body.shape) for body in world.bodies}
    return Needs(world.precision, joints, "split_impulse" in modes, "position" in modes, centre, Sphere in shapes,
                 Box in shapes, solver.geometric_stiffness)


def _mark(precision: str, what: object, target: Level) -> str:
    """Name of a folder that says that the kernels for this are there, compiled from these sources for this processor."""
    folders = sorted({folder_name(kernel.py_func) for kernel in KERNELS.values()})
    text = " ".join((*folders, str(what), *target))
    return f"ready-{precision}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def is_ready(wanted: Needs) -> bool:
    """Whether what is needed has been compiled, here or with the package, as far as is known without loading it."""
    if has_prebuilt() and (PREBUILT / _mark(wanted.precision, EVERYTHING, prebuilt_level())).exists():
        return True
    return any((CACHE / _mark(wanted.precision, what, level())).exists() for what in (EVERYTHING, wanted))


def is_complete(precision: str) -> bool:
    """Whether the cache holds all kernels of a precision, compiled for this very processor."""
    return (CACHE / _mark(precision, EVERYTHING, level())).exists()


def anything_ready() -> bool:
    """Whether something was compiled, here or with the package: if not, kernels will have to be compiled."""
    return any(place.is_dir() and any(place.glob("ready-*")) for place in ((CACHE, PREBUILT) if has_prebuilt() else (CACHE,)))


def note_ready(precision: str, what: object = EVERYTHING) -> None:
    """Note in the cache that what is needed is there; or everything, where nothing of it may have come with the package."""
    if what != EVERYTHING or not has_prebuilt():
        mark = CACHE / _mark(precision, what, level())
        mark.mkdir(exist_ok=True)
        drop_old(f"ready-{precision}", mark)


class Claims:
    """Which process compiles what: who first makes an entry in a folder has it."""

    def __init__(self, folder: str):
        self.folder = folder

    def __call__(self, symbol: str) -> bool:
        """Whether this process may have it."""
        try:
            os.mkdir(os.path.join(self.folder, symbol))
        except FileExistsError:
            return False
        return True


@functools.cache
def _size(kernel: str) -> int:
    """How much source there is behind a kernel, which tells about how long it takes to compile [bytes]."""
    return sum(file.stat().st_size for file in source_files(Path(KERNELS[kernel].py_func.__code__.co_filename)))


def warm_drivers(precision: str) -> None:
    """Make ready what drives stages 2 and 5 to 11: only that tells with which types the kernels below it are called."""
    world = World(precision=precision)
    world.add_body(shape=Sphere(radius=0.5))
    for stage in (advance_stage, narrow_phase_stage):
        stage(world)


def warm_callees(wanted: Needs, claim: Claims) -> None:
    """Make the kernels of stages 2 and 5 to 11 ready, the largest first, besides what other processes make."""
    warm_drivers(wanted.precision)
    fill_cells(lambda kernel: kernel.startswith(ROOMS) and kernel in wanted, claim, _size)


def warm_order(precision: str) -> None:
    """Make the kernels of stages 3, 4, 11 and 12 ready."""
    world = World(precision=precision, sleep=True)
    world.add_body(shape=Sphere(radius=0.5))
    for stage in (islands_stage, color_stage, store_stage, sleep_stage):
        stage(world)


def warm_collision(precision: str) -> None:
    """Make the kernels that find pairs ready, and those of ray casts and sleep."""
    world = _everything(precision)
    find_pairs_stage(world)
    _live_on(world)
    world.ray_cast((0, 0, 5), (0, 0, -1))


def warm_world(world: World, progress: Report | None = None, ahead: bool = False) -> None:
    """Make the kernels ready that this world's next step needs; the world itself is left as it is.

    `ahead`: those as well that its later steps are likely to call, so that none of them has to wait.
    """
    saved = world.snapshot()
    try:
        watch_compiling(lambda: (world.step(), contact_views.make_kernels_ready(world)), progress)
        if ahead:
            wanted = needs(world)
            watch_compiling(lambda: (_live_on(world), fill_cells(lambda kernel: kernel in wanted)), progress)
    finally:
        world.restore(saved)


def warm_search(world: World, progress: Report | None = None) -> None:
    """`warm_world` for finding pairs alone."""
    saved = world.snapshot()
    try:
        watch_compiling(lambda: find_pairs_stage(world), progress)
    finally:
        world.restore(saved)


def _live_on(world: World) -> None:
    """Make ready what no first step calls, by running it over nobody: sleep, lists of pairs that outgrow their room, and what
    windows show of contacts."""
    move_pairs(new_pairs(1, world.precision), new_pairs(1, world.precision))
    state, bodies = world._contacts, world._bodies.arrays
    parent, flags = aligned(1, np.int32), aligned(1, np.uint8)
    begin_islands(0, 0, parent)
    unite(state.touching, 0, bodies, parent)
    keep_awake(state.touching, 0, bodies, parent, flags)
    fall_asleep(0, 0, bodies, Forest(parent, flags), world.sleep_time)
    touch_sleepers(state.touching, 0, bodies, flags)
    wake_islands(0, 0, bodies, flags)
    contact_views.make_kernels_ready(world, DTYPES)


def _use(world: World) -> None:
    world.step()
    _live_on(world)
    world.ray_cast((0, 0, 5), (0, 0, -1))
    world.joint_arrays()
    world.remove(world.joints[0])
    world.remove(world.bodies[1])
    world.step()
