"""Heavy ends on light chains hold, whatever the preset: the inertia of taut links follows the impulses of the same substep."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics import BallSocket, Box, Plane, SolverSettings, Sphere, World
from scenes.catalog import find


def swinging(preset: str, load: float, **solver) -> World:
    """Ten links of 1 kg let go level with a ball at their end."""
    world = World(solver=SolverSettings.preset(preset).replace(joint_solve="direct", **solver))
    last = None
    for k in range(10):
        link = world.add_body(shape=Box(half=(0.23, 0.12, 0.12)), mass=1, position=(0.25 + 0.5 * k, 0, 0), group=1)
        world.add_joint(BallSocket(a=last, b=link, anchor=(0.5 * k, 0, 0)))
        last = link
    ball = world.add_body(shape=Sphere(radius=0.5), mass=load, position=(5.5, 0, 0), group=1)
    world.add_joint(BallSocket(a=last, b=ball, anchor=(5, 0, 0)))
    return world


@pytest.mark.parametrize("preset, gap", (("classic", 0.05), ("split_impulse", 0.05), ("soft_step", 0.005), ("ngs", 0.05)))
@pytest.mark.parametrize("load", (100, 1000))
def test_a_heavy_end_holds(preset, gap, load):
    """For 20 s, with the links a thousandth of the ball; sweeps open by metres there."""
    world = swinging(preset, load)
    start, widest, lowest = world.energy().total, 0.0, 0.0
    for _ in range(1200):
        world.step()
        widest = max(widest, np.nanmax(world.joint_arrays().gaps))
        lowest = min(lowest, world.bodies[10].position[2])
    assert widest < gap and lowest < -5.2
    assert world.energy().total < start + 0.02 * load * 9.81 * 5.5


def test_a_swing_keeps_its_energy():
    """Where nothing is too taut: a pendulum of ten equal links, a second, within 1 %."""
    world = swinging("soft_step", 1.0, substeps=16)
    start = world.energy().total
    for _ in range(60):
        world.step()
    assert world._contacts.together.share.min() == 1
    assert abs(world.energy().total - start) < 0.01 * 11 * 9.81 * 3


def test_a_chain_on_the_floor_comes_to_rest():
    """Contacts stay with the sweeps: links neither sink in nor part."""
    world = World(solver=SolverSettings(joint_solve="direct"))
    world.add_body(shape=Plane(), type="static", friction=0.6)
    last = None
    for k in range(12):
        link = world.add_body(shape=Box(half=(0.2, 0.1, 0.1)), mass=1 + 9 * (k % 2), position=(0.5 * k, 0, 0.4))
        if last is not None:
            world.add_joint(BallSocket(a=last, b=link, anchor=(0.5 * k - 0.25, 0, 0.4)))
        last = link
    for _ in range(240):
        world.step()
    assert np.abs(world.velocities).max() < 0.01 and np.nanmax(world.joint_arrays().gaps) < 1e-3
    assert np.abs(world.positions[1:, 2] - 0.1).max() < 0.005


def wound_up(preset: str | None, ball: float = 100, steps: int = 3600) -> tuple[float, float]:
    """(widest gap [m], energy gained [J]) of ball_and_chain with a ball of so many kg: links wrap about the hook."""
    text = find("ball_and_chain").path.read_text(encoding="utf-8")
    world = scenes.build(scenes.loads(text.replace("mass: 100}", f"mass: {ball}}}")))
    assert world.bodies[2].mass == ball
    world.solver = (SolverSettings.preset(preset) if preset else world.solver).replace(joint_solve="direct")
    start, widest = world.energy().total, 0.0
    for _ in range(steps):
        world.step()
        widest = max(widest, np.nanmax(world.joint_arrays().gaps))
    return widest, world.energy().total - start


@pytest.mark.parametrize("preset, gap", ((None, 0.002), ("classic", 0.3), ("split_impulse", 0.8), ("soft_step", 0.01)))
def test_the_scene_holds_under_every_preset(preset, gap):
    """For a minute, in which it winds up on the hook and whirls."""
    widest, gained = wound_up(preset)
    assert widest < gap and gained < 0


def test_most_hold_under_ngs():
    """What happens on the hook is chaos, and contacts have one substep of 1/60 s: of balls that differ by a gram, one in six gets
    its chain through the hook in a minute, and its joints open by metres."""
    widest = [wound_up("ngs", 100 + 0.001 * k, 1200)[0] for k in range(4)]
    assert sum(gap < 0.3 for gap in widest) >= 2


def test_the_scene_holds_a_thousandfold_load():
    """The same with a ball of a thousand links, by its own settings."""
    text = find("ball_and_chain").path.read_text(encoding="utf-8")
    world = scenes.build(scenes.loads(text.replace("mass: 100}", "mass: 1000}")))
    widest = 0.0
    for _ in range(1800):
        world.step()
        widest = max(widest, np.nanmax(world.joint_arrays().gaps))
    assert world.bodies[2].mass == 1000 and widest < 0.03


@pytest.mark.parametrize("name, gap, loss", (("i_heavy_chain", 1e-4, np.inf), ("j_swinging_chain", 0.01, 0.01)))
def test_long_chains(name, gap, loss):
    """A hundred links by default: the heavy one stays shut, the swinging one loses less than 1 % of its drop in 10 s."""
    world = scenes.build(scenes.load(find(name).path))
    start, begun, widest, lowest = world.energy().total, world.energy().potential, 0.0, np.inf
    for _ in range(600):
        world.step()
        widest, lowest = max(widest, np.nanmax(world.joint_arrays().gaps)), min(lowest, world.energy().potential)
    assert widest < gap and abs(world.energy().total - start) < loss * max(begun - lowest, 1.0)
