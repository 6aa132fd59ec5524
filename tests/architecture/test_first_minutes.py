"""The README's first five minutes are true: scenes, keys and settings exist under these names, and what is promised happens."""
from __future__ import annotations

import re

import pytest

from app.panels.inside.dock import TABS
from app.panels.scene_picker import found_in
from app.panels.stack import window_settings
from app.panels.widgets.fuzzy import ranked
from app.ui.controls import controls_of
from physics.definitions.settings import PRESET_LIST, SolverSettings
from physics.definitions.tunable import tunables
from scenes import Runner, build, catalog, load
from tests.architecture.sources import ROOT

RECOVERED = 0.02          # [m] overlap from which the boxes count as apart
SECONDS, RESTED = 6.0, 8.0  # how long boxes that burst are looked at, and others: until their swaying has died away [s]


@pytest.fixture(scope="module")
def steps():
    """The text of each step, by number."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.partition("## The first five minutes")[2].partition("\n## ")[0].partition("\n`F1`")[0]
    found = re.split(r"^(\d)\. ", section, flags=re.MULTILINE)[1:]
    return {int(number): " ".join(step.split()) for number, step in zip(found[::2], found[1::2], strict=True)}


def taken(name, seconds, *overrides):
    """Steps a scene; its world, the first time of little overlap [s], the largest speed [m/s], and that of the last second."""
    document = load(name)
    world = build(document, overrides=[f"solver.{override}" for override in overrides])
    apart, speeds = seconds, []
    for _ in Runner(document, world).each_step(round(seconds / world.dt)):
        speeds.append(max(float((world.body(uid).velocity ** 2).sum()) ** 0.5 for uid in world.uids))
        if apart == seconds and world.max_penetration() < RECOVERED:
            apart = world.time
    return world, apart, max(speeds), max(speeds[-round(1 / world.dt):])


def test_there_are_seven_steps(steps):
    assert sorted(steps) == list(range(1, 8))


def test_scenes_keys_and_settings_have_these_names(steps):
    text = " ".join(steps.values())
    quoted = set(re.findall(r"`([^`]+)`", text))
    controls = controls_of(window_settings())
    scenes = {entry.id.partition("/")[2] for entry in catalog.entries()}
    choices = {choice for about in tunables(SolverSettings).values() for choice in about.choices or ()}
    others = {"overlap", "hinge", "impulse warmup", "python -m tests.support.editor_film docs/images/editor.webp",
              "impulse open overlap_recovery --set solver.stabilization=baumgarte --set solver.substeps=1"}
    assert quoted <= set(controls.by_chord) | scenes | choices | others
    labels = {about.label for kind in (SolverSettings, window_settings()) for about in tunables(kind).values()}
    labels |= {preset.title for preset in PRESET_LIST} | {title for title, _, _ in TABS}
    assert set(re.findall(r"\*([A-Z][^*]+)\*", text.replace("**", ""))) <= labels | {"Finish", "Cancel"}


def test_the_knob_answers_in_the_scene_that_the_third_step_opens(steps):
    """In the opening scene all is asleep: no value of beta would change anything."""
    assert "`overlap`" in steps[3] and "`R`" in steps[3]
    entries = catalog.entries()
    assert ranked("overlap", entries, found_in)[0].id == "robustness/overlap_recovery"
    slow, common, wild = (taken("overlap_recovery", seconds, "stabilization=baumgarte", "substeps=1", f"beta={beta}")
                          for beta, seconds in ((0.05, RESTED), (0.2, RESTED), (0.8, SECONDS)))
    assert 0.7 < slow[1] < 1.3 and slow[2] < 3 and slow[3] < 0.01, "at 0.05 they part within a second and rest"
    assert common[1] < slow[1] / 4 and common[2] > 2 * slow[2] and common[3] < 0.01, "at 0.2 faster, with a hop"
    assert wild[2] > 20 and wild[3] > 5, "at 0.8 they burst apart"


def test_the_heavy_loads_stand_and_break_the_classic_solver_without_warm_start(steps):
    assert "`mass_ratio`" in steps[5] and "`R`" in steps[5] and "*Warm start*" in steps[5]
    for overrides, stand in (((), True), (("preset=classic",), True), (("preset=classic", "warm_start=0"), False)):
        world = taken("mass_ratio", 4.0, *overrides)[0]
        lowest = min(float(world.body(uid).position[2]) for uid in world.uids if world.body(uid).name.startswith("load"))
        assert (lowest > 9) == stand
