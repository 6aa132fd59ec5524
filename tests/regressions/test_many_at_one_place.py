"""Many bodies at one place.

Seen: a step of 1,000 boxes at one point took 35 s and 4.7 GB; 3,000 spheres ended in a MemoryError of numpy, by exit code 70.
Expected: a step that needs more memory than it may use is refused, by the place and the bodies, before the memory is taken, and
the world is as before.  Why: pairs of n bodies in one place grow with n^2, each contact beyond 62 of a body takes a block of
sixteen, and nothing counted either.
"""
from __future__ import annotations

import pytest

from app.headless.errors import BAD_INPUT, explain
from physics import Box, Capsule, Plane, SettingError, Sphere, World
from physics.collision.broad_phase.pair_search import TooManyPairs
from tests.app.cli.conftest import impulse as impulse                       # a fixture

SHAPES = {"box": Box(half=(0.2, 0.2, 0.2)), "sphere": Sphere(radius=0.2), "capsule": Capsule(radius=0.2, half_length=0.1)}
SCENE = """
format: 1
title: Many at one place
run: 1
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
generate:
  - grid: {name: dust, count: [250, 1, 1], spacing: [0, 1, 1], shape: {sphere: {radius: 0.2}}, position: [1, 2, 3]}
"""


def made(**settings) -> World:
    """A floor with a box that slides."""
    world = World(sleep=False, **settings)
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(9, 0, 0.499), velocity=(1, 0, 0))
    world.step(20)
    return world


def seen(world: World) -> tuple:
    return world.state_hash(), world.step_count, world.time, world.contact_count, str(world.contacts), world.energy(), world.note


@pytest.mark.parametrize("kind, number, memory", [("box", 1000, 1.0), ("sphere", 3000, 1.0), ("capsule", 200, 0.05),
                                                  ("box", 130, 0.01), ("sphere", 130, 0.004)])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_step_is_refused_and_the_world_as_before(kind, number, memory, threads):
    world = made(pair_memory=memory, threads=threads)
    crowd = [world.add_body(shape=SHAPES[kind], position=(1, 2, 3), name=f"{kind} {k}") for k in range(number)]
    before = seen(world)
    for _ in range(2):
        with pytest.raises(SettingError) as caught:
            world.step()
        assert seen(world) == before
    said = str(caught.value)
    assert caught.value.name == "pair_memory" and f"{memory:g} GB" in said
    assert f"{number:,} bodies lie in one place, about (1, 2, 3): {kind} 0, {kind} 1" in said
    for body in crowd:
        world.remove(body)
    plain = made(pair_memory=memory)
    world.step(10), plain.step(10)
    assert world.state_hash() == plain.state_hash()


def test_more_memory_is_a_setting():
    world = made(pair_memory=0.01)
    for k in range(130):
        world.add_body(shape=SHAPES["box"], position=(1, 2, 3))
    with pytest.raises(TooManyPairs):
        world.step()
    world.pair_memory = 1.0
    world.step()
    assert world.step_count == 21
    for wrong in (0, -1, float("nan"), "much", 1e9):
        with pytest.raises(SettingError, match="pair_memory"):
            world.pair_memory = wrong


def test_the_environment_sets_it(monkeypatch):
    monkeypatch.setenv("IMPULSE_PAIR_MEMORY", "2.5")
    assert World().pair_memory == 2.5 and World(pair_memory=3).pair_memory == 3
    monkeypatch.setenv("IMPULSE_PAIR_MEMORY", "all")
    with pytest.raises(SettingError, match="IMPULSE_PAIR_MEMORY: 'all' is no number of GB"):
        World()


def test_the_command_line_ends_with_2(tmp_path, monkeypatch, impulse):
    monkeypatch.setenv("IMPULSE_PAIR_MEMORY", "0.01")
    (tmp_path / "many.yaml").write_text(SCENE)
    outcome = impulse("run", tmp_path / "many.yaml")
    assert outcome.code == BAD_INPUT and "250 bodies lie in one place" in outcome.err and outcome.err.count("\n") == 1


def test_an_error_of_memory_is_one_of_the_input():
    assert explain(TooManyPairs("too many", 3))[1] == BAD_INPUT
