"""Compile, or load, the kernels before they are needed.

A small world with every pair of shapes and every kind of constraint is stepped once, which compiles the kernels that a step
calls.  A scene that is already open can be warmed up instead, so that the kernels it needs come first.  The parts of the work
are functions of their own, for compiling with several processes at once.
"""
from __future__ import annotations

import functools
import hashlib
import math
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
from physics.compile.registry import KERNELS, watch_compiling
from physics.definitions.settings import SolverSettings
from physics.definitions.shapes import Box, Capsule, Convex, HeightField, Plane, Sphere
from physics.dynamics.islands import Forest, begin_islands, fall_asleep, keep_awake, touch_sleepers, unite, wake_islands
from physics.joints import Distance, Hinge, Mouse
from physics.pipeline.advance import advance_stage
from physics.pipeline.begin_at_rest import make_weights_ready
from physics.pipeline.color import color_stage, solves_together
from physics.pipeline.find_pairs import find_pairs_stage
from physics.pipeline.islands import islands_stage
from physics.pipeline.narrow_phase import narrow_phase_stage
from physics.pipeline.overlaps import search
from physics.pipeline.seams import make_seams_ready
from physics.pipeline.sleep import make_sleep_ready, sleep_stage
from physics.pipeline.store import store_stage
from physics.views import contacts as contact_views
from physics.world import World

Report = Callable[[int, int, str], None]
CALLED_BY_KERNELS = ("bodies", "collision", "constraints", "contacts", "dynamics")      # of stages 2 and 5 to 11


WEDGE = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 0.5), (0.0, 0.5, 0.0), (1.0, 0.5, 0.0), (0.0, 0.5, 0.5))


def _everything(precision: str) -> World:
    world = World(precision=precision, sleep=True, solver=SolverSettings(stabilization="split_impulse", substeps=1))
    world._watcher = None                        # also while all worlds are watched
    world.add_body(shape=Plane(), type="static")
    balls = [world.add_body(shape=Sphere(radius=0.5), position=(0.9 * k, 0, 0.49), restitution=0.5,
                            rolling_resistance=0.01) for k in range(2)]
    boxes = [world.add_body(shape=Box(half=(0.5, 0.4, 0.3)), position=(0, 0.85 + 0.75 * k, 0.29)) for k in range(2)]
    world.add_body(shape=Capsule(0.2, 0.3), position=(5, 0, 0.19), rotation=(0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)))
    world.add_body(shape=Convex(WEDGE), position=(5, 0.45, 0.3))
    world.add_joint(Mouse(a=balls[0], anchor=(0, 0, 0.5), target=(0, 0, 1)))
    world.add_joint(Hinge(a=boxes[0], b=boxes[1], anchor=(0, 1.2, 0.3), axis=(1, 0, 0), upper=1, collide_connected=True))
    world.add_joint(Distance(a=None, b=balls[1], anchor_a=(0.9, 0, 3), anchor_b=(0.9, 0, 0.5)))
    return world


def warmup(precision: str = "single", progress: Report | None = None) -> None:
    """Make all kernels of a precision ready; `progress(done, total, name)` is called before and after each compilation."""
    watch_compiling(lambda: (_use(_everything(precision)), fill_cells(lambda kernel: True)), progress)


class Needs(NamedTuple):
    """What decides which of the kernels that are called by kernels a world needs."""

    precision: str
    joints: bool = True
    split: bool = True                # pseudo velocities of contacts
    correct: bool = True              # passes over positions of contacts
    centre: bool = True               # friction at the centre of the manifold
    spheres: bool = True
    boxes: bool = True
    solids: bool = True               # capsules, cylinders, cones and hulls
    tiles: bool = True                # of height fields
    stiffness: bool = True            # geometric stiffness of joints
    continuous: bool = True           # sweeps along the motion of fast bodies
    resisting: bool = True            # resistance against rolling and spinning
    together: bool = True             # joints that are solved together

    def __contains__(self, kernel: str) -> bool:
        """Whether the first steps need a kernel; few worlds need those of restitution at once."""
        module, name = kernel.rsplit(".", 1)
        if module.startswith("collision"):
            pair = name.removeprefix("collide_") if name.startswith("collide_") else ""
            return (self.continuous or "continuous" not in module) and (self.spheres or "sphere" not in pair) and (
                self.solids or "solid" not in name) and (self.tiles or "tile" not in pair) and (
                self.boxes or "box" not in pair) and (self.boxes or self.solids or "manifolds" not in name)
        if module == "contacts.rolling":
            return self.resisting
        if module == "dynamics.geometric_stiffness":
            return self.joints and self.stiffness
        if module.startswith("constraints.together"):
            return self.joints and self.together and (self.correct or "shift" not in name) and (self.split or "push" not in name)
        if module.startswith("constraints"):
            return self.joints and (self.correct or name != "correct_part_positions")
        return {"push_contacts": self.split, "pseudo_velocity_sweep": self.split, "correct_contacts": self.correct,
                "correct_positions": self.correct, "add_geometric_stiffness": self.joints and self.stiffness,
                "freeze_approach": False, "choose_targets": False}.get(name, self.centre or "_centres" not in name)


