"""Islands: union-find against a plain search on random graphs, and what belongs to an island of a world."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Plane, Sphere, World
from physics.bodies.arrays import FIRST, new_bodies
from physics.definitions.body_types import DYNAMIC, KINEMATIC, STATIC
from physics.dynamics.coloring import ConstraintList
from physics.dynamics.islands import Forest, begin_islands, fall_asleep, keep_awake, touch_sleepers, unite, wake_islands
from tests.support.seeds import seeds


class Graph:
    """Bodies of random types and random edges between them, and their components by a search that has no forest."""

    def __init__(self, seed: int):
        self.rng = rng = np.random.default_rng(seed)
        self.count = int(rng.integers(1, 120))
        self.bodies = new_bodies(self.count, "single")
        self.rows = np.arange(FIRST, FIRST + self.count)
        self.bodies.type[self.rows] = rng.choice([DYNAMIC, DYNAMIC, DYNAMIC, STATIC, KINEMATIC], self.count)
        self.bodies.awake[self.rows] = self.bodies.type[self.rows] == DYNAMIC
        a, b = rng.choice(self.rows, (2, int(rng.integers(0, 2 * self.count)))).astype(np.int32)
        self.edges = ConstraintList(a, b, a, a)

    def dynamic(self, row: int) -> bool:
        return self.bodies.type[row] == DYNAMIC

    def component(self, row: int) -> set[int]:
        found, waiting = {row}, [row]
        while waiting:
            here = waiting.pop()
            for a, b in [*zip(self.edges.a, self.edges.b), *zip(self.edges.b, self.edges.a)]:
                if a == here and self.dynamic(a) and self.dynamic(b) and b not in found:
                    found.add(int(b))
                    waiting.append(int(b))
        return found

    def forest(self) -> np.ndarray:
        parent = np.zeros(len(self.bodies.uid), np.int32)
        begin_islands(FIRST, FIRST + self.count, parent)
        unite(self.edges, len(self.edges.a), self.bodies, parent)
        return parent

    def root(self, parent: np.ndarray, row: int) -> int:
        while parent[row] != row:
            row = int(parent[row])
        return row


@pytest.mark.parametrize("seed", seeds(40))
def test_roots_are_the_first_rows_of_components(seed):
    graph = Graph(seed)
    parent = graph.forest()
    for row in graph.rows:
        assert graph.root(parent, int(row)) == (min(graph.component(int(row))) if graph.dynamic(row) else row)


@pytest.mark.parametrize("seed", seeds(40))
def test_order_of_the_edges_does_not_matter(seed):
    graph = Graph(seed)
    parent = graph.forest()
    expected = [graph.root(parent, int(row)) for row in graph.rows]
    order = graph.rng.permutation(len(graph.edges.a))
    graph.edges = ConstraintList(*(array[order] for array in graph.edges))
    parent = graph.forest()
    assert [graph.root(parent, int(row)) for row in graph.rows] == expected


@pytest.mark.parametrize("seed", seeds(40))
def test_an_island_sleeps_whole_or_not_at_all(seed):
    graph = Graph(seed)
    bodies, rng = graph.bodies, graph.rng
    bodies.still[graph.rows] = rng.choice([1.0, 1.0, 1.0, 0.25], graph.count)
    bodies.restless[graph.rows] = rng.random(graph.count) < 0.05
    bodies.velocity[graph.rows] = 0.01
    moving = graph.rows[(bodies.type[graph.rows] == KINEMATIC) & (rng.random(graph.count) < 0.2)]
    bodies.awake[moving] = 1
    expected = set()
    for row in graph.rows[bodies.type[graph.rows] == DYNAMIC]:
        island = graph.component(int(row))
        pushed = {int(x) for a, b in zip(graph.edges.a, graph.edges.b) for x, y in ((a, b), (b, a)) if y in moving}
        if all(bodies.still[r] >= 0.5 and not bodies.restless[r] for r in island) and not island & pushed:
            expected.add(int(row))
    parent, busy = graph.forest(), np.zeros(len(bodies.uid), np.uint8)
    keep_awake(graph.edges, len(graph.edges.a), bodies, parent, busy)
    assert fall_asleep(FIRST, FIRST + graph.count, bodies, Forest(parent, busy), 0.5) == len(expected)
    slept = graph.rows[(bodies.type[graph.rows] == DYNAMIC) & (bodies.awake[graph.rows] == 0)]
    assert set(slept.tolist()) == expected
    assert not bodies.velocity[slept].any()
    assert [int(bodies.island[row]) for row in slept] == [min(graph.component(int(row))) for row in slept]


@pytest.mark.parametrize("seed", seeds(20))
def test_a_touch_wakes_the_whole_island_and_no_other(seed):
    graph = Graph(seed)
    bodies, all_rows = graph.bodies, (FIRST, FIRST + graph.count)
    bodies.still[:] = 1
    parent, flags = graph.forest(), np.zeros(len(bodies.uid), np.uint8)
    fall_asleep(*all_rows, bodies, Forest(parent, flags), 0.5)
    flags[:] = 0
    assert not touch_sleepers(graph.edges, len(graph.edges.a), bodies, flags)
    sleeper = next((int(row) for row in graph.rows if graph.dynamic(row)), None)
    if sleeper is None:
        return
    visitor = new_bodies(graph.count + 16, "single")
    for ours, theirs in zip(bodies, visitor):
        theirs[:len(ours)] = ours
    row = len(bodies.uid)                            # one more body, awake
    visitor.type[row] = DYNAMIC
    touch = np.array([row], np.int32), np.array([sleeper], np.int32)
    flags = np.zeros(len(visitor.uid), np.uint8)
    assert touch_sleepers(ConstraintList(*touch, *touch), 1, visitor, flags)
    assert wake_islands(FIRST, row, visitor, flags) == len(graph.component(sleeper))
    awake = {int(r) for r in graph.rows if graph.dynamic(r) and visitor.awake[r]}
    assert awake == graph.component(sleeper) and not flags.any()


def test_islands_of_a_world():
    """Contacts and joints join dynamic bodies; the floor and a kinematic board do not."""
    world = World()
    floor = world.add_body(shape=Plane(), type="static")
    low, high = (world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 + k)) for k in range(2))
    apart = world.add_body(shape=Sphere(radius=0.5), position=(5, 0, 0.5))
    a, b = (world.add_body(shape=Sphere(radius=0.2), position=(x, 9, 5)) for x in (0, 3))
    world.add_joint(BallSocket(a=a, b=b, anchor=(1.5, 9, 5)))
    board = world.add_body(shape=Box(half=(2, 2, 0.1)), type="kinematic", position=(20, 0, 2))
    on_board = [world.add_body(shape=Box(half=(0.3, 0.3, 0.3)), position=(19 + 2 * k, 0, 2.4)) for k in range(2)]
    world.step()
    first = dict(zip(world.uids.tolist(), world.islands.tolist()))
    assert first == {floor.uid: floor.uid, low.uid: low.uid, high.uid: low.uid, apart.uid: apart.uid, a.uid: a.uid, b.uid: a.uid,
                     board.uid: board.uid, **{body.uid: body.uid for body in on_board}}
