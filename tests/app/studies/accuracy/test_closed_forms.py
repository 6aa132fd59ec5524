"""The catalogue of closed forms: what each record says, that every file of the folder is found, and wrong names."""
from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from app.headless.errors import InputError
from app.studies.accuracy import forms
from app.studies.accuracy.closed_form import Trial, catalogue, chosen
from app.studies.accuracy.elliptic import complete_integral
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import NONE, Setup, about, ball, box


@pytest.fixture(scope="module")
def trials() -> dict[str, Trial]:
    return {name: form.trial() for name, form in catalogue().items()}


def test_every_file_is_a_topic():
    files = {path.stem for path in Path(forms.__file__).parent.glob("[a-z]*.py")}
    assert {form.topic for form in catalogue().values()} == files


def test_every_record_is_whole(trials):
    """Each says what, why and in which unit, and expects a number with a tolerance; joints and pushes name bodies in it."""
    assert len(catalogue()) > 150
    for form in catalogue().values():
        trial = trials[form.id]
        assert form.title and form.formula and form.source and form.unit, form.id
        assert math.isfinite(trial.expected) and 0 <= trial.tolerance < math.inf, form.id
        assert trial.tolerance > 0 or float(trial.expected).is_integer(), form.id
        for setup in trial.setups:
            names = {body.name for body in setup.bodies}
            assert len(names) == len(setup.bodies), form.id
            assert {side for joint in setup.joints for side in (joint.a, joint.b)} <= {None, *names}, form.id
            assert {push.body for push in setup.pushes} <= names and setup.steps >= 1, form.id


def test_ids_topics_and_patterns():
    assert [form.id for form in chosen(["clock-hand"])] == ["clock-hand"]
    assert {form.topic for form in chosen(["seams"])} == {"seams"}
    assert [form.id for form in chosen(["track-0.5", "track-*"])][:3] == ["track-0.5", "track-1", "track-2"]
    assert len(chosen([])) == len(catalogue())


@pytest.mark.parametrize(("word", "near"), [("clok-hand", "clock-hand"), ("seem", "seams"), ("track-7", "track-")])
def test_a_wrong_name_has_a_nearest_one(word, near):
    with pytest.raises(InputError) as error:
        chosen([word])
    assert near in str(error.value) and "topics are" in str(error.value)


def test_series_have_their_numbers():
    hop = catalogue()["track-hop-0.5"]
    assert hop.family == "track-hop-*" and "0.5, 1, 2" in hop.series and "0.5 m/s" in hop.title


def test_the_complete_integral():
    """K(0) = pi / 2, and K(sin 45) of Abramowitz and Stegun."""
    assert complete_integral(0) == pytest.approx(math.pi / 2)
    assert complete_integral(math.sqrt(0.5)) == pytest.approx(1.8540746773013719, rel=1e-14)


@pytest.fixture
def motion() -> Motion:
    """A bar that turns about z by a radian a second, and a stone on a sine of a period of 2 s."""
    setup = Setup((box("bar", (0.3, 0.2, 0.1), NONE), ball("stone", 0.1, NONE)), 6.0)
    time = np.arange(361) / 60
    states = np.zeros((361, 2, 13))
    states[:, 0, 3:7] = [about((0, 0, 1), t) for t in time]
    states[:, 0, 12] = 1
    states[:, 1, 0], states[:, 1, 6] = np.sin(np.pi * time), 1
    return Motion(setup, time, states)


def test_motions_are_measured(motion):
    assert motion.angle("bar", (0, 0, 1))[-1] == pytest.approx(6)
    assert motion.tilt("bar", (1, 0, 0))[60] == pytest.approx(1)
    assert motion.point("bar", (0.3, 0, 0))[60] == pytest.approx((0.3 * math.cos(1), 0.3 * math.sin(1), 0))
    assert motion.slope(motion.angle("bar", (0, 0, 1)), 1.0) == pytest.approx(1)
    assert motion.angular_momentum("bar")[-1] == pytest.approx((0, 0, (0.09 + 0.04) / 3))
    assert motion.energy(["bar"])[-1] == pytest.approx(0.13 / 6)
    x = motion.position("stone")[:, 0]
    assert motion.period(x) == pytest.approx(2) and motion.when(x, 0.5) == pytest.approx(1 / 6, abs=1e-4)
    assert motion.at(x, 0.5) == pytest.approx(1)
    assert math.isnan(motion.period(x, 2)) and math.isnan(motion.when(x, 2))


def test_a_motion_that_burst_is_no_number(motion):
    trial = Trial(1.0, motion.setup, lambda m: 1.0)
    assert trial.holds(trial.observed([motion]))
    motion.states[-1, 0, 0] = math.nan
    assert math.isnan(trial.observed([motion])) and not trial.holds(math.nan)


def test_an_observation_that_finds_nothing_is_no_number(motion):
    """A peak that never came, a cosine above 1: the study goes on."""
    for observe in (lambda m: m.time[10_000], lambda m: math.acos(1.5), lambda m: m.slope(m.time, 100.0)):
        assert math.isnan(Trial(1.0, motion.setup, observe).observed([motion]))
