"""A few letters find the right entry."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.panels.widgets.fuzzy import HELP, SCATTERED, WORDS, Found, ranked, rated, score

SCENES = ["pyramid_2d", "pyramid_3d", "mass_ratio", "card_house", "corbel_arch", "heavy_on_light", "overlap_recovery", "tower"]


@pytest.mark.parametrize(("typed", "best"), [
    ("p2d", "pyramid_2d"), ("mr", "mass_ratio"), ("house", "card_house"), ("arch", "corbel_arch"),
    ("hol", "heavy_on_light"), ("over rec", "overlap_recovery"), ("TOWER", "tower")])
def test_the_best_fit_is_first(typed, best):
    assert ranked(typed, SCENES, Found)[0] == best


def test_what_does_not_fit_is_left_out():
    assert ranked("zzz", SCENES, Found) == []
    assert score("abc", "acb") is None


def test_nothing_typed_keeps_the_order():
    assert ranked("  ", SCENES, Found) == SCENES


@given(st.text(max_size=8), st.text(max_size=30))
def test_a_text_always_fits_itself(typed, rest):
    assert score(typed, typed + rest) is not None


ITEMS = [Found("Restart the scene", "Rewind to time 0"), Found("Wind", "A breeze"),
         Found("Order of everything, however it is drawn"), Found("Rewinding a film"), Found("Rewired", "")]


def test_words_of_the_help_are_found_after_titles_and_before_scattered_letters():
    found = rated("rewin", ITEMS, lambda item: item)
    assert [(quality, item.title) for quality, item in found][:2] == [(WORDS, "Rewinding a film"), (HELP, "Restart the scene")]
    assert all(quality == SCATTERED for quality, _ in found[2:])
    assert ranked("scene time", ITEMS, lambda item: item)[0] is ITEMS[0], "words of both together"


def test_what_comes_last_comes_after_equal_matches():
    items = [Found("Pyramid", last=True), Found("Square pyramid of boxes"), Found("Tower")]
    assert [item.title for item in ranked("pyramid", items, lambda item: item)] == ["Square pyramid of boxes", "Pyramid"]
