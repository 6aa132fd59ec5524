"""Definitions of bodies are compared by their values."""
from __future__ import annotations

import dataclasses

import pytest

from physics import BodyDefinition, Box, History, World


def a_box(**values) -> BodyDefinition:
    return BodyDefinition(shape=Box(half=(0.5, 0.5, 0.5)), **values)


def test_two_of_the_same_values_are_equal():
    assert a_box() == a_box() == dataclasses.replace(a_box()) and a_box(velocity=(1, 0, 0)) == a_box(velocity=[1.0, 0.0, 0.0])
    assert a_box() != "a box" and a_box() is not None


@pytest.mark.parametrize("other", [{"name": "chest"}, {"position": (0, 0, 1)}, {"rotation": (0, 0, 1, 0)}, {"mass": 2.0},
                                   {"surface_spin": (0, 0, 1)}, {"shape": Box(half=(0.5, 0.5, 0.6))}],
                         ids=lambda one: next(iter(one)))
def test_any_other_value_makes_them_differ(other):
    assert a_box() != dataclasses.replace(a_box(), **other)


def test_a_history_goes_on_after_a_body_is_renamed():
    """A keyframe is compared with that before it; under Python 3.13 the name alone was enough for an error of numpy."""
    world = World()
    body = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 2))
    history = History(world)
    world.step(3)
    body.rename("chest")
    world.step(100)                                  # keyframes are tens of steps apart at most
    history.at(50)
    assert body.name == "chest"
