"""The legend: a row for each overlay with its own colour."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from imgui_bundle import imgui

from app.draw.camera import Camera
from app.draw.colors import ERROR_COLORS, ISLAND_COLORS, in_theme
from app.draw.contact_marks import LONGER, longest_arrow, metres, scale_of, taken
from app.draw.frame import Count
from app.draw.frame_builder import frame_of
from app.draw.joints.overlay import error_colors
from app.draw.view_setting import OVERLAYS, in_force, parts_of, placements
from app.panels.legend import Row, count_rows, fitting, rows_of
from app.panels.scene_text import above
from app.panels.stack import window_settings
from app.published.view import ContactDetails
from physics.joints import Hinge
from tests.support.fake_world import BALL
from tests.support.joint_views import zoo
from tests.support.synthetic import pyramid

SETTINGS = window_settings()
COLORED = [name for name, (_, place) in placements(SETTINGS).items() if place.colors]


def everything():
    """A view with all parts."""
    view = pyramid(3, 20)
    count = len(view.table.uids)
    return dataclasses.replace(view, aabbs=np.zeros((count, 2, 3), np.float32), islands=view.table.uids,
                               joints=zoo()["hinge_limits"].joints, costs=np.arange(count),
                               fat_aabbs=np.zeros((count, 2, 3), np.float32), trails=np.zeros((2, count, 3), np.float32),
                               contact_details=details_of(len(view.contacts.positions)))


def details_of(count):
    """Details of contact points, in all three states."""
    return ContactDetails(np.full(count, 0.5, np.float32), (np.arange(count) % 3).astype(np.uint8), np.arange(count) % 2)


def shown(**settings):
    """Texts and colours of the legend with only these settings on."""
    off = {name: False for name in COLORED}
    return {row.text: row.colors for row in rows_of(everything(), SETTINGS(**(off | settings)), str, Camera().pose)}


def test_nothing_on_no_rows():
    assert shown() == {}


@pytest.mark.parametrize("name", [name for name in COLORED if name != "joint_errors"])
def test_each_overlay_with_a_colour_has_its_row(name):
    about, place = placements(SETTINGS)[name]
    assert shown(**{name: True})[place.legend or about.label] == place.colors


def test_islands_and_errors_show_all_their_colours():
    assert shown(islands=True) == {"Islands": ISLAND_COLORS}
    rows = shown(joints=True, joint_errors=True)
    assert rows["Joint errors, mm or mrad"] == ERROR_COLORS and "limits" not in rows
    assert "limits" in shown(joints=True)


def test_errors_have_a_scale_of_their_own(bench):
    """A bar with the colours and numbers between which joints are coloured."""
    settings = SETTINGS(joint_errors=True, contacts=True)
    ticks = {row.text: row.ticks for row in rows_of(everything(), settings, str, Camera().pose)}
    assert ticks["Joint errors, mm or mrad"] == ("1", "10", "100") and ticks["Contact points"] == ()
    for theme in ("dark", "light"):
        for tick, color in zip(ticks["Joint errors, mm or mrad"], ERROR_COLORS):
            gap, tilt = np.array([float(tick) * 1e-3]), np.array([np.nan])
            seen = [error_colors(*errors, theme)[0].tolist() for errors in ((gap, tilt), (tilt, gap))]
            assert seen == 2 * [list(in_theme(color, theme))]
    world = bench.session.variant.world
    world.add_joint(Hinge(a=None, b=world.body(BALL), anchor=(0, 0, 0), axis=(0, 0, 1)))
    bench.state.change(joint_errors=True)
    assert "legend:scale" in bench.frame(3)


def test_the_scale_of_impulses_is_a_round_number_with_its_unit():
    contacts = dataclasses.replace(everything().contacts, normal_impulses=np.linspace(0, 37, 6, dtype=np.float32))
    view = dataclasses.replace(everything(), contacts=contacts)
    camera = Camera((0, -20, 5), (0, 0, 0))
    _, row = rows_of(view, SETTINGS(impulses=True, joints=False), str, camera.pose)
    assert row.text == "an arrow of 1 m: 50.0 N s"
    frame = frame_of(view, 1.0, camera.pose, SETTINGS(impulses=True, joints=False))
    tips = frame.fills[0].points[:, 0]
    assert tips[-1] == pytest.approx(contacts.positions[-1] + (0, 0, 37 / 50), abs=1e-5)
    assert rows_of(view, SETTINGS(joints=False), str, camera.pose) == []


def test_one_heavy_body_does_not_set_the_scale_of_impulses():
    """Of 40 contacts the scale is that of the most; the one a hundred times as large is cut, which the legend says."""
    impulses = np.full(40, 10, np.float32)
    impulses[7] = 1000
    details = everything().contacts
    rows = np.zeros(40, int)
    contacts = dataclasses.replace(taken(details, rows), normal_impulses=impulses, tangent_impulses=np.zeros((40, 3), np.float32))
    camera, settings = Camera((0, -20, 5), (0, 0, 0)).pose, SETTINGS(impulses=True, joints=False)
    view = dataclasses.replace(everything(), contacts=contacts)
    most, scale = longest_arrow(view, camera), scale_of(view, settings, camera)
    assert 0.4 * most < 10 / scale <= most
    lengths = metres(contacts, view, settings, camera)[:, 0] * impulses
    assert lengths == pytest.approx(np.where(impulses > 10, LONGER * most, 10 / scale), rel=1e-5)
    assert any(", cut at " in row.text for row in rows_of(view, settings, str, camera))
    fixed = SETTINGS(impulses=True, joints=False, impulse_scale=100.0)
    assert metres(contacts, view, fixed, camera) == pytest.approx(0.01)
    assert not any("cut" in row.text for row in rows_of(view, fixed, str, camera))


def test_what_depends_on_the_view_stands_below_its_overlay():
    settings = SETTINGS(contact_states=True, impulses=True, contacts=True, joints=False)
    rows = [(row.text.partition(":")[0], row.keys) for row in rows_of(everything(), settings, lambda name: name, Camera().pose)]
    assert rows == [("Contact points", "contacts"), ("Contact impulses", "impulses"), ("an arrow of 1 m", ""),
                    ("Contact states", "contact_states"), ("open", ""), ("sticking", ""), ("sliding", "")]


def test_a_text_in_the_scene_keeps_off_the_legend():
    legend = (700.0, 264.0, 930.0, 300.0)
    assert above(legend, (600.0, 236.0, 866.0, 268.0)) + 32 < 264
    assert above(legend, (400.0, 236.0, 690.0, 268.0)) == above(None, (600.0, 236.0, 866.0, 268.0)) == 236


def test_errors_of_joints_that_are_not_shown_have_no_row():
    assert shown(joint_errors=True) == {}


def test_a_row_waits_for_a_view_that_carries_it():
    bare = dataclasses.replace(everything(), aabbs=None)
    assert [row.text for row in rows_of(bare, SETTINGS(aabbs=True, joints=False), str, Camera().pose)] == []


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


def test_the_legend_stands_under_the_statistics_where_it_has_room(bench):
    bench.state.change(contacts=True, aabbs=True)
    bench.obey()
    for size, beside in (((1280, 900), True), ((640, 480), False)):
        bench.state.size = size
        widgets = bench.frame(4)
        left, top, right, bottom = widgets["window:legend"]
        if beside:
            assert left == widgets["window:statistics"][0] and top > widgets["window:statistics"][3]
            assert right <= widgets["window:statistics"][2] + 1
        else:
            assert right <= widgets["window:panel"][0] and bottom < size[1]
    bench.state.size, bench.session.selection = (1280, 900), BALL
    widgets = bench.frame(4)
    assert widgets["window:legend"][0] > widgets["window:statistics"][2], "the card of the selection is there"


def test_a_legend_without_room_for_all_its_rows_says_how_many_are_left_out(bench):
    rows = [Row(((1, 2, 3, 255),), f"row {number}", "") for number in range(40)]
    line = imgui.get_text_line_height_with_spacing()
    assert fitting(rows, 41 * line, 1.0) == rows
    some = fitting(rows, 10.5 * line, 1.0)
    assert [row.text for row in some[:-1]] == [f"row {number}" for number in range(9)]
    assert some[-1].text == "and 31 more, in a larger window"


def test_a_legend_stays_below_the_toolbar(bench):
    bench.state.size = (1280, 720)
    bench.session.paused = True
    bench.state.change(inside_step=True, metric_plots=True, time_line=True,
                       **{name: True for name, (about, place) in placements(type(bench.state.settings)).items()
                          if place.colors and about.kind == "switch"})
    bench.frame(4)
    left, top, right, bottom = bench.state.widgets["window:legend"]
    assert top >= bench.state.widgets["window:toolbar"][3] and bottom <= bench.state.widgets["window:inside"][1]


def test_it_says_how_many_marks_are_drawn_of_how_many():
    rows = count_rows((Count("bodies", 103, 1000), Count("contact arrows", 61, 4625)))
    assert [row.text for row in rows] == ["103 of 1,000 bodies: in front", "61 of 4,625 contact arrows: in front"]
