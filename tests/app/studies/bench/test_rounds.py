"""The benchmark: the order of turns, their results, and failed turns."""
from __future__ import annotations

import json

import numpy as np
import pytest

from app.headless.errors import InputError
from app.headless.si_format import number
from app.studies import engines
from app.studies.bench.rounds import Bench, Plan
from app.studies.bench.steadiness import unsteadiness
from app.studies.bench.turn import Order, Turn, step_through, take
from app.studies.charts.outcome import Outcome, folder, markdown, save
from app.studies.neutral_scene import load, neutral

SPEED = {"impulse": 1.0, "rapier3d": 4.0, "mujoco": 20.0}


def _turn(order: Order) -> Turn:
    """As if the engine had taken ten steps, each by its own SPEED, the last a hundred times as long."""
    scene = neutral(load(order.scene))
    state = np.zeros((1, len(scene.shape), 13))
    state[0, :, 0:3], state[0, :, 6] = scene.position, 1
    wall = np.full(10, SPEED[order.engine])
    wall[-1] *= 100
    return Turn(order, settings=f"{order.engine} 1.0", asked=10, wall=wall, cpu=2 * wall, states=state)


def _bench(take_turn=_turn, **changes) -> Bench:
    plan = Plan(("G", "H"), ("impulse", "rapier3d", "mujoco"), rounds=2)._replace(**changes)
    bench = Bench(plan, take_turn)
    bench.go()
    return bench


def test_engines_take_turns():
    taken = []
    _bench(lambda order: (taken.append((order.scene, order.engine)), _turn(order))[1])
    round_ = ["impulse", "rapier3d", "mujoco"]
    assert taken == [("G", e) for e in round_ * 2] + [("H", e) for e in round_ * 2]


def test_ours_with_more_threads_beside_ours():
    bench = _bench(engines=("impulse", "impulse@2"), take_turn=lambda order: (
        turn := _turn(order))._replace(wall=turn.wall / order.threads))
    rows = [row for row in bench.rows() if row.scene == "G"]
    assert [(row.engine, row.median, row.ratio) for row in rows] == [("impulse", 1, 1), ("impulse@2", 0.5, 2)]


def test_rows():
    rows = {(row.scene, row.engine): row for row in _bench().rows()}
    assert rows["G", "impulse"].median == 1 and rows["G", "impulse"].ratio == 1
    assert rows["G", "rapier3d"].ratio == 0.25 and rows["H", "mujoco"].ratio == 0.05
    assert rows["G", "impulse"].longest == 100 and rows["G", "impulse"].p99 == pytest.approx(91.09)
    assert rows["G", "impulse"].spikes == pytest.approx(91.09)
    assert rows["G", "impulse"].other == 2 and rows["G", "impulse"].turns == 2
    assert rows["G", "mujoco"].quality.standing
    assert rows["G", "box3d"].median == pytest.approx(4 * 0.0238 / 0.0464)
    assert rows["G", "box3d"].ratio == pytest.approx(0.25 * 0.0464 / 0.0238)


def test_spikes_of_the_beginning_do_not_count():
    turn = _turn(Order("impulse", "G"))._replace(asked=260, wall=np.array([50.0] * 60 + [1.0] * 190 + [3.0] * 10))
    (row, *_) = _bench(lambda order: turn, engines=("impulse",), scenes=("G",)).rows()
    assert row.spikes == 3 and row.p99 == 50


def test_how_steady_the_machine_is_is_told():
    """Beside the percentiles: that of constant work."""
    unsteady = iter([1.1, 1.5, 9.0])
    bench = _bench(lambda order: _turn(order)._replace(unsteady=next(unsteady)), engines=("impulse",), scenes=("G",), rounds=3)
    outcome = bench.outcome()
    assert outcome.data["unsteady"] == 1.5 and any("p99 / ms of 1.5 here" in note for note in outcome.notes)
    assert _bench().outcome().data["unsteady"] is None and not any("never changes" in note for note in _bench().outcome().notes)
    assert 1 <= unsteadiness() < 100


def test_the_other_clock():
    rows = _bench(clock="cpu").rows()
    assert rows[0].median == 2 and rows[0].other == 1


def test_trouble_is_told_and_not_tried_again():
    def failing(order: Order) -> Turn:
        return Turn(order, "crashed (signal 11)") if order.engine == "mujoco" else _turn(order)

    bench = _bench(failing)
    assert [len(bench.turns[scene, "mujoco"]) for scene in "GH"] == [1, 1]
    assert [len(bench.turns[scene, "impulse"]) for scene in "GH"] == [2, 2]
    row = next(row for row in bench.outcome().cells if row[1] == "mujoco")
    assert row[-1] == "crashed (signal 11)" and row[2] == ""


