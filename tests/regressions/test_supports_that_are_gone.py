"""Regression: when the floor under ten boxes was removed, the lowest was thrown down by 0.15 m/s and the top held up by 0.12; the
stack parted by 12 cm.  The contacts between boxes kept the impulses that answered the floor's.  Bodies on which nothing acts but
gravity must fall together, whichever way their support went, and so must those that never had one.
"""
import numpy as np
import pytest

from physics import BallSocket, Box, Sphere, World
from physics.definitions.settings import PRESETS

PRESET_NAMES = ["soft_step", "classic", "split_impulse", "ngs"]


def stack(preset: str, boxes: int = 10, floor: bool = True):
    world = World(solver=PRESETS[preset])
    ground = world.add_body(shape=Box(half=(5, 5, 0.5)), position=(0, 0, -0.5), type="static") if floor else None
    return world, ground, [world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 + k)) for k in range(boxes)]


def parts(world: World, bodies: list, steps: int = 30) -> float:
    """How far bodies that lie on one another part or close up [m]."""
    before, most = np.diff([body.position[2] for body in bodies]), 0.0
    for _ in range(steps):
        world.step()
        most = max(most, np.abs(np.diff([body.position[2] for body in bodies]) - before).max())
    return most


def remove(world, ground, boxes):
    world.remove(ground)


def move_away(world, ground, boxes):
    ground.position = (0, 0, -20)


def lift(world, ground, boxes):
    for box in boxes:
        box.position = box.position + (0, 0, 9)


def turn_off(world, ground, boxes):
    ground.category = 2
    for box in boxes:
        box.mask = 1


@pytest.mark.parametrize("preset", PRESET_NAMES)
@pytest.mark.parametrize("lose", [remove, move_away, lift, turn_off])
def test_a_stack_that_has_lost_its_floor_falls_together(preset, lose):
    """The base: 37 to 39 mm."""
    world, ground, boxes = stack(preset)
    world.step(120)
    lose(world, ground, boxes)
    assert parts(world, boxes) < 1e-4


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_stack_that_has_lost_its_lowest_boxes_falls_together(preset):
    """The base: 23 to 31 mm."""
    world, _, boxes = stack(preset, 13)
    world.step(120)
    for box in boxes[:3]:
        world.remove(box)
    assert parts(world, boxes[3:], 40) < 1e-4


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_stack_without_a_floor_falls_together(preset):
    """The base: 37 mm under the presets whose contacts begin with the weight that they carry."""
    world, _, boxes = stack(preset, floor=False)
    assert parts(world, boxes) < 1e-4


@pytest.mark.parametrize("preset", PRESET_NAMES)
@pytest.mark.parametrize("how", ["remove", "disable", "break"])
def test_a_chain_that_has_lost_its_hook_falls_together(preset, how):
    world = World(solver=PRESETS[preset])
    balls = [world.add_body(shape=Sphere(radius=0.1), position=(0, 0, -k / 2)) for k in range(20)]
    hook = world.add_joint(BallSocket(a=balls[0], b=None, anchor=(0, 0, 0.25)))
    for one, two in zip(balls, balls[1:]):
        world.add_joint(BallSocket(a=one, b=two, anchor=(one.position + two.position) / 2))
    world.step(300)
    if how == "remove":
        world.remove(hook)
    elif how == "disable":
        hook.set(enabled=False)
    else:
        hook.set(break_force=1.0)
        world.step()
        assert hook.broken
    speeds = world.velocities[:, 2].copy()
    world.step()
    assert np.ptp(world.velocities[:, 2] - speeds) < 0.005


def test_a_stack_that_has_lost_its_top_keeps_the_impulses_that_hold_it():
    """Begun at zero, they let a stack of twenty sink by 5 to 7 mm."""
    for preset in PRESET_NAMES:
        world, _, boxes = stack(preset, 20)
        world.step(200)
        world.remove(boxes[-1])
        assert parts(world, boxes[:-1], 60) < 2e-3
