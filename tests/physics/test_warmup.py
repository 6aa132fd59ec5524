"""Kernels are made ready before they are needed, and the world stays as it is."""
from __future__ import annotations

import subprocess
import sys

import pytest

from physics import Box, Capsule, HeightField, Sphere, World
from physics.compile.registry import KERNELS
from physics.warmup import needs, warm_world

FLAT = ((0.0, 0.0), (0.0, 0.0))
FALLING = '''
from physics import Box, Plane, Sphere, World
from physics.compile.lazy_calls import CELLS
from physics.warmup import warm_world
world = World()
world.add_body(shape=Plane(), type="static")
for k in range(40):
    world.add_body(shape=(Box(half=(0.5, 0.5, 0.5)), Sphere(radius=0.5))[k % 2], position=(0.3 * (k % 3), 0, 0.8 + 1.1 * k))
warm_world(world, ahead=AHEAD)
def ready(): return {symbol for symbol, cell in CELLS.items() if cell.address.value}
before = ready()
for _ in range(200):
    world.step()
print(*sorted(ready() - before))
'''


@pytest.mark.parametrize("ahead", [True, False])
def test_nothing_is_loaded_while_a_scene_runs_that_was_warmed_ahead(ahead):
    """Bodies fall apart from each other, so that the first step needs nothing that contacts need."""
    code = FALLING.replace("AHEAD", str(ahead))
    run = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert ahead == (run.stdout.split() == [])


def test_a_warmed_world_is_as_it_was():
    """State, time, and what comes of it."""
    worlds = [World() for _ in range(2)]
    for world in worlds:
        world.add_body(shape=Box(half=(1, 1, 0.1)), type="static")
        world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.59), velocity=(1, 0, 0))
    warm_world(worlds[0], ahead=True)
    assert worlds[0].state_hash() == worlds[1].state_hash() and worlds[0].time == worlds[1].time
    for world in worlds:
        for _ in range(20):
            world.step()
    assert worlds[0].state_hash() == worlds[1].state_hash()


def test_only_ground_of_triangles_needs_their_kernel():
    kernels = [kernel for kernel in KERNELS if kernel.startswith("collision.tiles")]
    assert kernels
    for shape, needed in ((Box(half=(1, 1, 1)), False), (Capsule(0.2, 0.3), False), (HeightField(heights=FLAT, spacing=1), True)):
        world = World()
        world.add_body(shape=shape)
        assert all((kernel in needs(world)) == needed for kernel in kernels)
        assert all(kernel in needs(world) for kernel in KERNELS if kernel.endswith(".collide_solids")) == (shape.kind > 2)
