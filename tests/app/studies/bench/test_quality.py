"""Quality: figures that can be worked out by hand."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import scenes
from app.studies.bench.quality import measure, top_of_stack
from app.studies.neutral_scene import load, neutral
from physics.bodies.rotation import rotate


def _start(scene) -> np.ndarray:
    state = np.zeros((len(scene.shape), 13))
    state[:, 0:3], state[:, 6] = scene.position, 1
    return state


@pytest.fixture(scope="module")
def column():
    return neutral(load("G"))


@pytest.fixture(scope="module")
def chain():
    return neutral(load("J"))


def test_a_column_pressed_together(column):
    """Every cube sinks by 4 mm into the one below, the topmost besides stands 3 cm aside."""
    state = _start(column)
    state[1:, 2] -= 0.004 * np.arange(1, 21)
    state[20, 0] += 0.03
    found = measure(column, state[None])
    assert found.max_penetration == pytest.approx(0.004, rel=0.01)
    assert found.mean_penetration == pytest.approx(0.004, rel=0.01)
    assert found.top_drift == pytest.approx(0.03) and found.top_sink == pytest.approx(0.08)
    assert found.standing and found.finite and found.joint_gap is None


def test_a_column_that_fell(column):
    state = _start(column)
    state[20, 0:3] = 5, 0, 0.5
    found = measure(column, state[None])
    assert found.standing is False and found.top_drift == pytest.approx(5)


def test_a_tall_stack_that_is_pressed_together_stands():
    """A hundred layers, each 7 mm into the one below: 0.7 m at the top, and not fallen; 3 m aside or down is."""
    scene = neutral(load("B"))
    state = _start(scene)
    layer = np.round(scene.position[:, 2] - 0.5) * scene.free
    state[:, 2] -= 0.007 * layer
    assert measure(scene, state[None]).standing
    state[-1, 2] -= 3
    assert measure(scene, state[None]).standing is False


def test_kinetic_energy(column):
    """One cube of a ton moves at 2 m/s and spins at 3 rad/s: 2000 J + 750 J, over twenty cubes."""
    state = _start(column)
    state[5, 7], state[5, 12] = 2, 3
    assert measure(column, state[None]).kinetic_energy == pytest.approx((2000 + 0.5 * 1000 / 6 * 9) / 20)


def test_the_top_is_that_of_a_stack_only(column):
    assert top_of_stack(column) == 20
    assert top_of_stack(neutral(load("C"))) is None           # its bodies start in the air
    assert top_of_stack(neutral(load("I"))) is None           # and these hang


def test_joints_come_apart(chain):
    """The end of the chain is pulled by 1 cm, in the first of two looks only."""
    bodies = _start(chain)
    pulled = bodies.copy()
    load_row = int(chain.position[:, 0].argmax())
    pulled[load_row, 0] += 0.01
    found = measure(chain, np.array([pulled, bodies]))
    assert found.joint_gap == pytest.approx(0.01)
    assert found.max_penetration is None and found.energy_change == pytest.approx(0, abs=1e-12)


def test_energy_of_a_chain_that_fell_without_moving(chain):
    """All bodies half the chain's length lower and at rest: half of what a fall by the whole length frees is gone."""
    state = _start(chain)
    state[chain.free, 2] -= 25
    assert measure(chain, state[None]).energy_change == pytest.approx(-0.5)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e9])
def test_a_burst_is_told(column, value):
    state = _start(column)
    state[3, 0] = value
    assert not measure(column, state[None]).finite


def test_fixed_bodies_are_where_they_started(column):
    """Engines without data of fixed bodies have the same figures."""
    state = _start(column)
    state[0] = 0
    assert measure(column, state[None]).max_penetration == pytest.approx(0, abs=1e-5)


def test_empty(column):
    alone = {name: getattr(column, name)[:1] for name in ("shape", "solid", "half", "position", "velocity", "spin", "mass",
                                                          "friction", "fixed", "group")}
    scene = dataclasses.replace(column, **alone)
    assert measure(scene, _start(scene)[None]).max_penetration == 0


def test_overlap_and_energy_of_hulls():
    """A hull that is 1 cm in a floor, and spins at 2 rad/s about its longest axis, which its own axes are not."""
    body = "  - {name: %s, shape: {convex: {points: %s}}, position: [0, 0, %s]%s}"
    wedge = "[[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, 1, 1]]"
    slab = "[[-5, -5, -1], [5, -5, -1], [5, 5, -1], [-5, 5, -1], [-5, -5, 1], [5, -5, 1], [5, 5, 1], [-5, 5, 1]]"
    text = "format: 1\ntitle: Hulls\nabout: Two hulls.\nbodies:\n"
    scene = neutral(scenes.loads(text + body % ("floor", slab, -1, ", type: static") + "\n" + body % ("wedge", wedge, 5, "")))
    low = scene.solid[1].centre[2] + 1                                       # its base is so far below its centre
    state = _start(scene)
    state[1, 2], state[1, 10:13] = low - 0.01, rotate(scene.principal_axes[1], np.array((2.0, 0, 0)))
    found = measure(scene, state[None])
    assert found.max_penetration == pytest.approx(0.01, rel=1e-3)
    assert found.kinetic_energy == pytest.approx(2 * scene.inertia[1, 0])
    assert abs(scene.principal_axes[1, 3]) < 0.99
