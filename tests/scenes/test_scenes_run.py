"""Every scene is run as long as it says, and what it expects holds."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from scenes import catalog


def run(id: str, **how) -> scenes.Runner:
    """A scene after all of its steps."""
    document = scenes.load(id)
    runner = scenes.Runner(document, scenes.build(document, **how))
    for _ in runner.each_step():
        pass
    assert len(runner.results()) == len(document.expect)
    return runner


def judged(runner: scenes.Runner) -> None:
    """Every expectation holds, and no number is lost."""
    failed = [f"{r.name}: {r.value:.6g} at {r.time:.2f} s" for r in runner.results() if not r.passed]
    assert not failed, "\n".join(failed)
    assert np.isfinite(runner.world.positions).all()


@pytest.mark.parametrize("id", catalog.names())
def test_what_a_scene_expects_holds(id):
    judged(run(id))


@pytest.mark.parametrize("id", ["collision/bounce_row", "stacking/corbel_arch", "friction/slope_friction", "joints/joint_zoo",
                                "machines/drives"])
def test_the_same_in_double_precision(id):
    judged(run(id, precision="double"))


UNDONE = [("friction/friction_radial", ["solver.friction_model=pyramid"]), ("gyroscopic/dzhanibekov", ["solver.gyroscopic=off"]),
          ("motion/gravity_race", ["world.gravity=[0, 0, -1.6]"]), ("stacking/mass_ratio", ["solver.substeps=1"]),
          ("stacking/corbel_arch", ["solver.iterations=0", "solver.relax_iterations=0"]),
          ("joints/cradle", ["world.gravity=[0, 0, -5]"]), ("joints/ball_and_chain", ["solver.substeps=1"]),
          ("joints/stretched_chain", ["solver.joint_stabilization=soft"]), ("joints/springs", ["solver.substeps=1"]),
          ("joints/bridge", ["solver.joint_solve=sweep", "solver.substeps=1"]), ("machines/belt", ["world.gravity=[0, 0, -3]"]),
          ("gyroscopic/gyroscope", ["world.gravity=[0, 0, -3]"]),
          ("gyroscopic/coins", ["world.gravity=[0, 0, -6]"]), ("gyroscopic/tippe_top", ["bodies.floor.friction=0"]),
          ("motion/rolling_race", ["world.gravity=[0, 0, -9]"]), ("stacking/arch", ["world.gravity=[4, 0, -9.81]"]),
          ("stacking/toppling", ["world.gravity=[1, 0, -9.81]"]),
          ("friction/bowling_hook", ["bodies.ball.angular_velocity=[0, 0, 0]"]),
          ("gyroscopic/rolling_cones", ["world.gravity=[0, 0, -5]"]), ("machines/gearbox", ["joints.motor.motor_torque=40"]),
          # The settings of docs/explanation/disputes.md in which each claim holds.
          ("disputes/bucket_under_pressure", ["solver.beta=0.8", "bodies.lid.mass=20000"]),
          ("disputes/bias_jump", ["solver.beta=0.8"]), ("disputes/leaning_joints", ["solver.substeps=2"]),
          ("disputes/chained_cubes", ["solver.iterations=4"]),
          ("disputes/slow_to_converge", ["solver.iterations=10"]), ("disputes/balanced_mobile", ["solver.warm_start=0"]),
          ("disputes/creeping_grip", ["solver.warm_start=0"]), ("disputes/crossing_bullets", ["solver.continuous=off"]),
          ("disputes/rising_bounce", ["solver.continuous=off", "solver.stabilization=baumgarte", "solver.beta=0.8"]),
          ("disputes/slow_to_converge", ["solver.warm_start=0"]),
          ("disputes/caught_on_seams", ["solver.flush_tolerance=0", "solver.continuous=off"])]


@pytest.mark.parametrize(("id", "overrides"), UNDONE, ids=[id for id, _ in UNDONE])
def test_expectations_can_fail(id, overrides):
    """What a scene shows is really due to what it says: turn that off, and the expectation does not hold."""
    assert not all(result.passed for result in run(id, overrides=overrides).results())
