"""Scenes with and without sleep: no body that falls asleep would have gone on visibly, and piles sleep as soon as they are slow.

When bodies fall asleep, the scene goes on without sleep as well, and their motion in the next second is compared.  What is held
may go `sleep_way` of its size in `sleep_time`, hence four times as far in twice the time, if it gets faster as now.  A sample of
scenes runs always; `make soak` runs all of them, and the pit of boxes.
"""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics import World, WorldSettings
from physics.pipeline.islands import CHECK_EVERY
from scenes import catalog
from tests.support.sleep_comparison import naps

SECONDS, AFTER, MOST = 10.0, 1.0, 40             # of a scene; of comparison; naps of a scene that are compared
VISIBLE = (AFTER / WorldSettings.sleep_time)**2 * WorldSettings.sleep_way
SAMPLE = ("collision/dominoes", "friction/slope_friction", "joints/springs", "joints/cradle", "joints/wrecking_ball",
          "machines/belt", "machines/drives", "robustness/confined", "stacking/mass_ratio", "stacking/tower", "welcome/welcome")
LEFT_OUT = ("benchmark/", "laboratory/circle_particle")        # many bodies; a particle in thousands of steps
# without the corbel arch, whose stones creep at the bound of their friction, and the tower, which sways
PILES = ("stacking/card_house", "stacking/heavy_on_light", "stacking/jenga", "stacking/mass_ratio", "stacking/pyramid_2d",
         "stacking/pyramid_3d", "stacking/sphere_tower", "benchmark/a_wall_pyramid", "benchmark/g_column",
         "benchmark/h_heavy_column")
ANY_WAY = {"world.sleep_way": 10, "world.sleep_horizon": 0.001}  # the way does not count, only that all are slow
PATIENCE = 12.0                                  # in which a pile falls asleep [s]


def world_of(name: str, **overrides) -> World:
    """A scene all of whose bodies may sleep."""
    world = scenes.build(scenes.load(name), overrides=overrides.get("overrides", {}))
    for body in world.bodies:
        body.can_sleep = True
    return world


def hidden(name: str) -> dict[str, float]:
    """Bodies of a scene that sleep stopped, and how far they would have gone [of their size]."""
    found = {}
    for nap in naps(world_of(name), SECONDS, AFTER, MOST):
        found |= {f"{body} at step {nap.step}": float(way) for body, way in zip(nap.names, nap.ways) if way > VISIBLE}
    return found


@pytest.mark.parametrize("name", SAMPLE)
def test_sleep_stops_no_visible_motion(name):
    assert not (stopped := hidden(name)), stopped


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in catalog.names() if name not in SAMPLE and not name.startswith(LEFT_OUT)])
def test_sleep_stops_no_visible_motion_in_any_scene(name):
    assert not (stopped := hidden(name)), stopped


def asleep_after(world: World) -> int:
    """Steps until all bodies sleep."""
    dynamic = np.array([body.type == "dynamic" for body in world.bodies])
    while world.time < PATIENCE:
        world.step()
        if world.asleep[dynamic].all():
            return world.step_count
    raise AssertionError(f"{(~world.asleep[dynamic]).sum()} bodies are awake after {PATIENCE} s")


@pytest.mark.parametrize("name", PILES)
def test_piles_fall_asleep_as_soon_as_they_are_slow(name):
    """No later than if only speed counted, with two looks at ways for chance."""
    assert asleep_after(world_of(name)) <= asleep_after(world_of(name, overrides=ANY_WAY)) + 2 * CHECK_EVERY


@pytest.mark.soak
def test_the_pit_of_boxes_falls_asleep_as_soon_as_it_is_slow():
    name = "benchmark/c_box_pit"
    assert asleep_after(world_of(name)) <= asleep_after(world_of(name, overrides=ANY_WAY)) + 2 * CHECK_EVERY
