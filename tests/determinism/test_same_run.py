"""The same scene gives the same bits: in one process, in another one, with kernels just compiled or loaded."""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from physics.definitions.settings import STABILIZATIONS
from tests.support.mixed_scene import Recipe, build, drag, hashes_of, known_hashes, run

ROOT = Path(__file__).resolve().parents[2]


COMPILED = re.compile(r"compiled (\d+) kernels in [\d.]+ s; they are kept in (\S+)\n")


def output(module: str, *arguments: str, **environment: str) -> str:
    """What a process of its own prints that runs a module."""
    out = subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
                         capture_output=True, timeout=600, env={**os.environ, "COLUMNS": "120", **environment})
    assert out.returncode == 0, out.stdout + out.stderr
    return out.stdout


def elsewhere(recipe: dict, **environment: str) -> list[str]:
    """The hashes of a run in a process of its own."""
    return output("tests.support.mixed_scene", json.dumps(recipe), **environment).split()


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("stabilization", STABILIZATIONS)
def test_two_runs_in_one_process(precision, stabilization):
    recipe = Recipe(precision=precision, stabilization=stabilization)
    first = known_hashes(recipe)
    assert len(first) == len(set(first)) == 12, "a scene that stands still shows nothing"
    assert hashes_of(recipe) == first


def test_two_worlds_side_by_side():
    """Worlds that are stepped in turns do not see each other."""
    recipe = Recipe(steps=200)
    alone, (first, second) = known_hashes(recipe), (build(recipe), build(recipe))
    found: tuple[list[str], list[str]] = ([], [])
    for _ in range(recipe.steps):
        for hashes, (world, joint) in zip(found, (first, second)):
            hashes += run(world, joint, 1)
    assert found == (alone, alone)


@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_other_processes(seed):
    recipe = {"steps": 600, "precision": "single"}
    assert elsewhere(recipe, PYTHONHASHSEED=seed) == known_hashes(Recipe(**recipe))


@pytest.mark.soak
@pytest.mark.parametrize("checked", ["1", "0"])
def test_an_empty_cache_is_filled_once(tmp_path, checked):
    """Kernels compiled in this very process and kernels loaded from the cache compute the same; `impulse warmup` compiles what
    is left, and then neither it nor a run finds anything more to compile.

    The checked build, which has to be compiled anyway: no kernel reads or writes outside its arrays, and the checks change no
    bit of what this process computes without them.
    """
    recipe, cache = {"steps": 100, "bodies": 8, "boxes": False, "precision": "single"}, tmp_path / "kernels"
    whole = {"steps": 100, "bodies": 20, "stabilization": "split_impulse", "solver": {"substeps": 2}}
    place = {"IMPULSE_CACHE_DIR": str(cache), "IMPULSE_CHECKED": checked}

    def kernels() -> list[Path]:
        return sorted(path.relative_to(cache) for path in cache.rglob("*.code"))

    def impulse(*arguments: str) -> str:
        return output("app", *arguments, **place, XDG_STATE_HOME=str(tmp_path))

    cold = elsewhere(recipe, **place)
    some = kernels()
    assert some, "nothing was compiled into the folder"
    warm = elsewhere(recipe, **place)
    assert kernels() == some, "compiled again"
    assert cold == warm == hashes_of(Recipe(**recipe))

    told = COMPILED.fullmatch(impulse("warmup"))
    assert told and int(told[1]) > 10 and told[2] == str(cache)
    every = kernels()
    assert set(some) < set(every)
    assert impulse("warmup").startswith("all kernels were there already")
    assert elsewhere(whole, **place) == hashes_of(Recipe(**whole))
    impulse("run", "pyramid_2d", "--steps", "3", "--precision", "single")
    assert kernels() == every, "a run compiled what warmup had left out"


def test_looking_changes_nothing():
    """Reading any view, asking for rays and taking snapshots between steps leaves the run as it is."""
    recipe = Recipe(steps=200)
    world, joint = build(recipe)
    hashes = []
    for _ in range(recipe.steps):
        drag(world, joint)
        world.step()
        world.energy(), world.contacts, world.contact_arrays(), world.events, world.aabbs, world.max_penetration()
        world.ray_cast((0, 0, 9), (0.1, 0, -1)), world.snapshot(), world.profile, joint.force, joint.gap
        world.joint_arrays(), [(j.force, j.measure, j.frames, j.impulses) for j in world.joints]
        for body in world.bodies:
            body.position, body.rotation, body.velocity
        if world.step_count % 50 == 0:
            hashes.append(world.state_hash())
    assert hashes == known_hashes(recipe)


def test_a_different_scene_has_a_different_hash():
    first, second = Recipe(steps=50, bodies=8), Recipe(steps=50, bodies=8, solver={"warm_start": 0.999})
    assert hashes_of(first) != hashes_of(second)
