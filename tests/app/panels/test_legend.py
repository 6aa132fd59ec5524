"""The legend: a row for each overlay with its own colour."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.colors import ERROR_COLORS, ISLAND_COLORS
from app.draw.view_options import OVERLAYS, in_force, parts_of, placements
from app.panels.legend import rows_of
from app.panels.stack import window_settings
from tests.support.joint_views import zoo
from tests.support.synthetic import pyramid

SETTINGS = window_settings()
COLORED = [name for name, (_, place) in placements(SETTINGS).items() if place.colors]


def everything():
    """A view with all parts."""
    view = pyramid(3, 20)
    count = len(view.table.uids)
    return dataclasses.replace(view, aabbs=np.zeros((count, 2, 3), np.float32), islands=view.table.uids,
                               joints=zoo()["hinge_limits"].joints)


def shown(**settings):
    """Texts and colours of the legend with only these settings on."""
    off = {name: False for name in COLORED}
    return {row.text: row.colors for row in rows_of(everything(), SETTINGS(**(off | settings)), str)}


def test_nothing_on_no_rows():
    assert shown() == {}


@pytest.mark.parametrize("name", [name for name in COLORED if name != "joint_errors"])
def test_each_overlay_with_a_colour_has_its_row(name):
    about, place = placements(SETTINGS)[name]
    assert shown(**{name: True})[about.label] == place.colors


def test_islands_and_errors_show_all_their_colours():
    assert shown(islands=True) == {"Islands": ISLAND_COLORS}
    rows = shown(joints=True, joint_errors=True)
    assert rows["Joint errors, 1 mm to 0.1 m"] == ERROR_COLORS and "limits" not in rows
    assert "limits" in shown(joints=True)


def test_errors_of_joints_that_are_not_shown_have_no_row():
    assert shown(joint_errors=True) == {}


def test_a_row_waits_for_a_view_that_carries_it():
    bare = dataclasses.replace(everything(), aabbs=None)
    assert [row.text for row in rows_of(bare, SETTINGS(aabbs=True, joints=False), str)] == []


def test_what_views_carry_follows_from_what_is_shown():
    off = {name: False for name, (_, place) in placements(SETTINGS).items() if place.needs}
    assert not any(dataclasses.astuple(parts_of(SETTINGS(**off))))
    for name in off:
        settings = SETTINGS(**(off | {name: True, "joints": name in ("joints", "joint_errors")}))
        needs = placements(SETTINGS)[name][1].needs
        assert in_force(settings, name) and all(getattr(parts_of(settings), part) for part in needs), name
    assert not parts_of(SETTINGS(**(off | {"metrics": True, "panels": False}))).joints


def test_the_panel_has_a_switch_for_each_overlay_and_the_rest_in_sections(bench):
    widgets = bench.frame()
    overlays = [name for name, (_, place) in placements(SETTINGS).items() if place.group == OVERLAYS]
    assert len(overlays) == 8 and {f"field:{name}" for name in overlays} <= set(widgets)
    bench.click("section:View")
    bench.click("section:Joints")
    widgets = bench.frame(4)
    assert {"field:grid", "field:quality", "field:geometric_stiffness"} <= set(widgets)
