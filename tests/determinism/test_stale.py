"""A step reads nothing that stood in blocks of constraints before it filled them."""
from __future__ import annotations

import numpy as np
import pytest

import physics.step
import scenes
from scenes.catalog import find
from tests.support.by_stages import by_stages

STEPS = 80


def hash_of(name: str) -> str:
    """State hash of a scene after some steps, taken stage by stage."""
    world = scenes.build(scenes.load(find(name).path))
    with by_stages():
        world.step(STEPS)
    return world.state_hash()


@pytest.mark.parametrize("name", ["benchmark/c_box_pit", "collision/bounce_row", "machines/belt", "friction/slide_twist",
                                  "friction/two_heaps"])
def test_what_stood_in_blocks_is_forgotten(name, monkeypatch):
    """Filled with what is no number after they were laid out, the same bits come out."""
    clean, color_stage = hash_of(name), physics.step.color_stage

    def poisoned(world):
        color_stage(world)
        contacts = world._contacts.contacts
        for array in (contacts.data, contacts.drive, contacts.centre, contacts.bounce):
            array[:] = np.nan
        contacts.bounces[:] = 1

    monkeypatch.setattr(physics.step, "color_stage", poisoned)
    assert hash_of(name) == clean
