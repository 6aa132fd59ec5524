"""`impulse run`: the arrays, the JSON object, the exit codes, and no file after a cancellation."""
from __future__ import annotations

import json
import os
import signal
import time

import numpy as np
import pytest

from tests.app.cli.conftest import FALLING

KEYS = ["scene", "steps", "state_hash", "bodies", "contacts", "max_penetration", "energy", "ms_median", "ms_p99", "stages",
        "expect", "threads", "precision", "stopped", "note"]
T, N, M = 31, 3, 0
SHAPES = {
    "time": (T,), "names": (N,), "position": (T, N, 3), "rotation": (T, N, 4),
    "velocity": (T, N, 3), "angular_velocity": (T, N, 3),
    "kinetic_energy": (T,), "potential_energy": (T,), "joint_names": (M,), "joint_force": (T, M, 3), "joint_torque": (T, M, 3),
    "joint_gap": (T, M), "joint_tilt": (T, M), "contacts": (T,), "max_penetration": (T,)}


@pytest.fixture
def motion(impulse, falling, tmp_path):
    """The arrays of thirty steps of the falling scene."""
    outcome = impulse("run", falling, "--steps", "30", "--set", "solver.substeps=1", "--save", tmp_path / "out.npz")
    assert outcome.code == 0, outcome.err
    with np.load(tmp_path / "out.npz") as file:
        return dict(file)


def test_arrays_have_their_names_and_shapes(motion):
    assert {name: array.shape for name, array in motion.items()} == SHAPES


def test_frame_0_is_the_initial_state(motion):
    assert motion["time"][0] == 0
    assert motion["position"][0, 1].tolist() == [5, 0, 100]
    assert motion["velocity"][0, 1].tolist() == [1, 0, 0]
    assert motion["rotation"][0].tolist() == [[0, 0, 0, 1]] * 3


def test_names(motion):
    assert motion["names"].tolist() == ["floor", "ball", "body_2"]


