"""A few letters find the right entry."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.panels.widgets.fuzzy import ranked, score

SCENES = ["pyramid_2d", "pyramid_3d", "mass_ratio", "card_house", "corbel_arch", "heavy_on_light", "overlap_recovery", "tower"]


@pytest.mark.parametrize(("typed", "best"), [
    ("p2d", "pyramid_2d"), ("mr", "mass_ratio"), ("house", "card_house"), ("arch", "corbel_arch"),
    ("hol", "heavy_on_light"), ("over rec", "overlap_recovery"), ("TOWER", "tower")])
def test_the_best_fit_is_first(typed, best):
    assert ranked(typed, SCENES, str)[0] == best


def test_what_does_not_fit_is_left_out():
    assert ranked("zzz", SCENES, str) == []
    assert score("abc", "acb") is None


def test_nothing_typed_keeps_the_order():
    assert ranked("  ", SCENES, str) == SCENES


@given(st.text(max_size=8), st.text(max_size=30))
def test_a_text_always_fits_itself(typed, rest):
    assert score(typed, typed + rest) is not None
