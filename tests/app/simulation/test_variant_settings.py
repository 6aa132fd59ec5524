"""Settings of variants from text: of the command line, of scripts."""
from __future__ import annotations

import pytest

from app.published.tuning import Tuning
from app.simulation.commands import AddVariant, LoadScene, ResetTuning, UseSettings
from app.simulation.session import Session
from app.simulation.variant_settings import changes_of
from app.window.open_options import OpenOptions, opening
from physics.definitions.settings import PRESETS, SolverSettings
from physics.definitions.tunable import SettingError
from tests.support.fake_world import FakeSource, apply


def test_settings_are_those_of_the_command_line():
    asked = "solver.iterations=20", "world.gravity=[0,0,-1]", "world.sleep=true"
    changes = changes_of(asked, Tuning(solver=SolverSettings(beta=0.4)))
    assert changes == {"solver": SolverSettings(beta=0.4, iterations=20), "gravity": (0.0, 0.0, -1.0), "sleep": True}
    assert changes_of(("preset=ngs", "solver.substeps=2"), Tuning(solver=SolverSettings(beta=0.4)))["solver"] \
        == PRESETS["ngs"].replace(substeps=2)


@pytest.mark.parametrize("text, told", (
    ("solver.iterashuns=3", "solver.iterations"), ("solver.iterations=many", "iterations"), ("solver.beta=7", "beta"),
    ("world.dt=0.01", "impulse compare"), ("nonsense", "nonsense")))
def test_what_cannot_be_is_told(text, told):
    with pytest.raises(SettingError, match=told):
        changes_of((text,), Tuning())


def test_the_variants_of_the_command_line_are_opened_side_by_side():
    session = Session(FakeSource())
    options = OpenOptions("one", variants=(("solver.iterations=7",), (), ("preset=classic", "world.sleep=true")))
    commands = opening(options)
    one_more = [AddVariant, ResetTuning, UseSettings]
    assert [type(command) for command in commands] == [LoadScene, UseSettings, *one_more, *one_more]
    apply(session, *commands)
    wanted = [SolverSettings(iterations=7), SolverSettings(), PRESETS["classic"]]
    assert [variant.world.solver for variant in session.variants] == wanted
    assert [variant.world.sleep for variant in session.variants] == [False, False, True] and session.status().fault is None


def test_a_window_without_variants_opens_the_scene_alone():
    assert opening(OpenOptions("one")) == [LoadScene("one")]
