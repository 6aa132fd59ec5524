"""`impulse scenes`: lists what can be opened."""
from __future__ import annotations

import json

from scenes import catalog


def test_every_scene_is_listed(impulse):
    outcome = impulse("scenes")
    assert outcome.code == 0
    for entry in catalog.entries():
        assert entry.name in outcome.out and entry.category in outcome.out


def test_json(impulse):
    found = json.loads(impulse("scenes", "--json").out)
    assert [row["id"] for row in found] == [e.id for e in catalog.entries()]
    assert set(found[0]) == {"id", "category", "name", "title", "about", "path"}
    assert all(row["title"] and row["about"] for row in found)


def test_words_narrow_it_down(impulse):
    found = json.loads(impulse("scenes", "pyramid", "--json").out)
    assert {"pyramid_2d", "pyramid_3d"} <= {row["name"] for row in found}
    assert len(found) < len(catalog.entries())


def test_each_category_has_one_heading(impulse):
    lines = impulse("scenes", "pyramid").out.splitlines()
    headings = [line.strip() for line in lines if line and not line.startswith(" ")]
    assert len(headings) > 1 and len(headings) == len(set(headings))


def test_nothing_found_is_said(impulse):
    outcome = impulse("scenes", "qqqqzzzz")
    assert (outcome.code, outcome.out) == (0, "no scene matches 'qqqqzzzz'\n")
