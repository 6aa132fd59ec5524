"""Scenes of joints and of driven surfaces under every preset: nothing explodes, nothing comes apart, in single precision.

A shortened sample runs always; `make soak` runs a minute of each.
"""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics.definitions.settings import PRESETS
from scenes import catalog

SAMPLE, MINUTE = 1.5, 60.0           # [s]
FASTEST = 60.0                       # [m/s] what no scene needs; an explosion has no such limit
WIDEST = 0.5                         # [m] or [rad] how far a joint may be open when things have calmed down
CALM = 1.0                           # [s] after which the limits count
WITHOUT_BENCHMARKS = [id for id in catalog.names() if not id.startswith("benchmark/")]
BUSY = [id for id in WITHOUT_BENCHMARKS if id.startswith("machines/") or scenes.load(id).joints]
# Scenes whose point is that an error becomes speed, or stays, when the preset says so; and a ball a hundred
# times heavier than the links it swings on, which one substep of ten iterations lets down far, though not without end.
FAST = {"joints/stretched_chain": 500.0}
OPEN = {"joints/stretched_chain": 5.0, "joints/ball_and_chain": 5.0}
LOOSE = ("mouse",)                   # joints that are meant to be open


def holds(joint) -> bool:
    """Whether the joint is one that keeps its bodies together, so that its error says how well."""
    return joint.type_name not in LOOSE and joint.enabled


def survives(id: str, preset: str, seconds: float) -> None:
    """The scene runs so long under the preset, and no body or joint leaves the limits."""
    document = scenes.load(id)
    world = scenes.build(document, precision="single", overrides={"solver.preset": preset})
    runner = scenes.Runner(document, world, expect=False)
    held = np.array([holds(joint) for joint in world.joints], bool)
    for step in range(round(seconds / world.dt)):
        runner.step()
        speeds = np.linalg.norm(world.velocities, axis=1)
        assert np.isfinite(world.positions).all() and np.isfinite(speeds).all(), f"not finite at {world.time:.2f} s"
        if world.time > CALM:
            assert speeds.max(initial=0) < FAST.get(id, FASTEST), f"{speeds.max():.1f} m/s at {world.time:.2f} s"
    if held.any() and len(world.joints) == len(held):
        found = world.joint_arrays()
        errors = np.where(held, np.fmax(0, np.fmax(found.gaps, found.tilts)), 0)
        assert errors.max() < OPEN.get(id, WIDEST), f"{errors.max():.3f} in {world.joints[int(errors.argmax())].name}"


def test_there_are_scenes_of_joints():
    assert len(BUSY) >= 17


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("id", BUSY)
def test_a_sample_of_every_preset(id, preset):
    survives(id, preset, SAMPLE)


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("id", BUSY)
def test_a_minute_of_every_preset(id, preset):
    survives(id, preset, MINUTE)
