"""Expectations that measured nothing passed.

Seen: after an event removed a body, `height(gone) > 99` and `height(gone) < 99` both passed; an expectation at 99 s of a run of
1 s stayed open, and the exit code was 0.  Expected: both fail and say why, when the scene is read where it is known by then.
Why: a comparison of no values holds for each of them, and what no step reaches was never asked.
"""
from __future__ import annotations

import json
import re

import pytest

import scenes
from app.cli.main import run
from scenes import Runner, SceneError
from scenes.running.runner import Result

SCENE = """\
format: 1
title: x
run: 1
world: {{gravity: [0, 0, 0], dt: 0.125}}
bodies:
  - {{name: gone, shape: {{sphere: {{radius: 0.5}}}}, velocity: [2, 0, 0]}}
  - {{name: stays, shape: {{sphere: {{radius: 0.5}}}}, position: [9, 0, 0], velocity: [1, 0, 0]}}
joints:
  - {{name: rod, type: distance, a: gone, b: stays, anchor_a: [0, 0, 0], anchor_b: [9, 0, 0]}}
events: [{{at: 0.5, remove: {{body: gone}}}}]
expect:
  - {{what: '{0}'}}
"""


def judged(text: str, remove: bool = True) -> Result:
    """The result of one expectation in a world whose body is removed from outside, where no event tells of it."""
    document = scenes.loads(SCENE.format(text).replace("events: [{at: 0.5, remove: {body: gone}}]\n", ""))
    runner = Runner(document, scenes.build(document))
    for taken in runner.each_step():
        if taken == 4 and remove:
            runner.world.remove(runner.world.bodies[0])
    (result,) = runner.results()
    return result


@pytest.mark.parametrize("text", ["height(gone) > 99", "height(gone) < 99", "peak(height(gone)) < 99",
                                  "joint_gap(rod) < 99", "max(joint_gap) < 99", "x(gone) < x(stays)",
                                  "x(gone) + x(stays) < 99", "x(gone, stays) < 99"])
def test_nothing_to_measure_fails_and_says_so(text):
    assert judged("height(stays) < 99").passed
    if "> 99" not in text:
        assert judged(text, remove=False).passed
    result = judged(text)
    assert not result.passed and "there is no" in result.why


def test_a_window_that_loses_some_of_its_bodies_fails():
    result = judged('peak(x("*")) < 99')
    assert not result.passed and "was 2 values, and now is 1" in result.why
    result = judged('x("*") - start(x("*")) < 99')
    assert not result.passed and "was 2 values, and now is 1" in result.why


@pytest.mark.parametrize("text", ["height(gone) > 99 or height(stays) < 99", "count(height(gone)) < 2", 'x("*") < 99'])
def test_what_does_not_need_it_holds(text):
    assert judged(text).passed
    scenes.loads(SCENE.format(text))


@pytest.mark.parametrize(("text", "kind"), [("height(gone) < 99", "body 'gone'"), ("joint_gap(rod) < 99", "joint 'rod'"),
                                            ("height(stays) < 99 and peak(height(gone)) < 99", "body 'gone'"),
                                            ("height(gone) > -99 and height(gone) < 99", "body 'gone'")])
def test_what_an_event_removes_is_known_when_the_scene_is_read(text, kind):
    with pytest.raises(SceneError, match=re.escape(f"expect[0].what: there is no {kind} after 0.5 s")) as caught:
        scenes.loads(SCENE.format(text))
    assert len(caught.value.problems) == 1
    document = scenes.loads(SCENE.format(text).replace("99'}", "99', before: 0.5}"))
    runner = Runner(document, scenes.build(document))
    assert list(runner.each_step()) and runner.results()[0].passed


@pytest.mark.parametrize("key", ["at", "after", "before"])
def test_a_time_beyond_the_run_is_refused(key):
    with pytest.raises(SceneError, match=rf"expect\[0\].{key}: 99 s is later than the end of the run; `run` is 1 s"):
        scenes.loads(SCENE.format("max_speed < 99").replace("99'}", f"99', {key}: 99}}"))


@pytest.mark.parametrize(("text", "line"), [
    ("x(stays) < 9.5", "(at 1 s: x(stays) is 10; it must be < 9.5)"),
    ("9.5 >= x(stays)", "(at 1 s: x(stays) is 10; it must be <= 9.5)"),
    ("x(stays) > 8 and x(stays) < 9.5", "(at 1 s: in its part 'x(stays) < 9.5' x(stays) is 10; it must be < 9.5)"),
    ("8 < x(stays) < 9.5", "(at 1 s: in its part 'x(stays) < 9.5' x(stays) is 10; it must be < 9.5)")])
def test_a_failure_has_time_limit_value_and_part(text, line, tmp_path, capsys):
    path = tmp_path / "x.yaml"
    joint = "joints:\n  - {name: rod, type: distance, a: gone, b: stays, anchor_a: [0, 0, 0], anchor_b: [9, 0, 0]}\n"
    path.write_text(SCENE.format(text).replace(joint, "").replace("events: [{at: 0.5, remove: {body: gone}}]\n", ""))
    assert run(["run", str(path)]) == 1
    assert f"  FAILED    {text}  {line}" in capsys.readouterr().out
    assert run(["run", str(path), "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)["expect"]
    assert (row["value"], row["limit"], row["time"]) == (pytest.approx(10), 9.5, 1) and "it must be" in row["why"]
