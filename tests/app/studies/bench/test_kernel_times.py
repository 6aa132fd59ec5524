"""Times of kernels: every kernel is timed, restores its arrays, and has a reference where needed."""
from __future__ import annotations

import json

import numpy as np
import pytest

from app.studies.bench.kernel_times import KernelTimes, Task
from app.studies.bench.pits import pit


@pytest.fixture(scope="module")
def study():
    """A round on small worlds."""
    study = KernelTimes(rounds=1, bodies=400)
    study.go()
    return study


def test_every_kernel_is_timed(study):
    names = {task.name for task in study.tasks}
    solved = {f"{what}, friction at {where}" for what in ("solve contacts", "solve contacts after a move", "reference")
              for where in ("points", "centres")}
    assert names >= solved | {"prepare contacts", "box-box", "sphere-box", "sphere-sphere", "solve joints"}
    assert len({task.key for task in study.tasks}) == len(study.tasks)
    for task in study.tasks:
        assert task.count > 0 and task.blocks > 0 and 0 < study.nanoseconds(task) < 1e5


def test_the_ratio_is_that_to_the_reference(study):
    times = {task.key: study.nanoseconds(task) for task in study.tasks}
    solved = [task for task in study.tasks if task.beside]
    assert len(solved) == 8                               # both models, before and after a move, in two worlds
    for task in solved:
        assert study.ratio(task) == pytest.approx(times[task.key] / times[task.beside, task.world])
        assert 0.05 < study.ratio(task) < 20


def test_a_kernel_starts_from_the_same_state(study):
    task = next(task for task in study.tasks if task.name == "solve contacts, friction at points")
    velocity = _bodies(task).velocity
    task.reset()
    before = velocity.copy()
    task.run(task.blocks)
    assert not np.array_equal(before, velocity)
    task.reset()
    assert np.array_equal(before, velocity)


def _bodies(task: Task):
    """The bodies that a task's kernel works on."""
    return next(cell.cell_contents for cell in task.run.__closure__ if isinstance(cell.cell_contents, tuple))[0]


def test_outcome(study):
    found = json.loads(study.outcome().as_json())
    assert found["kind"] == "kernels" and found["vectors"] and len(found["rows"]) == len(study.tasks)
    assert study.outcome().cells[0][0] == found["rows"][0]["kernel"]


def test_nothing_was_timed():
    assert list(KernelTimes().outcome().cells) == []


@pytest.mark.parametrize("mix", ["box", "sphere", "both"])
def test_pits(mix):
    scene = pit(45, mix)
    assert scene.free.sum() == 45 and scene.fixed.sum() == 5
    assert len(set(scene.shape[scene.free].tolist())) == (2 if mix == "both" else 1)


def test_the_pit_of_scene_c():
    """A pit of 2,000 boxes is the scene C."""
    from app.studies.neutral_scene import load, neutral
    ours, scene = pit(2000), neutral(load("C"))
    order = np.lexsort(scene.position[:5].T), np.lexsort(ours.position[:5].T)
    assert np.allclose(ours.position[:5][order[1]], scene.position[:5][order[0]])
    assert np.allclose(ours.half[:5][order[1]], scene.half[:5][order[0]])
    for name in ("position", "half", "spin", "mass"):
        assert np.array_equal(getattr(ours, name)[5:], getattr(scene, name)[5:])