EVERYTHING = "everything"


def needs(world: World, clicks: bool = False) -> Needs:
    """What a world needs with its present settings; `clicks`: also with what a click in a window may bring into it: a mouse
    spring, any other joint, a ball."""
    solver, joints = world.solver, clicks or len(world.joints) > 0
    modes = {solver.stabilization} | ({solver.joint_stabilization} if joints else set())
    centre = solver.friction_model == "manifold_centre"
    shapes = {type(body.shape) for body in world.bodies}
    return Needs(world.precision, joints, "split_impulse" in modes, "position" in modes, centre, clicks or Sphere in shapes,
                 Box in shapes, bool(shapes - {Sphere, Box, Plane}), HeightField in shapes, solver.geometric_stiffness,
                 solver.continuous != "off", world._bodies.resisting > 0, joints and (clicks or solves_together(world)))


def _mark(precision: str, what: object, target: Level) -> str:
    """Name of the folder whose existence says that the kernels for `what` are compiled, from these sources for this processor."""
    folders = sorted({folder_name(kernel.py_func) for kernel in KERNELS.values()})
    text = " ".join((*folders, str(what), *target))
    return f"ready-{precision}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def is_ready(wanted: Needs) -> bool:
    """Whether the needed kernels are compiled, here or with the package, as far as marks tell."""
    if has_prebuilt() and (PREBUILT / _mark(wanted.precision, EVERYTHING, prebuilt_level())).exists():
        return True
    return any((CACHE / _mark(wanted.precision, what, level())).exists() for what in (EVERYTHING, wanted))


def is_complete(precision: str) -> bool:
    """Whether the cache holds all kernels of a precision, compiled for this processor."""
    return (CACHE / _mark(precision, EVERYTHING, level())).exists()


def anything_ready() -> bool:
    """Whether any kernels are compiled, here or with the package; else a start has to compile them."""
    return any(place.is_dir() and any(place.glob("ready-*")) for place in ((CACHE, PREBUILT) if has_prebuilt() else (CACHE,)))


def note_ready(precision: str, what: object = EVERYTHING) -> None:
    """Mark `what` as compiled in the cache; EVERYTHING only if no kernels came with the package."""
    if what != EVERYTHING or not has_prebuilt():
        mark = CACHE / _mark(precision, what, level())
        mark.mkdir(exist_ok=True)
        drop_old(f"ready-{precision}", mark)


class Claims:
    """Distributes kernels among processes: the one that first creates a kernel's folder compiles it."""

    def __init__(self, folder: str):
        self.folder = folder

    def __call__(self, symbol: str) -> bool:
        """Whether this process compiles the kernel."""
        try:
            os.mkdir(os.path.join(self.folder, symbol))
        except FileExistsError:
            return False
        return True


@functools.cache
def _size(kernel: str) -> int:
    """Size of the sources of a kernel [bytes], roughly proportional to the time it takes to compile."""
    return sum(file.stat().st_size for file in source_files(Path(KERNELS[kernel].py_func.__code__.co_filename)))


def warm_drivers(precision: str) -> None:
    """Make the kernels that drive stages 2 and 5 to 11 ready: they determine the argument types of the kernels they call."""
    world = World(precision=precision)
    world.add_body(shape=Sphere(radius=0.5))
    for stage in (advance_stage, narrow_phase_stage):
        stage(world)


def warm_callees(wanted: Needs, claim: Claims) -> None:
    """Make the kernels of stages 2 and 5 to 11 ready, the largest first, except those that other processes claimed."""
    warm_drivers(wanted.precision)
    fill_cells(lambda kernel: kernel.startswith(CALLED_BY_KERNELS) and kernel in wanted, claim, _size)