def test_a_turn_cut_short_is_compared_over_its_own_steps():
    """Ours gets slower after the third step; the other engine took three."""
    def slow(order: Order) -> Turn:
        turn = _turn(order)
        if order.engine == "impulse":
            return turn._replace(wall=np.array([1.0] * 3 + [9.0] * 7))
        return turn._replace(wall=turn.wall[:3], failure="3 of 10 steps in 1 s")

    row = next(row for row in _bench(slow).rows() if row.engine == "rapier3d")
    assert row.ratio == 0.25 and row.steps == 3 and row.quality.finite is False


def test_series():
    series = _bench().series()
    assert series["G"]["rapier3d"].tolist() == [4.0] * 9 + [400.0]


def test_outcome_is_plain():
    found = json.loads(_bench().outcome().as_json())
    assert found["kind"] == "scenes" and found["machine"]["cores"] >= 1 and found["rounds"] == 2
    assert found["rows"][1]["engine"] == "rapier3d" and found["rows"][1]["quality"]["standing"] is True


def test_a_scene_with_a_plane_is_refused():
    with pytest.raises(InputError, match="is a plane"):
        Bench(Plan(("welcome",), ("impulse",)))


def test_our_turn_in_this_process():
    turn = step_through(Order("impulse", "I", steps=12))
    assert turn.complete and len(turn.wall) == 12 and (turn.wall > 0).all()
    assert turn.states.shape == (3, 101, 13)                  # after steps 5 and 10, and at the end
    assert "4 substeps" in turn.settings


def test_our_turn_in_another_process():
    turn = take(Order("impulse", "G", steps=3))
    assert turn.complete and not turn.failure, turn.failure
    assert turn.unsteady >= 1
    here = step_through(Order("impulse", "G", steps=3))
    assert np.array_equal(turn.states, here.states)


def test_a_turn_that_runs_out_of_time():
    turn = take(Order("impulse", "B", seconds=0.01))
    assert 0 < len(turn.wall) < 200 and "of 200 steps in 0.01 s" in turn.failure


def test_a_turn_that_fails():
    turn = take(Order("nobody", "G"))
    assert "nobody" in turn.failure and len(turn.wall) == 0


@pytest.mark.parametrize("name", engines.peers())
def test_peers_do_as_they_should(name):
    """An installed engine lets a chain hang: its bodies stay where they are, within what its softness allows."""
    pytest.importorskip(name)
    turn = take(Order(name, "I", steps=10))
    if turn.failure:
        assert name == "pybullet" and "500 N s" in turn.failure
        turn = take(Order(name, "G", steps=10))
    assert turn.complete, turn.failure
    scene = neutral(load(turn.order.scene))
    assert np.abs(turn.states[-1, :, 0:3] - scene.position)[scene.free].max() < 0.2
    assert np.linalg.norm(turn.states[-1, scene.free, 3:7], axis=1) == pytest.approx(np.ones(scene.free.sum()), rel=1e-3)


@pytest.mark.parametrize(("value", "text"), [(None, ""), (0.0, "0"), (1234.5, "1,234"), (12.345, "12.3"), (0.12345, "0.123"),
                                             (-0.5, "-0.500"), (1.23e-7, "1.2e-07"), (float("nan"), "-")])
def test_numbers(value, text):
    assert number(value) == text


def test_markdown():
    assert markdown(("<name", "ms"), [("a|b", "1")]) == ["| name | ms |", "| --- | --: |", "| a\\|b | 1 |"]


def test_save_replaces_whole_files(tmp_path):
    outcome = Outcome("scenes", "Title", ("<a", "b"), [("x", "1")], ["a note"], {"cpu": "A (R) B", "target": "zen", "cores": 2},
                      {"rows": [float("nan")]})
    for _ in range(2):
        written = save(outcome, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-b-zen-2-cores-scenes.json", "a-b-zen-2-cores-scenes.md"]
    assert json.loads(written[0].read_text())["rows"] == [None]
    assert written[1].read_text().startswith("# Title\n") and "| x | 1 |" in written[1].read_text()


def test_folder(tmp_path):
    assert folder(tmp_path) == tmp_path
    with pytest.raises(InputError, match="no such folder"):
        folder(tmp_path / "missing")
