"""Arrows of events in the picture: which are drawn, where they begin, where they point, how long they are."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.colors import ACTS, CHOSEN
from app.input.body_picking import Hit
from app.input.event_arrows import LONGEST, PIECES, drawn
from app.input.event_tool import PER_METRE, EventTool
from app.published.editing import EventCard
from tests.support.synthetic import BOX, DYNAMIC, GROUND, view_of_bodies

TURNED = (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5))                   # by 90 degrees about z
CAMERA = Camera((0, -10, 1), (0, 0, 1)).pose


@pytest.fixture
def view():
    """A turned box at (1, 2, 3) over the ground."""
    return view_of_bodies([GROUND, (BOX, DYNAMIC, (1, 2, 3), (0.5, 0.5, 0.5), TURNED)])


def event(view, word="apply_force", way=(0.0, 0.0, 2.0), **fields):
    """An event whose arrow is `way` [m]."""
    mass, kind = float(view.table.masses[1]), word.removeprefix("apply_")
    return EventCard(**({"number": 0, "at": 0.0, "lasts": 1.0, "word": word, "about": "", "body": "box", "uid": 2,
                         "vector": tuple(x * PER_METRE[kind] * mass for x in way)} | fields))


def of(view, *events, selected=None, tool=None):
    return drawn(tool or EventTool(), events, selected, (view, 1.0, CAMERA))


def ends(primitives):
    """Start and tip of the first arrow."""
    return primitives.segments[0].points[0, 0], primitives.fills[0].points[0, 0]


def test_a_force_begins_at_its_point_on_the_body(view):
    start, tip = ends(of(view, event(view, point=(0.5, 0.0, 0.0))))
    assert start == pytest.approx((1, 2.5, 3), abs=1e-5) and tip == pytest.approx((1, 2.5, 5), abs=1e-5)
    start, _ = ends(of(view, event(view)))
    assert start == pytest.approx((1, 2, 3), abs=1e-5)
    start, _ = ends(of(view, event(view, place=(7.0, 8.0, 9.0))))
    assert start == pytest.approx((7, 8, 9), abs=1e-5)


def test_those_that_act_now_and_the_selected_one_are_drawn(view):
    later = event(view, at=view.time + 5.0)
    assert of(view, later) == of(view) and not of(view, later).segments
    chosen, acts = of(view, later, selected=0), of(view, event(view))
    assert tuple(chosen.fills[0].colors[0]) == CHOSEN and tuple(acts.fills[0].colors[0]) == ACTS
    assert not of(view, event(view, at=view.time - 2.0)).segments                # it is over
    assert of(view, event(view, at=view.time - 0.1, lasts=0.0, word="apply_impulse")).segments   # for a moment that can be seen
    assert not of(view, event(view, at=view.time - 0.5, lasts=0.0, word="apply_impulse")).segments
    assert not of(view, EventCard(0, 0.0, 9.0, "set", "set x", ""), selected=0).segments
    assert not of(view, event(view, uid=77), selected=0).segments


def test_a_long_arrow_is_shortened(view):
    start, tip = ends(of(view, event(view, way=(0.0, 0.0, 100.0))))
    assert np.linalg.norm(tip - start) == pytest.approx(LONGEST * np.linalg.norm(start - np.array((0, -10, 1))), rel=1e-4)


def test_a_torque_has_a_ring_in_the_sense_of_its_turn(view):
    """The ring goes round the axis against the clock, seen from the tip."""
    primitives = of(view, event(view, "apply_torque", way=(0.0, 0.0, 1.0)))
    ring = primitives.segments[1].points
    assert len(ring) == PIECES and np.allclose(ring[..., 2], 3.5, atol=1e-5)
    arms = ring[:, 0] - np.array((1, 2, 3.5))
    turned = np.cross(arms, ring[:, 1] - ring[:, 0])
    assert (turned[:, 2] > 0).all()
    tip = primitives.fills[1].points[0, 0]
    assert np.cross(ring[-1, 1] - np.array((1, 2, 3.5)), tip - ring[-1, 1])[2] > 0


def test_the_one_that_is_drawn_is_as_long_as_it_is(view):
    tool = EventTool()
    tool.begin()
    hit = Hit(2, 1, np.array((1, 1.5, 3)), 5.0, np.array((-0.5, 0.0, 0.0)), True)
    assert tool.press(hit, view)
    tool.move(np.array((1, 1.5, 50)), False, view)
    start, tip = ends(of(view, tool=tool))
    assert start == pytest.approx((1, 1.5, 3), abs=1e-5) and tip == pytest.approx((1, 1.5, 50), abs=1e-4)
    mass = float(view.table.masses[1])
    assert tool.vector(view) == pytest.approx((0, 0, float(f"{47 * PER_METRE['force'] * mass:.3g}")), rel=1e-9, abs=1e-4)
