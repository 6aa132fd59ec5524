"""The order of elimination: trees fill nothing, loops little, and nets are left where that is asked for."""
from __future__ import annotations

import numpy as np
import pytest

from physics.constraints.together.elimination import eliminate
from physics.constraints.together.choice import AUTO, DIRECT, SWEEP
from physics.constraints.together.graph import components_of, graph_of, left_out, shares_bodies
from tests.support.joined_parts import joined

CHAIN = np.array([(k - 1, k) for k in range(50)])                                   # the first is joined to nothing
TREE = np.array([(-1, 0), *(((k - 1) // 2, k) for k in range(1, 63))])
LOOP = np.array([(k, (k + 1) % 40) for k in range(40)])
SIDE = 20
NET = np.array([(SIDE * i + j, SIDE * (i + di) + j + dj) for i in range(SIDE) for j in range(SIDE) for di, dj in ((1, 0), (0, 1))
                if i + di < SIDE and j + dj < SIDE])


def filled(bodies: np.ndarray) -> int:
    """Entries that elimination alone makes."""
    return int((eliminate(bodies, np.inf).shared == 0).sum())


def dense_columns(bodies: np.ndarray, order: np.ndarray) -> np.ndarray:
    """(n, n) bool: L by elimination of a full matrix in this order."""
    share = np.array([[bool({*a} & {*b} - {-1}) for b in bodies.tolist()] for a in bodies.tolist()])
    full = share[np.ix_(order, order)]
    for k in range(len(full)):
        below = np.flatnonzero(full[k + 1:, k]) + k + 1
        full[np.ix_(below, below)] = True
    return np.tril(full, -1)


@pytest.mark.parametrize("bodies", (CHAIN, TREE, LOOP, NET[:200], np.array([(0, 1), (1, 0), (0, 1), (1, 2)])))
def test_columns_are_those_of_a_full_elimination(bodies):
    found = eliminate(bodies, np.inf)
    assert sorted(found.order) == list(range(len(bodies)))
    wanted = dense_columns(bodies, found.order)
    for k in range(len(bodies)):
        assert found.node[found.column[k]:found.column[k + 1]].tolist() == np.flatnonzero(wanted[:, k]).tolist()
    for k in range(len(bodies)):
        rows = range(found.column[k], found.column[k + 1])
        pairs = [(i, j) for i in rows for j in rows if j < i]
        for target, (i, j) in zip(found.target[found.update[k]:found.update[k + 1]], pairs, strict=True):
            column = np.searchsorted(found.column, target, "right") - 1
            assert (found.node[target], column) == (found.node[i], found.node[j])


def test_chains_and_trees_fill_nothing():
    assert filled(CHAIN) == 0 and filled(TREE) == 0, (filled(CHAIN), filled(TREE))
    assert 0 < filled(LOOP) <= len(LOOP)


@pytest.mark.parametrize("number", (50, 500))
def test_the_work_of_a_tree_grows_with_its_size(number):
    """Products of entries a joint stay the same."""
    tree = np.array([(-1, 0), *(((k - 1) // 2, k) for k in range(1, number))])
    assert len(eliminate(tree, np.inf).target) <= 3 * number


def test_shared_bodies_are_told_by_sides():
    """Of rows 1 -> 2 and 0 -> 1 the first has as a what the second has as b."""
    found = eliminate(np.array([(0, 1), (1, 2)]), np.inf)
    first = found.order[0]
    assert found.shared.tolist() == [2 if first == 0 else 4]


def test_nets_are_left():
    assert eliminate(NET, 12.0) is None and eliminate(NET, np.inf) is not None
    star = np.array([(0, k) for k in range(1, 400)])
    assert eliminate(star, 12.0) is None


def test_a_body_with_too_many_joints_is_swept_and_spoken_of():
    """400 joints at one body would take 80,000 numbers each for every pair of them."""
    star = np.array([(0, k) for k in range(1, 401)])
    assert components_of(joined(star), DIRECT) == []
    assert left_out([], joined(star)).startswith("solver.joint_solve: 400 parts")
    chain = components_of(joined(CHAIN[1:]), DIRECT)
    assert len(chain) == 1 and left_out(chain, joined(CHAIN[1:])) == ""


def test_components():
    """A chain, a net, a pair on a fixed body that connects nothing, and a part between fixed bodies."""
    chain, net, pair, fixed = CHAIN[1:], NET + 100, np.array([(900, 901), (902, 900)]), np.array([(900, 900)])
    made = joined(np.concatenate([chain, net, pair, fixed]), still=[900])
    assert components_of(made, SWEEP) == []
    direct = components_of(made, DIRECT)
    assert [len(one.parts) for one in direct] == [len(chain), len(net), 1, 1]
    assert [one.rows.tolist() for one in direct[2:]] == [[900, 901], [900, 902]] and direct[3].bodies.tolist() == [[1, 0]]
    auto = components_of(made, AUTO)
    alone = len(chain) + len(net)
    assert [one.parts.tolist() for one in auto] == [list(range(len(chain))), [alone], [alone + 1]]
    assert shares_bodies(made).tolist() == [part < alone for part in range(len(made.pairs))]


def test_graph_of_two_components_is_that_of_each():
    """The second one's nodes, entries, bodies and targets come after the first one's."""
    both = components_of(joined(np.concatenate([LOOP, CHAIN[1:] + 100])), DIRECT)
    graph = graph_of(both, 1000 + np.arange(200))
    alone = graph_of(both[1:], 1000 + np.arange(200))
    n, bodies, entries, targets = graph.first[1], graph.first_body[1], graph.column[graph.first[1]], graph.update[graph.first[1]]
    assert (graph.lane[n:] == alone.lane).all() and (graph.row[bodies:] == alone.row).all()
    assert (graph.body[n:] == alone.body + bodies).all() and (graph.column[n:] == alone.column + entries).all()
    assert (graph.node[entries:] == alone.node + n).all() and (graph.target[targets:] == alone.target + entries).all()