def warm_order(precision: str) -> None:
    """Make the kernels of stages 3, 4, 11 and 12 ready."""
    world = World(precision=precision, sleep=True)
    world.add_body(shape=Sphere(radius=0.5))
    for stage in (islands_stage, color_stage, make_seams_ready, store_stage, sleep_stage, make_sleep_ready):
        stage(world)


def warm_collision(precision: str) -> None:
    """Make the kernels that find pairs ready, and those of overlaps, ray casts and sleep."""
    world = _everything(precision)
    find_pairs_stage(world)
    _use_later_kernels(world)
    search(world, np.empty(0, np.int64))
    world.ray_cast((0, 0, 5), (0, 0, -1))


def warm_world(world: World, progress: Report | None = None, ahead: bool = False) -> None:
    """Make the kernels ready that this world's next step needs; the world itself stays unchanged.

    `ahead`: also those that its later steps are likely to call, so that none of them has to wait.
    """
    saved, recorder, watcher = world.snapshot(), world._recorder, world._watcher
    world._recorder = world._watcher = None      # this is no step of its history, and none to look at
    try:
        watch_compiling(lambda: (world._step_again(), world._steady.make_ready(world), world.energy(),
                                 contact_views.make_kernels_ready(world)), progress)
        if ahead:
            wanted = needs(world)
            watch_compiling(lambda: (_use_later_kernels(world), fill_cells(lambda kernel: kernel in wanted)), progress)
    finally:
        world.restore(saved)
        world._recorder, world._watcher = recorder, watcher


def warm_clicks(world: World, progress: Report | None = None) -> None:
    """Make the kernels ready that a click in a window calls, so that no step has to wait for them: those of `needs`, and those of
    a small world that is clicked on."""
    wanted = needs(world, clicks=True)
    watch_compiling(lambda: (_click(wanted.precision), fill_cells(lambda kernel: kernel in wanted)), progress)


def _click(precision: str) -> None:
    """Two balls fall asleep, one is grabbed, which wakes both, is let go, and goes."""
    world = World(precision=precision, sleep=True)
    world._watcher = None                        # also while all worlds are watched
    world.add_body(shape=Plane(), type="static")
    balls = [world.add_body(shape=Sphere(radius=0.5), position=(0.9 * k, 0, 0.49)) for k in range(2)]
    world.step()
    balls[0].sleep()
    world.step()
    mouse = world.add_joint(Mouse(a=balls[0], anchor=(0, 0, 0.5), target=(0, 0, 1)))
    world.step()
    for gone in (mouse, balls[0]):
        world.remove(gone)
        world.step()


def warm_search(world: World, progress: Report | None = None) -> None:
    """`warm_world` for finding pairs alone."""
    saved = world.snapshot()
    try:
        watch_compiling(lambda: find_pairs_stage(world), progress)
    finally:
        world.restore(saved)


def _use_later_kernels(world: World) -> None:
    """Make the kernels ready that first steps do not call, by calls without bodies: those of sleep, growing lists, seams and
    contact views."""
    move_pairs(new_pairs(1, world.precision), new_pairs(1, world.precision))
    state, bodies = world._contacts, world._bodies.arrays
    parent, flags = aligned(1, np.int32), aligned(1, np.uint8)
    begin_islands(0, 0, parent)
    unite(state.touching, 0, bodies, parent)
    keep_awake(state.touching, 0, bodies, parent, flags)
    fall_asleep(0, 0, bodies, Forest(parent, flags), world.sleep_time)
    touch_sleepers(state.touching, 0, bodies, flags)
    wake_islands(0, 0, bodies, flags)
    make_sleep_ready(world)
    make_seams_ready(world)
    make_weights_ready()
    world.energy()
    contact_views.make_kernels_ready(world, DTYPES)


def _look_inside(world: World) -> None:
    """Make the kernels ready that look into the last step, see `physics.introspection`."""
    ball = world.bodies[1]
    for look in (world.rows, world.trace, world.moments, world.work, lambda: world.equation(0), lambda: world.explain(ball),
                 lambda: world.load_path(ball), lambda: world.coupling(ball)):
        look()
    world.bodies_at(world.moments()[-1])


def _use(world: World) -> None:
    world.step()
    world._steady.make_ready(world)
    _look_inside(world)
    _use_later_kernels(world)
    search(world, np.empty(0, np.int64))
    world.ray_cast((0, 0, 5), (0, 0, -1))
    world.joint_arrays()
    world.remove(world.joints[0])
    world.remove(world.bodies[1])
    world.step()
