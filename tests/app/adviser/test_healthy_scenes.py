"""Scenes of the catalog with their own settings: the adviser finds nothing wrong."""
from __future__ import annotations

import pytest

import scenes
from app.adviser.trial import advised

SECONDS = 7.0
HEALTHY = ("bounce_row", "dominoes_short", "thin_wall", "friction_radial", "slide_twist", "slope_friction", "dzhanibekov",
           "gyroscope", "ball_and_chain", "bridge", "cradle", "door", "joint_zoo", "springs", "belt", "drives", "drum",
           "marble_run", "overlap_recovery", "confined", "card_house", "corbel_arch", "stacking/heavy_on_light", "jenga",
           "mass_ratio", "sphere_tower", "tower", "welcome")


@pytest.mark.parametrize("name", HEALTHY)
def test_no_false_alarm(name):
    found = advised(scenes.load(name), (), SECONDS)
    assert not found, [(one.symptom.name, one.value, one.limit, one.cause and one.cause.name) for one in found]
