"""The arrays of joints that are solved together: their graph, which changes seldom, and the numbers of the present substep.

A node is a part of a joint with its up to three rows; nodes lie component after component, in the order in which they are
eliminated.  A column is the node's part of the lower triangle of the matrix: one entry, three by three numbers, for each later
node that it acts upon.  All numbers are float64 whatever the precision of the world: sums over many bodies need them.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned, real_of
from physics.constraints.part import UNLIMITED
from physics.simd.value import W

BIAS, SOFTNESS, LEAST, MOST = 0, 3, 4, 5          # slots of Together.aim: of each row; of the part; bounds as in `block`
AIM_SLOTS = 6
SIDE, ROW_NUMBERS, BOTH = 6, 12, 36               # numbers of a row for one body and for both; of three rows for both
BLOCK = 9                                         # numbers of an entry
A_A, A_B, B_A, B_B = 1, 2, 4, 8                   # bits of Together.shared: which side of an entry's row is which of its column
POINT_ALONE, POINT_AS_ROWS = 1, 2                # of Together.point: by the short formulas; as other nodes, for bodies are held
FREE, AT_LEAST, AT_MOST, CUT, OUT = 0, 1, 2, 3, 4  # of Together.bound; CUT: as long as a point's impulse may be; OUT: no unknown
ROUNDING = 16.0                                   # roundings of the world's precision that a dependent row's pivot may have
BOUNDED = 0.5 * UNLIMITED                        # bounds below this are bounds
LEAST_PIVOT = 1e-12                               # of its diagonal, in any precision
POINTS = 4                                       # of a manifold, at most
MOST_BORNE = 8                                    # contact points of a body that are solved with its joints; others are swept
LOADED, GRIPS, WAITS = 1, 2, 4                    # bits of Together.hold: presses; friction below its bound; without any part
SIDEWAYS, GIVE_ASIDE, ASIDE, SIDE_ROW = 6, 8, 9, 10   # slots of Together.side_row after J: direction, give, impulse; their number


class Together(NamedTuple):
    """Components of joints that are solved together."""

    first: np.ndarray              # (components + 1,) int64 first node of each component
    first_body: np.ndarray         # (components + 1,) int64 first of the bodies of each
    touched: np.ndarray            # (components,) uint8 1: a body of it has contacts in this step
    meets: np.ndarray              # (bodies,) uint8 1: the body has
    row: np.ndarray                # (bodies,) int32 row of each body; immovable ones, which only their motion tells from others
    lane: np.ndarray               # (nodes,) int64 the node's part, by its lane among those of all blocks
    body: np.ndarray               # (nodes, 2) int64 its bodies a and b
    column: np.ndarray             # (nodes + 1,) int64 first entry of each node's column
    node: np.ndarray               # (entries,) int64 the node of each entry's row, rising within a column
    shared: np.ndarray             # (entries,) int64 which bodies both nodes have, A_A ... B_B; 0: filled by elimination alone
    update: np.ndarray             # (nodes + 1,) int64 first target of each column
    target: np.ndarray             # (updates,) int64 entry that two entries of a column, the second below the first, change
    member: np.ndarray             # (blocks,) uint8 1: the parts of a block are solved together
    dependent: np.ndarray          # (1,) least share of its diagonal that a pivot has, below it the row depends on others
    aim: np.ndarray                # (blocks * AIM_SLOTS * 16,) real
    point: np.ndarray              # (nodes,) uint8 POINT_ALONE or POINT_AS_ROWS: the node is a point
    arm: np.ndarray                # (nodes, 6) of a point: r_a, r_b
    inertia: np.ndarray            # (nodes, 12) inverse inertias of a's and b's body: xx, xy, xz, yy, yz, zz
    pull: np.ndarray               # (nodes, 6) of a point: tr(I^-1) r - I^-1 r, likewise
    jacobian: np.ndarray           # (nodes, BOTH) J, row after row: v_a, w_a, v_b, w_b
    response: np.ndarray           # (nodes, BOTH) M^-1 J^T, likewise
    diagonal: np.ndarray           # (nodes, BLOCK) J M^-1 J^T of each node
    matrix: np.ndarray             # (entries, BLOCK) likewise of two nodes: row of the entry, column
    reduced: np.ndarray            # (entries, BLOCK) the same after the elimination of earlier nodes
    lower: np.ndarray              # (entries, BLOCK) L
    pivot: np.ndarray              # (nodes, BLOCK) D, and its inverse when the node is eliminated
    factored: np.ndarray           # (components,) uint8 1: L and D are of the present matrix, with
    made_for: np.ndarray           # (nodes, 2) softness and state of each row, see `factor`
    bias: np.ndarray               # (nodes, 3)
    softness: np.ndarray           # (nodes,) compliance as a share of the node's own J M^-1 J^T
    bounds: np.ndarray             # (nodes, 2) least and most
    bound: np.ndarray              # (nodes,) int64 FREE, AT_LEAST, ...
    impulse: np.ndarray            # (nodes, 3)
    change: np.ndarray             # (nodes, 3) right side, then the change of impulses
    speed: np.ndarray              # (bodies, SIDE) velocity, or whatever motion is sought
    before: np.ndarray             # (bodies, SIDE) the same as the solution began
    first_impulse: np.ndarray      # (nodes, 3) likewise
    tension: np.ndarray            # (bodies, 5) sums over the points of a body, see `stiffen`
    share: np.ndarray              # (bodies,) of its inverse inertia that a body keeps in this substep
    fewer: np.ndarray              # (bodies,) of that, what it keeps after a solution
    light: np.ndarray              # (n,) int32 rows of light bodies, rising, see `choice`
    light_body: np.ndarray         # (n,) int64 their places among the bodies
    node_at: np.ndarray            # (bodies,) int64 2 node + side of a node at each body
    felt: np.ndarray               # (bodies,) of a light body, its share of its component's mass
    bears: np.ndarray              # (components,) int64 1: its matrix is that of bodies that contacts hold, see `bearing`
    met: np.ndarray                # (components,) uint8 1: impulses of its points are applied in this substep
    held: np.ndarray               # (bodies,) int64 1: the body's response is by its mobility
    borne: np.ndarray              # (bodies,) int64 number of its contact points, of which for each
    borne_key: np.ndarray          # (bodies, MOST_BORNE) int64 4 row + number of the point in its manifold; row: the other body's
    borne_at: np.ndarray           # (bodies, MOST_BORNE) int64 2 place + side; place: where its numbers begin in Contacts.data
    wrench: np.ndarray             # (bodies, MOST_BORNE, 18) J of its normal row and those of friction
    load: np.ndarray               # (bodies, MOST_BORNE, 3) impulses
    lack: np.ndarray               # (bodies, MOST_BORNE, 3) bias
    give: np.ndarray               # (bodies, MOST_BORNE, 3) speed for each unit of impulse by which a row gives way
    w: np.ndarray                  # (bodies, MOST_BORNE, 3) J V + bias
    found_load: np.ndarray         # (bodies, MOST_BORNE, 3) impulses that a solution found
    found_w: np.ndarray            # (bodies, MOST_BORNE, 3) likewise
    last_speed: np.ndarray         # (bodies, SIDE) velocity from which it went
    last_impulse: np.ndarray       # (nodes, 3) likewise
    side_row: np.ndarray           # (bodies, MOST_BORNE, SIDE_ROW) row along which friction at its bound turns
    friction_bound: np.ndarray     # (bodies, MOST_BORNE) greatest friction
    grip: np.ndarray               # (bodies, MOST_BORNE) friction coefficient
    hold: np.ndarray               # (bodies, MOST_BORNE) int64 LOADED, ...
    made_of: np.ndarray            # (bodies, MOST_BORNE, 2) state and give of the normal row of which `mobility` is made
    mobility: np.ndarray           # (bodies, SIDE, SIDE) inverse mass matrix of a body that contacts hold
    answer: np.ndarray             # (bodies, SIDE) working memory
    felt_diagonal: np.ndarray      # (nodes, BLOCK) as `diagonal`, of bodies that contacts hold


class Graph(NamedTuple):
    """The graph of all components; fields as in Together."""

    first: np.ndarray
    first_body: np.ndarray
    row: np.ndarray
    lane: np.ndarray
    body: np.ndarray
    column: np.ndarray
    node: np.ndarray
    shared: np.ndarray
    update: np.ndarray
    target: np.ndarray


def new_together(graph: Graph, member: np.ndarray, precision: str, felt: np.ndarray | None = None) -> Together:
    """Room for the components of a graph; member: (blocks,) uint8; felt: (bodies,) as in Together, 0 of bodies that are not
    light, None: none is."""
    nodes, entries, bodies, real = len(graph.lane), len(graph.node), len(graph.row), real_of(precision)

    def room(*shape: int) -> np.ndarray:
        return aligned(shape, np.float64)

    felt = np.zeros(bodies) if felt is None else felt
    light = np.flatnonzero(felt)
    light = light[np.argsort(graph.row[light])]
    places = bodies if len(light) else 0
    node_at = np.zeros(bodies, np.int64)
    node_at[graph.body] = 2 * np.arange(nodes)[:, None] + np.arange(2)

    return Together(*graph[:2], np.ones(len(graph.first) - 1, np.uint8), np.ones(bodies, np.uint8), *graph[2:], member,
                    np.array([max(ROUNDING * float(np.finfo(real).eps), LEAST_PIVOT)]),
                    aligned(len(member) * AIM_SLOTS * W, real), point=np.zeros(nodes, np.uint8), arm=room(nodes, 6),
                    inertia=room(nodes, 12), pull=room(nodes, 6), jacobian=room(nodes, BOTH), response=room(nodes, BOTH),
                    diagonal=room(nodes, BLOCK), matrix=room(entries, BLOCK), reduced=room(entries, BLOCK),
                    lower=room(entries, BLOCK), pivot=room(nodes, BLOCK),
                    factored=np.zeros(len(graph.first) - 1, np.uint8), made_for=room(nodes, 2), bias=room(nodes, 3),
                    softness=room(nodes), bounds=room(nodes, 2), bound=np.zeros(nodes, np.int64), impulse=room(nodes, 3),
                    change=room(nodes, 3), speed=room(bodies, SIDE), before=room(bodies, SIDE), first_impulse=room(nodes, 3),
                    tension=room(bodies, 5), share=np.ones(bodies), fewer=np.ones(bodies), light=graph.row[light],
                    light_body=light, node_at=node_at, felt=felt, bears=np.zeros(len(graph.first) - 1, np.int64),
                    met=np.zeros(len(graph.first) - 1, np.uint8),
                    held=np.zeros(bodies, np.int64), borne=np.zeros(bodies, np.int64),
                    borne_key=np.zeros((places, MOST_BORNE), np.int64), borne_at=np.zeros((places, MOST_BORNE), np.int64),
                    wrench=room(places, MOST_BORNE, 3 * SIDE), load=room(places, MOST_BORNE, 3), lack=room(places, MOST_BORNE, 3),
                    give=room(places, MOST_BORNE, 3), w=room(places, MOST_BORNE, 3), found_load=room(places, MOST_BORNE, 3),
                    found_w=room(places, MOST_BORNE, 3), last_speed=room(bodies, SIDE), last_impulse=room(nodes, 3),
                    side_row=room(places, MOST_BORNE, SIDE_ROW), friction_bound=room(places, MOST_BORNE),
                    grip=room(places, MOST_BORNE), hold=np.zeros((places, MOST_BORNE), np.int64),
                    made_of=room(places, MOST_BORNE, 2), mobility=room(places, SIDE, SIDE), answer=room(places, SIDE),
                    felt_diagonal=room(nodes, BLOCK))


def nothing_together(precision: str) -> Together:
    """No components."""
    none, start = np.zeros(0, np.int64), np.zeros(1, np.int64)
    graph = Graph(first=start, first_body=start.copy(), row=np.zeros(0, np.int32), lane=none, body=np.zeros((0, 2), np.int64),
                  column=start.copy(), node=none.copy(), shared=none.copy(), update=start.copy(), target=none.copy())
    return new_together(graph, np.zeros(0, np.uint8), precision)
