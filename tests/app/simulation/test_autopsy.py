"""An autopsy in the session: it is offered once, goes to the step where it burst, picks the row and says so."""
from __future__ import annotations

import numpy as np

from app.published.inside import row_of
from app.simulation.commands import AddVariant, ApplyImpulse, Autopsy, GoTo, SetSolver, decode, encode
from app.ui.toasts import Toasts
from tests.app.simulation.test_travel import opened, run_to, travel
from tests.support.fake_world import apply


def burst():
    """A tower that is hit from above and pushed apart by velocities; the step in which it bursts."""
    session = opened()
    for name, value in (("stabilization", "baumgarte"), ("substeps", 1), ("beta", 1.0)):
        apply(session, SetSolver(name, value))
    run_to(session, 20)
    top = session.variant.world.bodies[-1]
    apply(session, ApplyImpulse(top.uid, (0.0, 0.0, -20.0 * top.mass)))
    energies = []
    while session.step_count < 60:
        energies.append(session.variant.world.energy().total)
        session.advance()
    rises = [after > 1.05 * max(energies[1:k + 1], default=np.inf) for k, after in enumerate(energies[1:], 0)]
    return session, 20 + rises.index(True) + 1


def offers(session) -> list:
    return [notice for notice in session.published.status.notices if notice.control == "autopsy"]


def test_it_is_offered_once_with_its_key_and_finds_the_step_and_the_row():
    session, step = burst()
    session.publish()
    (offer,) = offers(session)
    assert f"step {step}:" in offer.text and offer.kind == "warning"
    toasts = Toasts()
    toasts.take([offer], 0.0, lambda control: {"autopsy": "Shift+X"}[control])
    assert toasts.current(0.0)[0].text.endswith("(Shift+X)")
    travel(session, Autopsy())
    assert session.paused and session.step_count == step and session.selection in session.variant.world.uids
    world = session.variant.world
    (key,) = session.inspector.pinned
    row = row_of(world.rows(), key)
    assert world.work().given[row] == world.work().given.max()
    said = session.publish().status.notices[-1]
    assert f"In step {step} energy leapt" in said.text and said.kind == "warning"


def test_a_burst_in_the_first_step_is_offered():
    session = opened()
    world = session.variant.world
    apply(session, SetSolver("stabilization", "baumgarte"))
    top = world.bodies[-1]
    top.position = tuple(map(float, world.bodies[-2].position + (0.2, 0.1, 0.1)))
    session.alarm.begin()
    session.advance()
    session.publish()
    assert "step 1:" in offers(session)[0].text


def test_nothing_burst():
    session = opened()
    run_to(session, 30)
    apply(session, ApplyImpulse(session.variant.world.bodies[-1].uid, (0.0, 0.0, 50.0)))
    run_to(session, 60)
    session.publish()
    assert not offers(session)
    travel(session, Autopsy())
    assert session.step_count == 60 and session.paused and not session.inspector.pinned
    assert "Nothing burst" in session.publish().status.notices[-1].text


def test_another_way_ends_the_search():
    session, _ = burst()
    apply(session, Autopsy())
    assert session.travel.under_way
    travel(session, GoTo(50))
    assert session.step_count == 50 and not session.inspector.pinned and not session.travel.under_way


def test_all_variants_go_there():
    session, _ = burst()
    apply(session, AddVariant())
    session.ready, session.paused = True, True
    run_to(session, 10)
    travel(session, Autopsy())
    assert {variant.world.step_count for variant in session.variants} == {session.step_count}


def test_without_a_history_it_says_so():
    session = opened(megabytes=0)
    run_to(session, 3)
    apply(session, Autopsy())
    assert not session.travel.under_way and "No steps are kept" in session.publish().status.notices[-1].text


def test_the_command_is_a_dictionary():
    assert decode(encode(Autopsy())) == Autopsy()


def test_a_joint_that_was_torn_for_a_while_is_found():
    """A ball falls into a net, whose cords stretch and come back."""
    session = opened("joints/net")
    run_to(session, 150)
    session.publish()
    (offer,) = offers(session)
    assert "A joint is torn" in offer.text
    travel(session, Autopsy())
    assert session.step_count <= session.alarm.torn and "was torn" in session.publish().status.notices[-1].text
