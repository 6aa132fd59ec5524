"""Sleepers in the app: dimmer, counted, coloured by island; and the switch that lets them sleep."""
from __future__ import annotations

import numpy as np

from app.draw.colors import body_colors, dimmed
from app.draw.frame_builder import colors_of
from app.draw.view_options import ViewOptions
from app.simulation.commands import Observe, ResetTuning, SetWorld
from app.simulation.publisher import Publisher
from physics import Box, Plane, World
from tests.support.fake_world import apply


def world_of_two_stacks() -> World:
    world = World(sleep=True)
    world.add_body(shape=Plane(), type="static")
    for k in range(4):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(5 * (k // 2), 0, 0.5 + k % 2), can_sleep=k > 1)
    for _ in range(60):
        world.step()
    return world


def test_sleepers_are_dimmer():
    view = Publisher(world_of_two_stacks()).view(None, (), Observe())
    assert view.asleep.tolist() == [False, False, False, True, True] and view.islands is None
    colors, plain = colors_of(view, ViewOptions()), body_colors(view.table.uids, view.table.types)
    assert np.array_equal(colors[:3], plain[:3]) and np.array_equal(colors[3:], dimmed(plain[3:]))
    assert (colors[3:, :3].mean(1) < 0.8 * plain[3:, :3].mean(1)).all() and (colors[:, 3] == plain[:, 3]).all()


def test_no_body_sleeps():
    world = world_of_two_stacks()
    world.sleep = False
    assert Publisher(world).view(None, (), Observe()).asleep is None


def test_one_colour_for_an_island():
    view = Publisher(world_of_two_stacks()).view(None, (), Observe(islands=True))
    assert view.islands.tolist() == [1, 2, 2, 4, 4]
    colors = colors_of(view, ViewOptions(islands=True))
    assert np.array_equal(colors[1], colors[2]) and np.array_equal(colors[3], colors[4]) and (colors[1] != colors[3]).any()
    assert (colors_of(view, ViewOptions())[1] != colors_of(view, ViewOptions())[2]).any()


def test_the_switch(session):
    apply(session, SetWorld("sleep", True))
    assert session.variants[0].world.sleep and session.variants[0].overridden == {"sleep": True}
    apply(session, ResetTuning())
    assert not session.variants[0].world.sleep
