"""The exact solution of a step: sweeps that converge to it, and a line for each method's step."""
from __future__ import annotations

import csv
import io

import numpy as np
import pytest

import scenes
from app.headless.errors import InputError
from app.studies.charts.chart import colors_of
from app.studies.exact.exactness import COLD, JACOBI, SWEEPERS, WARM, Exactness, Plan
from app.studies.exact.method_steps import EXACT, contestants
from app.studies.exact.page import write
from app.studies.exact.picture import decades, exactness_picture
from physics.definitions.method_names import OURS, method_names
from physics.definitions.settings import PRESETS, SolverSettings

CHAIN, STACK = "shootout_chain", "shootout_stack"
FALLING = """\
format: 1
title: Falling
about: A ball falls on a floor.
bodies:
  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 2.8]}
run: 2
"""
SLIDING = """\
format: 1
title: Sliding
about: A box slides on a floor and carries another.
bodies:
  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: lower, shape: {box: {half: [0.5, 0.5, 0.2]}}, position: [0, 0, 0.2], velocity: [5, 2, 0]}
  - {name: upper, shape: {box: {half: [0.3, 0.3, 0.3]}}, position: [0, 0, 0.7], velocity: [5, 2, 0], mass: 20}
"""


def study(scene: str = CHAIN, **plan) -> Exactness:
    made = Exactness(Plan(scenes.load(scene), **plan))
    made.go()
    return made


@pytest.fixture(scope="module")
def chain() -> Exactness:
    return study(sweeps=250)


def test_every_order_comes_to_the_answer(chain):
    """Enough sweeps leave 1e-10 of the natural map; Jacobi needs more; energy of joints alone falls with each."""
    assert [(curve.sweeper, curve.start) for curve in chain.curves] == [(s, start) for start in (COLD, WARM) for s in SWEEPERS]
    for curve in chain.curves:
        assert len(curve.near.residual) == 251
        assert np.all(np.diff(curve.near.energy) <= 1e-13 * curve.near.energy[0])
        if curve.sweeper == JACOBI:
            assert 1e-10 < curve.near.residual[-1] < 1e-2 * curve.near.residual[0]
        else:
            assert curve.near.residual[-1] <= 1e-10 and curve.near.velocity[-1] < 1e-9


def test_warm_starts_begin_nearer(chain):
    for cold, warm in zip(chain.curves, chain.curves[len(SWEEPERS):]):
        assert warm.near.velocity[0] < 0.2 * cold.near.velocity[0]
        assert cold.sweeper == JACOBI or warm.sweeps_until() < cold.sweeps_until()


def test_a_line_for_each_method_and_preset(chain):
    """The scene's settings sweep; presets take joints together, by the soft law of their own under soft_step."""
    names = [(step.name, step.settings) for step in chain.steps]
    assert {name for name, whose in names if whose == "the scene's"} == set(method_names())
    assert names[0][0] == EXACT and {whose for name, whose in names if name == OURS} == {"the scene's", *PRESETS}
    exact = chain.steps[0]
    assert exact.velocity == exact.spin == exact.place == exact.energy == exact.momentum == 0 and exact.joints > 0
    for step in chain.steps[1:]:
        assert not step.failure and np.isfinite(step.energy)
        together = step.settings in PRESETS and PRESETS[step.settings].joint_stabilization != "soft"
        assert step.velocity < 1e-9 if together else step.velocity > 1e-6
    assert len(chain.outcome().cells) == len(names) and len(chain.sweeping().cells) == len(chain.curves)
    assert chain.total == 2 + len(chain.curves) + len(names)


def test_many_sweeps_step_to_where_the_exact_answer_does(tmp_path):
    """Methods that solve the same rows, from the same state, in one substep; contacts with friction."""
    settings = ("solver.substeps=1", "solver.stabilization=baumgarte", "solver.joint_stabilization=baumgarte")
    path = tmp_path / "sliding.yaml"
    path.write_text(SLIDING, encoding="utf-8")
    few, many = (study(str(path), settings=(*settings, f"solver.iterations={n}"), after=0.1, sweeps=1).steps for n in (2, 200))
    for name in (OURS, "projected_gauss_seidel"):
        early, late = (next(step for step in steps if step.name == name) for steps in (few, many))
        assert early.velocity > 1e-4 and late.velocity < 1e-2 * early.velocity
        assert late.place < 1e-6 and abs(late.energy) < 1e-4


def test_a_method_that_cannot_says_why():
    steps = study(STACK, sweeps=1).steps
    (force,) = [step for step in steps if step.name == "force_based"]
    assert force.velocity is None and "cannot solve contacts" in force.failure
    assert force.cells()[2:9] == [""] * 7 and force.cells()[9] == force.failure


def test_friction_is_a_pyramid_for_all():
    assert all(settings.friction_model == "pyramid" for _, _, settings in contestants(SolverSettings(friction_model="cone")))


def test_the_world_is_back_where_the_step_begins(chain):
    """0.5 s, and the same state as a world that was only run there."""
    world = scenes.build(chain.plan.document, precision="double", overrides=("world.sleep=false", "solver.joint_solve=sweep"))
    runner = scenes.Runner(chain.plan.document, world, expect=False)
    for _ in range(30):
        runner.step()
    assert chain.world.time == pytest.approx(0.5) and chain.world.state_hash() == world.state_hash()


def test_csv_has_a_line_for_each_sweep(chain):
    head, *lines = csv.reader(io.StringIO(chain.as_csv()))
    assert head == ["order", "start", "sweep", "residual [N s]", "velocity [m/s]", "spin [rad/s]", "impulse [sqrt(J)]",
                    "dual_energy [J]"]
    assert len(lines) == 2 * len(SWEEPERS) * 251
    assert [line[2] for line in lines[:251]] == [str(k) for k in range(251)]
    assert np.all(np.isfinite(np.array([line[3:] for line in lines], float)))


def test_picture_and_page(chain, tmp_path):
    """Every curve's colour is in the picture; the page has it and a row for each method."""
    image = exactness_picture(chain).finished()
    seen = {pixel for _, pixel in image.getcolors(1 << 22)}
    assert image.width == 1360 and set(colors_of(SWEEPERS).values()) <= seen
    write(chain, tmp_path / "exact.html")
    text = (tmp_path / "exact.html").read_text(encoding="utf-8")
    assert "data:image/png;base64," in text and all(f">{name}</td>" in text for name in method_names())


def test_decades_leave_out_roundings():
    y = decades([np.array([2.0, 3e-5, 1e-20, 0.0, np.nan])])
    assert (y.low, y.high, y.logarithmic) == (pytest.approx(1e-5), 10.0, True)
    assert decades([np.zeros(3)]).logarithmic


def test_the_default_moment_waits_for_a_load(falling):
    """Two bodies that meet a little after half a second are looked at when they do."""
    made = study(str(falling), sweeps=2)
    assert made.world.time > 0.6 and len(made.answer) >= 3


@pytest.fixture
def falling(tmp_path):
    path = tmp_path / "falling.yaml"
    path.write_text(FALLING, encoding="utf-8")
    return path


def test_nothing_to_solve_is_told(falling):
    with pytest.raises(InputError, match="nothing touches and nothing is joined at 0.1 s"):
        study(str(falling), after=0.1)


def test_too_many_rows_are_told():
    with pytest.raises(InputError, match="pyramid_2d.*rows would take too long; at most 1000"):
        study("pyramid_2d", after=0.0)