def test_free_fall_is_the_discrete_one(motion):
    n, dt = np.arange(31), 1 / 60
    np.testing.assert_allclose(motion["time"], n * dt, rtol=1e-12)
    np.testing.assert_allclose(motion["velocity"][:, 1, 2], -9.81 * n * dt, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(motion["position"][:, 1, 2], 100 - 9.81 * dt**2 * n * (n + 1) / 2, rtol=1e-12)
    np.testing.assert_allclose(motion["position"][:, 1, 0], 5 + n * dt, rtol=1e-12)


def test_energies_and_contacts(motion):
    assert motion["kinetic_energy"][0] == pytest.approx(0.5 * 2 * 1**2)
    fallen = motion["potential_energy"][0] - motion["potential_energy"][-1]
    assert fallen == pytest.approx(2 * 9.81 * (100 - motion["position"][-1, 1, 2]), abs=0.1)
    assert motion["contacts"][-1] == 4                    # the box on the floor
    assert 0 <= motion["max_penetration"][-1] < 0.01


def test_a_removed_body_is_nan_from_then_on(impulse, tmp_path):
    scene = tmp_path / "removed.yaml"
    scene.write_text(FALLING + "events: [{at: 0.1, remove: {body: ball}}]\n", encoding="utf-8")
    assert impulse("run", scene, "--steps", "20", "--save", tmp_path / "out.npz").code == 0
    with np.load(tmp_path / "out.npz") as file:
        gone = np.isnan(file["position"]).all(axis=2)
    assert gone[:, 1].tolist() == [False] * 7 + [True] * 14      # the event comes before the seventh step
    assert not gone[:, [0, 2]].any()


def test_json_is_one_object_with_exactly_these_keys(impulse, falling):
    outcome = impulse("run", falling, "--steps", "5", "--json")
    assert outcome.code == 0, outcome.err
    assert outcome.out.count("\n") == 1
    found = json.loads(outcome.out)
    assert list(found) == KEYS
    assert (found["steps"], found["bodies"], found["threads"], found["precision"]) == (5, 3, 1, "double")
    assert set(found["energy"]) == {"kinetic", "potential", "total"}
    assert found["ms_median"] <= found["ms_p99"]
    assert all(isinstance(ms, float) for ms in found["stages"].values()) and found["stages"]
    assert found["expect"] == []


def test_what_the_method_has_to_say_is_printed(impulse, tmp_path):
    """A crank whose pin is askew."""
    scene = tmp_path / "askew.yaml"
    scene.write_text("""\
format: 1
title: Askew
about: A crank that leaves its rod no freedom.
solver: {method: global_direct}
bodies:
  - {name: arm, shape: {box: {half: [0.25, 0.05, 0.05]}}, position: [0.25, 0, 0], group: 1}
  - {name: rod, shape: {box: {half: [0.5, 0.05, 0.05]}}, position: [1, 0, 0], group: 1}
joints:
  - {type: hinge, a: arm, b: world, anchor: [0, 0, 0], axis: [0, 1, 0], motor_speed: 3, motor_torque: 1.0e+5}
  - {type: hinge, a: arm, b: rod, anchor: [0.5, 0, 0], axis: [0.3, 1, 0]}
  - {type: slider, a: rod, b: world, anchor: [1.5, 0, 0], axis: [1, 0, 0]}
""", encoding="utf-8")
    loud = impulse("run", scene, "--steps", "30", "--json")
    quiet = impulse("run", scene, "--steps", "30", "--json", "--set", "solver.method=sequential_impulse")
    assert "contradict each other" in json.loads(loud.out)["note"] and json.loads(quiet.out)["note"] == ""
    assert "  note      joints contradict" in impulse("run", scene, "--steps", "30").out


def test_times_are_those_of_steps_with_bodies_awake(impulse, tmp_path):
    """A box that falls asleep early."""
    scene = tmp_path / "asleep.yaml"
    scene.write_text("""\
format: 1
title: Asleep
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: box, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 0.5]}
""", encoding="utf-8")
    found = json.loads(impulse("run", scene, "--steps", "600", "--json").out)
    assert 0 < found["ms_median"] <= found["ms_p99"] and found["stages"]["solve"] > 0


def test_no_steps(impulse, falling):
    outcome = impulse("run", falling, "--steps", "0", "--json")
    found = json.loads(outcome.out)
    assert (outcome.code, found["steps"], found["ms_median"]) == (0, 0, None)


def test_default_steps_are_those_of_the_scene(impulse, tmp_path):
    scene = tmp_path / "short.yaml"
    scene.write_text(FALLING + "run: 0.5\n", encoding="utf-8")
    assert json.loads(impulse("run", scene, "--json").out)["steps"] == 30
    assert json.loads(impulse("run", scene, "--json", "--set", "world.dt=1/120").out)["steps"] == 60


def test_the_same_run_has_the_same_hash_in_every_process(impulse, impulse_process, falling):
    here = json.loads(impulse("run", falling, "--steps", "40", "--json").out)["state_hash"]
    out, err = impulse_process("run", falling, "--steps", "40", "--json", PYTHONHASHSEED="7").communicate(timeout=300)
    assert json.loads(out)["state_hash"] == here, err
    other = json.loads(impulse("run", falling, "--steps", "40", "--json", "--set", "world.gravity=0,0,-9.8").out)
    assert other["state_hash"] != here


def test_saving_does_not_change_the_run(impulse, falling, tmp_path):
    plain = json.loads(impulse("run", falling, "--steps", "40", "--json").out)
    saved = json.loads(impulse("run", falling, "--steps", "40", "--json", "--save", tmp_path / "out.npz").out)
    assert saved["state_hash"] == plain["state_hash"]


def test_precision(impulse, falling, tmp_path):
    outcome = impulse("run", falling, "--steps", "5", "--json", "--precision", "single", "--save", tmp_path / "a.npz")
    found = json.loads(outcome.out)
    assert found["precision"] == "single"
    with np.load(tmp_path / "a.npz") as file:
        assert file["position"].dtype == np.float32


def test_a_failed_expectation_is_exit_code_1(impulse, tmp_path):
    scene = tmp_path / "wrong.yaml"
    scene.write_text(FALLING + "expect: [{what: height(ball) > 99, at: 1.0}, {what: height(floor) < 1, at: 1.0}]\nrun: 1.0\n",
                     encoding="utf-8")
    outcome = impulse("run", scene, "--json")
    assert outcome.code == 1
    rows = json.loads(outcome.out)["expect"]
    assert [(r["name"], r["passed"]) for r in rows] == [("height(ball) > 99", False), ("height(floor) < 1", True)]
    assert 90 < rows[0]["value"] < 99
    text = impulse("run", scene)
    assert text.code == 1 and "FAILED" in text.out and "passed" in text.out


@pytest.mark.soak                                # compiles everything once more
def test_the_checked_build_agrees(impulse_process, falling):
    outcomes = []
    for extra in ([], ["--checked"]):
        out, err = impulse_process("run", falling, "--steps", "10", "--json", *extra).communicate(timeout=600)
        outcomes.append(json.loads(out)["state_hash"])
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(("target", "says"), [
    ("missing/out.npz", "there is no such folder"), (".", "is a folder"), ("pipe", "is a pipe, not a regular file")])
def test_where_nothing_can_be_saved_is_said_before_the_run(impulse, falling, tmp_path, target, says):
    os.mkfifo(tmp_path / "pipe")
    begin = time.monotonic()
    outcome = impulse("run", falling, "--steps", "1000000", "--save", tmp_path / target)
    assert outcome.code == 2 and says in outcome.err and outcome.err.count("\n") == 1
    assert time.monotonic() - begin < 20


def test_more_than_can_be_saved_is_said_before_the_run(impulse, falling, tmp_path, monkeypatch):
    monkeypatch.setattr("app.headless.trajectory.MOST_BYTES", 1000)
    outcome = impulse("run", falling, "--steps", "10", "--save", tmp_path / "out.npz")
    assert outcome.code == 2 and "at most 1e-06 GB can be saved" in outcome.err
    assert not (tmp_path / "out.npz").exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk to write to on this system")
def test_a_full_disk(impulse_process, falling):
    import subprocess
    import sys
    with open("/dev/full", "w") as full:
        process = subprocess.run([sys.executable, "-u", "-m", "app", "run", str(falling), "--steps", "1"], stdout=full,
                                 stderr=subprocess.PIPE, text=True, timeout=300)
    assert process.returncode == 2 and "No space left" in process.stderr and "Traceback" not in process.stderr


def test_ctrl_c_says_so_and_leaves_nothing(impulse_process, falling, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    process = impulse_process("run", falling, "--steps", "2000000", "--save", folder / "out.npz")
    time.sleep(6)
    assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip().splitlines()[-1]) == (130, "", "cancelled")
    assert os.listdir(folder) == []


def test_it_stops_where_an_expression_holds(impulse, falling, tmp_path):
    """The ball falls 9.81 / 60 m/s faster in each step and began with 1 m/s sideways."""
    stop = ("--stop-when", "speed(ball) > 2", "--steps", "60")
    found = json.loads((outcome := impulse("run", falling, *stop, "--json")).out)
    assert (outcome.code, found["steps"]) == (0, 11)
    stopped = found["stopped"]
    assert (stopped["step"], stopped["stage"], stopped["where"], stopped["expression"]) == (11, 12, "ball", "speed(ball) > 2")
    assert stopped["values"]["speed(ball)"] == pytest.approx(np.hypot(1, 11 * 9.81 / 60))
    text = impulse("run", falling, *stop).out
    assert "11 steps" in text and "stopped   after step 11, at 0.183333 s: speed(ball) > 2 (ball: speed(ball) 2.0578" in text


def test_a_stop_inside_a_step(impulse, falling, tmp_path):
    path = tmp_path / "inside.npz"
    outcome = impulse("run", falling, "--stop-when", "speed(ball) > 2", "--stop-look", "inside", "--save-step", path, "--json")
    found = json.loads(outcome.out)
    assert (outcome.code, found["steps"], found["stopped"]["step"], found["stopped"]["stage"]) == (0, 10, 11, 6)
    with np.load(path) as state:
        assert 2 < np.linalg.norm(state["velocity"][1]) == pytest.approx(found["stopped"]["values"]["speed(ball)"])
        assert (state["stop_stage"], state["stop_substep"]) == (6, found["stopped"]["substep"])
        assert (state["row_substep_impulse"] == 0).all() and np.isnan(state["row_warm"]).all()       # rows of that moment


def test_the_state_where_a_run_ends(impulse, falling, tmp_path):
    path = tmp_path / "state.npz"
    outcome = impulse("run", falling, "--steps", "5", "--save-step", path)
    assert outcome.code == 0 and f"saved     {path}" in outcome.out
    with np.load(path) as file:
        state = dict(file)
    assert state["names"].tolist() == ["floor", "ball", "body_2"] and state["uid"].tolist() == [1, 2, 3]
    assert state["velocity"][1, 2] == pytest.approx(-5 * 9.81 / 60) and state["step"] == 5
    assert state["metric_kinetic_energy"] == state["kinetic_energy"] and state["metric_momentum"].shape == (3,)
    assert set(state["row_kind"]) == {"normal", "friction"} and len(state["row_impulse"]) == len(state["row_a"]) > 0
    assert not any(name.startswith("stop_") for name in state)


def test_what_never_holds_ends_with_the_run(impulse, falling):
    outcome = impulse("run", falling, "--steps", "3", "--stop-when", "not_finite")
    assert outcome.code == 0 and "stopped   nowhere: not_finite never held" in outcome.out
    assert json.loads(impulse("run", falling, "--steps", "3", "--stop-when", "not_finite", "--json").out)["stopped"] is None


@pytest.mark.parametrize(("arguments", "words"), [
    (("--stop-when", "max_penetratoin > 1"), ("--stop-when: column 1", "did you mean 'max_penetration'?", "^^^^^^^^^^^^^^^")),
    (("--stop-when", "speed(bal) > 1"), ("column 7", "no body has the name 'bal'; did you mean 'ball'",)),
    (("--stop-when", "max_speed"), ("compares nothing",)), (("--stop-when", "max_speed >"), ("it ends too early",)),
    (("--stop-when", "kind == norml"), ("did you mean 'normal'",)), (("--stop-when", ""), ("nothing is written",)),
    (("--stop-when", "max_speed > 1", "--stop-look", "insde"), ("--stop-look", "did you mean 'inside'?")),
    (("--stop-when", "change > 1", "--stop-look", "sweeps"), ("--stop-when: column 1", "change is not known inside a step")),
    (("--stop-look", "inside"), ("where --stop-when looks, which is missing",)),
    (("--save-step", "state.txt"), ("--save-step", ".npz"))])
def test_a_wrong_stop_is_one_message(impulse, falling, arguments, words):
    outcome = impulse("run", falling, *arguments)
    assert outcome.code == 2 and not outcome.out
    assert all(word in outcome.err for word in words) and "Traceback" not in outcome.err
