"""Time steps and frequencies next to 0, and runs of more steps than can be counted.

Seen: `World(dt=1e-40)` with a joint, and `joint_hertz` of 1e-300 with a hinge that has stops, made NaN without a word; 5e-324 was
a ZeroDivisionError.  `world: {dt: 1e-9}` with `run: 60` asked for an array of a row for each of 6e10 steps.  Expected: a time
step has a smallest value, a frequency below the smallest that means something is 0, and steps are counted before anything is
made.
"""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from app.headless.errors import InputError
from app.simulation.sharing.playing import source_of
from app.studies.compare.comparison import Comparison, Variant
from physics import BallSocket, Box, Hinge, SettingError, SolverSettings, World, WorldSettings
from physics.definitions.settings import LEAST_HERTZ, SHORTEST_STEP
from scenes.running.runner import MOST_STEPS
from scenes.schema.problems import SceneError

LONG = f"format: 1\nworld: {{dt: {SHORTEST_STEP}}}\nbodies: [{{name: ball, shape: {{sphere: {{radius: 1}}}}}}]\nrun: 60\n"


@pytest.mark.parametrize("dt", [5e-324, 1e-308, 1e-40, 1e-12, 1e-9, 0.99e-6])
def test_steps_too_small(dt):
    world = World()
    for make in (lambda: World(dt=dt), lambda: WorldSettings(dt=dt), lambda: setattr(world, "dt", dt)):
        with pytest.raises(SettingError, match="dt: .* is too small; allowed is 0, or 1e-06 to 1 s"):
            make()
    with pytest.raises(SceneError, match=r"f.yaml:2:\d+: world.dt: .* is too small"):
        scenes.loads(f"format: 1\nworld: {{dt: {dt}}}\n", file="f.yaml")
    assert World(dt=0).dt == 0 and World(dt=SHORTEST_STEP).dt == SHORTEST_STEP


@pytest.mark.parametrize("hertz", [5e-324, 1e-300, 1e-40, 1e-20, 0.99e-6])
def test_frequencies_too_small(hertz):
    solver = SolverSettings(joint_hertz=hertz, contact_hertz=hertz)
    assert (solver.joint_hertz, solver.contact_hertz) == (0, 0) and SolverSettings(joint_hertz=LEAST_HERTZ).joint_hertz > 0
    world = World(solver=solver)
    door = world.add_body(shape=Box(half=(0.5, 0.05, 1)), position=(0.5, 0, 0))
    hinge = world.add_joint(Hinge(a=None, b=door, anchor=(0, 0, 0), axis=(0, 1, 0), lower=-1, upper=0.01, hertz=hertz))
    world.step(5)
    assert hinge.hertz == 0 and np.isfinite(door.position).all()


@pytest.mark.parametrize(("dt", "substeps"), [(SHORTEST_STEP, 64), (SHORTEST_STEP, 1), (1 / 60, 4)])
@pytest.mark.parametrize("damping_ratio", [0, 1, 100])
def test_the_smallest_ones_hold(dt, substeps, damping_ratio):
    world = World(dt=dt, solver=SolverSettings(substeps=substeps, joint_hertz=LEAST_HERTZ, contact_hertz=LEAST_HERTZ,
                                               joint_damping_ratio=damping_ratio, contact_damping_ratio=damping_ratio))
    body = world.add_body(shape=Box(half=(0.5, 0.05, 1)), position=(0.5, 0, 0))
    world.add_joint(BallSocket(a=None, b=body, anchor=(0, 0, 0)))
    world.step(5)
    assert np.isfinite(body.position).all() and np.isfinite(body.velocity).all()


def test_runs_are_counted_first(tmp_path):
    path = tmp_path / "long.yaml"
    path.write_text(LONG, encoding="utf-8")
    document = scenes.load(path)
    runner = scenes.Runner(document, scenes.build(document))
    said = "60 s in steps of 1e-06 s are 60,000,000 steps; at most 10,000,000 are taken"
    with pytest.raises(SceneError, match=rf"long.yaml:4:\d+: run: {said}"):
        runner.steps  # noqa: B018
    assert list(runner.each_step(2)) == [1, 2]
    with pytest.raises(SceneError, match=said):
        Comparison(document, [Variant("a", ("solver.substeps=1",)), Variant("b", ("solver.substeps=2",))])
    source = source_of(str(path))
    with pytest.raises(InputError, match="60,000,000 steps; at most"):
        source.for_steps(source.steps)
    assert source.for_steps(MOST_STEPS).steps == MOST_STEPS
