"""Studies that lost results, ignored settings or said what they had not found.

Seen: a sweep that measures a removed body died of "cannot reshape array" with exit code 0; `compare` lost every variant when one
refused, without its name, and said "never apart" from two common moments; `bench --peer none` refused planes without a word on
`--peer`; `stability` ignored method and gravity; `run --save x.csv` wrote npz.  Expected: the reason, the name, exit code 2.
Why: each looked at its usual case alone.
"""
from __future__ import annotations

import pytest

from app.cli.main import run

REMOVED = """\
format: 1
run: 0.5
bodies:
  - {name: ball, shape: {sphere: {radius: 0.5}}}
  - {name: floor, shape: {box: {half: [5, 5, 0.1]}}, type: static, position: [0, 0, -9]}
events: [{at: 0.2, remove: {body: ball}}]
"""
TOUCHING = REMOVED.replace("events: [{at: 0.2, remove: {body: ball}}]\n", "").replace("-9]", "-0.6]")
REFUSED = "solver.method=force_based"          # it takes no contacts


@pytest.fixture
def scene(tmp_path, capsys):
    """A function of a scene's text and a command line with SCENE in it: exit code, output, errors."""
    def call(text: str, *arguments: str) -> tuple[int, str, str]:
        path = tmp_path / "x.yaml"
        path.write_text(text)
        code = run([str(path) if word == "SCENE" else word for word in arguments])
        return code, *capsys.readouterr()

    return call


@pytest.mark.parametrize("metric", ["last(height(ball))", "max(height(ball))", "speed(ball)"])
def test_a_sweep_that_measures_a_removed_body_says_so(scene, metric):
    code, out, err = scene(REMOVED, "sweep", "SCENE", "--vary", "solver.substeps=1,2", "--metric", metric, "--jobs", "1")
    assert code == 2 and f"{metric}: " in err and "reshape" not in out + err
    assert "2 of 2 cells failed" in err and "there is no body 'ball' any more" in err and out.count("any more") == 2


def test_a_sweep_goes_on_past_a_cell_that_failed(scene):
    code, out, err = scene(TOUCHING, "sweep", "SCENE", "--vary", f"{REFUSED},sequential_impulse", "--jobs", "1")
    assert code == 0 and "1 of 2 cells failed" in err and out.count("force_based cannot solve contacts") == 1


@pytest.mark.parametrize(("a", "b", "kept"), [("", REFUSED, "a"), (REFUSED, "", "b")])
def test_compare_keeps_the_variants_that_run(scene, tmp_path, a, b, kept):
    files = [tmp_path / f"out.{ending}" for ending in ("html", "png", "csv")]
    code, out, err = scene(TOUCHING, "compare", "SCENE", "--variant-a", a, "--variant-b", b,
                           *(word for path in files for word in ("-o", str(path))))
    lines = out.splitlines()
    about = {lines[k].split()[0]: lines[k + 1] for k in (1, 3)}
    assert code == 0 and "30 steps" in about[kept] and all(path.stat().st_size for path in files), err
    (refused,) = about.keys() - {kept}
    assert "0 steps" in about[refused] and "refused: solver.method: force_based cannot solve contacts" in about[refused]
    assert "never apart" not in out


def test_compare_without_any_that_runs_is_an_error(scene):
    code, out, err = scene(TOUCHING, "compare", "SCENE", "--variant-a", REFUSED, "--variant-b", f"{REFUSED},solver.beta=0.1")
    assert code == 2 and not out and "--variant-a: refused: " in err and "--variant-b: refused: " in err


@pytest.mark.parametrize(("dt", "says"), [
    ("1/120", "never apart by more than 5 m; "), ("1/50", "never apart by more than 5 m at the 11 moments in common with a"),
    ("0.25", "never apart by more than 5 m; "), ("1/61", "not compared: only 2 moments in common with a")])
def test_never_apart_needs_common_moments(scene, dt, says):
    text = TOUCHING.replace("run: 0.5", "run: 1")
    assert says in scene(text, "compare", "SCENE", "--variant-b", f"world.dt={dt}", "--tolerance", "5")[1]


def test_bench_says_why_it_refuses_a_plane(scene):
    text = TOUCHING.replace("box: {half: [5, 5, 0.1]}", "plane: {normal: [0, 0, 1], offset: 0}")
    text = text.replace(", position: [0, 0, -0.6]", "")
    code, _, err = scene(text, "bench", "SCENE", "--peer", "none")
    assert code == 2 and "floor is a plane; " in err and "so it does with --peer none" in err and "large static box" in err


@pytest.mark.parametrize(("setting", "says"), [("solver.method=jacobi", "sequential impulses"),
                                               ("world.gravity=[0,0,-1]", "shifts"),
                                               ("solver.iterations=3", "the map varies it")])
def test_stability_refuses_what_has_no_effect(scene, setting, says):
    code, _, err = scene("", "stability", "--links", "2", "--set", setting)
    assert code == 2 and f"{setting.partition('=')[0]} has no effect here: " in err and says in err and "solver.beta" in err


@pytest.mark.parametrize("name", ["x.csv", "x.json", "x", "x.npy"])
def test_run_saves_npz_alone(scene, tmp_path, name):
    code, _, err = scene(TOUCHING, "run", "SCENE", "--save", str(tmp_path / name))
    assert code == 2 and f"--save: {tmp_path / name} must end in .npz" in err and not (tmp_path / name).exists()
