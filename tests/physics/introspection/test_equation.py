"""The terms of every row's equation sum to the shown impulse, and nothing is left for the bounds where a row is within them."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.contacts.layout import PYRAMID
from physics.definitions.settings import JOINT_SOLVES
from physics.introspection.law.natural_map import bounds_of
from physics.introspection.record import record_of
from physics.introspection.refusal import NoInsight
from physics.introspection.tabulate import states_of
from physics.introspection.equation import BLOCKS
from tests.physics.introspection.test_explain import EXACT, STABILIZATIONS, stabilized
from tests.support.constraint_worlds import heap
from tests.support.joint_zoo import zoo


def within_when_solved(world: World) -> np.ndarray:
    """(m,) bool: rows whose impulse was strictly within its bounds after the last sweep of solving."""
    record = record_of(world)
    rows, p = record.substeps[-1].rows, record.parameters
    impulse = record.impulses[record.substeps[-1].first + p.iterations] - record.substeps[-1].bounced
    states = states_of(rows, impulse, bounds_of(rows, impulse)[1], np.dtype(np.float64), p.solve.friction != PYRAMID)
    return np.isin(states, ("free", "sticking"))


def assert_equations(world: World) -> None:
    """The terms of all rows sum to the impulse; `bounds` is 0 within the bounds."""
    table, within, whole = world.rows(), within_when_solved(world), world.state_hash()
    assert table.size > 10 and within.any()
    for row in range(table.size):
        equation = world.equation(row)
        terms = {term.name: term.value for term in equation.terms}
        assert abs(equation.impulse - table.impulse[row]) < EXACT and equation.kind == table.kind[row]
        assert abs(sum(terms.values()) - table.impulse[row]) < EXACT
        assert not within[row] or abs(terms.get("bounds", 0.0)) < EXACT, (equation, table.state[row])
        assert equation.why
        assert tuple(part.name for part in equation.motion) == BLOCKS
        assert abs(sum(part.value for part in equation.motion) - terms["velocity"]) < EXACT
        speed = next(term.source for term in equation.terms if term.name == "velocity")
        assert abs(sum(part.source for part in equation.motion) - speed) < EXACT
    assert world.state_hash() == whole


@pytest.mark.parametrize("name", STABILIZATIONS)
@pytest.mark.parametrize("friction", ("cone", "pyramid", "manifold_centre"))
@pytest.mark.parametrize("iterations", (2, 3))
def test_contacts(name, friction, iterations):
    """Belts included; an even number of sweeps ends backward."""
    assert_equations(stabilized(heap, name, 150, friction_model=friction, substeps=2, iterations=iterations, belts=True,
                                resisting=True))


@pytest.mark.parametrize("name", STABILIZATIONS)
@pytest.mark.parametrize("block_solve", (True, False))
@pytest.mark.parametrize("joint_solve", JOINT_SOLVES)
def test_every_joint(name, block_solve, joint_solve):
    assert_equations(stabilized(zoo, name, 31, substeps=3, iterations=2, block_solve=block_solve, joint_over_relaxation=1.2,
                                joint_solve=joint_solve))


def resting(dt: float = 1 / 60, **solver) -> World:
    """A ball that was pushed 13 mm into the floor."""
    world = World(precision="double", dt=dt, solver=SolverSettings(**solver))
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.487))
    world.step()
    return world


def test_why_of_an_overlap():
    """8 mm deeper than the slop; 0.2 of it in a step of 1/240 s are 0.384 m/s."""
    world = resting(dt=1 / 240, stabilization="baumgarte", substeps=1, iterations=4, beta=0.2, slop=0.005)
    row = int(np.flatnonzero(world.rows().kind == "normal")[0])
    why = world.equation(row).why
    assert why == "pushed back at 0.384 m/s: 8 mm deeper than the slop, and beta takes 0.2 of that every 4.17 ms"
    assert world.rows().bias_push[row] == pytest.approx(-0.2 * 240 * 0.008)


@pytest.mark.parametrize("settings, words", (({"stabilization": "none"}, "pushes nothing back"),
                                             ({"stabilization": "split_impulse"}, "without velocity"),
                                             ({"stabilization": "soft"}, "its spring takes"),
                                             ({"stabilization": "soft", "push_speed": 0.01}, "as fast as is allowed")))
def test_why_of_other_stabilizations(settings, words):
    world = resting(substeps=2, iterations=2, **settings)
    assert words in world.equation(0).why


def test_why_of_friction():
    """A box that slides, and one that a slope holds."""
    for speed, friction, words in ((3.0, 0.3, "slides"), (0.0, 0.8, "sticks")):
        world = World(precision="double", gravity=(3, 0, -9.81))
        world.add_body(shape=Plane(), type="static", friction=friction)
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5), velocity=(speed, 0, 0), friction=friction)
        for _ in range(20):
            world.step()
        table = world.rows()
        row = int(np.flatnonzero((table.kind == "friction") & (np.abs(table.impulse) > 1e-6))[0])
        assert world.equation(row).why.startswith(words)
        assert table.state[row] == {"slides": "sliding", "sticks": "sticking"}[words]


def test_no_such_row():
    world = resting(stabilization="soft")
    with pytest.raises(NoInsight, match="row 99: the last step has 3 rows"):
        world.equation(99)
