"""The arrays that kernels work on: what each holds, its shape and its unit, and how they are allocated and grown.

Body rows.  The rows of dynamic, kinematic and static bodies lie in order of creation from FIRST on.  Below are private
dummies that padding lanes refer to (row `lane` as a, row 16 + `lane` as b: no two lanes share one) and the world's own row,
the partner of joints to the world.  Behind the bodies, from a block of their own on, lie the parts of compounds: rows with the
pose of their compound, that only collide.  Rows have 8 numbers so that sixteen of them are one transpose.

Blocks.  Pairs, manifolds and constraints live in blocks of sixteen, slot by slot: entry p's slot s is at
(p // 16 * SLOTS + s) * 16 + p % 16 of a flat array.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.definitions.body_types import STATIC
from physics.definitions.categories import ALL_CATEGORIES
from physics.simd.value import W

DUMMY_A, DUMMY_B, WORLD, FIRST = 0, W, 2 * W, 3 * W          # body rows, see above
DTYPES = {"single": np.float32, "double": np.float64}
LANE_BITS = W.bit_length() - 1                               # bits of an entry's number that number its lane
NO_SHAPE = 255                                               # Bodies.kind of a dummy: it has no box and touches nothing

BODY_CAPACITY = 64                                           # rows of a new world; doubled when full
NO_POINT = 1e30                                              # separation of a manifold point that does not exist [m]
FAR = 1e30                                                   # beyond every distance: of inverted boxes, of rays that miss [m]

# manifold block: the normal, the number of points, four points, and a bound
MANIFOLD_SLOTS = 25
NORMAL, COUNT, POINTS, POINT_SLOTS = 0, 3, 4, 5              # point j starts at POINTS + j * POINT_SLOTS with:
POSITION, SEPARATION, FEATURE = 0, 3, 4                      # position is relative to a's centre, along the world's axes

DISTANCE = 24                                                # of boxes and planes without points: a lower bound of their distance

# anchor block: the state at which a manifold that may be kept was found
ANCHOR_SLOTS = 18
BETWEEN, ROTATION_A, ROTATION_B = 0, 3, 7                    # x_b - x_a; quaternions
FOUND_SEPARATION, GAP = 11, 15                               # + j; the manifold's DISTANCE
KNOWN, KEPT = 16, 17                                         # 1 or 0: the above are known; the manifold is kept in this step

# ahead block: when in this step bodies meet, or when they pass each other, which may be before or after it [s], else 0;
# separation below which points of fast bodies exist, or, negative, overlap of bodies that pass [m]
AHEAD_SLOTS = 2
MEETING, REACH = 0, 1

# dense lists of the pairs of boxes that the narrow phase works on: the rows of their bodies, and numbers
LISTED_ROWS, LISTED_NUMBERS = 2, 5

# impulse row: impulses of the four points of a pair in the last substep, one cache line in single precision
IMPULSE_ROW, POINT_IMPULSES = 16, 4                          # point j starts at j * POINT_IMPULSES with:
NORMAL_IMPULSE, TANGENT_IMPULSE = 0, 1                       # the latter + (x, y, z) in the world

# centre row: impulses of friction at the manifold's centre, and of resistance against rolling and spinning
CENTRE_ROW = 8
CENTRE_IMPULSE, TWIST_IMPULSE = 0, 3                         # a vector of the world; the twist about the normal
RESISTANCE_IMPULSE = 4                                       # a vector of the world [N m s]
STIFFNESS_ROW = 8                                            # one for each kind of a contact's rows, and spare ones

FALLING = 6                                                  # in Bodies.velocity: share of its forces followed, under `avbd`

TOUCHES = 3                                                  # in Bodies.excess_turn: 1 where it touches something, beside joints

CURVATURE = 4                                                # in Bodies.resistance
EXCEEDED = 7                                                 # in row 0 of Bodies.excess_turn: 1 since any row was written
SURFACE_COMBINE = 6                                          # in Bodies.surface: rules for friction and restitution, see Material
WAY, TURN_WAY, WAY_BEFORE, TURN_WAY_BEFORE = 0, 1, 2, 3      # in Bodies.rest_way
TIME, OTHERS, SPHERES = 0, 1, 2                              # in Pairs.sweep
PLANE_OFFSET = HULL = 3                                      # in Bodies.shape: of a plane its offset, of a hull its number
MARK, ROUND = 6, 7                                           # in Bodies.shape: whether Bodies.surface differs from the default,
                                                             # what is round of it, one of the numbers below, or 0
SPHERE_ROUND, CAP_ROUND, RIM_ROUND = 1, -1, -2               # a sphere; a capsule; a cylinder, a cone: round ends are negative
PARTS_ROUND = -3                                             # a compound with round parts

# pair kinds: shapes of a and b; of two finite ones a's kind is the lower, and a plane is always b.  Of "solid", "solid" one at
# least is a capsule, a cylinder, a cone or a convex hull
PAIR_KINDS = (("sphere", "sphere"), ("sphere", "box"), ("box", "box"), ("solid", "solid"), ("sphere", "plane"), ("box", "plane"),
              ("solid", "plane"))


class Bodies(NamedTuple):
    """Everything about bodies, by row; `real` is the world's precision."""

    pose: np.ndarray              # (rows, 8) real: centre of mass [m], quaternion x y z w of the principal axes, spare
    velocity: np.ndarray          # (rows, 8) real: velocity of the centre of mass [m/s], angular velocity [rad/s],
                                  #                 FALLING, spare
    inverse_inertia: np.ndarray   # (rows, 8) real: inverse inertia in the world xx xy xz yy yz zz [1/(kg m2)],
                                  #                 inverse mass [1/kg], 1 where it turns, see `contacts.turning`
    local: np.ndarray             # (rows, 8) real: inverse inertia about the body's axes x y z [1/(kg m2)], inverse mass
                                  #                 [1/kg], linear, angular damping [1/s], 1 where gravity acts, spare
    shape: np.ndarray             # (rows, 8) real: size x y z [m] (plane: normal), a plane's offset [m], a
                                  #                 hull's or part's number, friction,
                                  #                 restitution, 1 where `surface` is not the default, ROUND
    surface: np.ndarray           # (rows, 8) real: velocity [m/s] and spin [rad/s] of the surface against the body, in the
                                  #                 body's axes; places in COMBINE of the rules for friction and restitution
    force: np.ndarray             # (rows, 8) real: force [N], torque [N m] during the next step, 2 spare
    delta: np.ndarray             # (rows, 8) real: motion since the start of the step: translation [m], rotation
                                  #                 vector [rad], marks of `contacts.held_bodies` and `contacts.later_bounces`
    excess_turn: np.ndarray       # (rows, 8) real: what of its turn since the start of the step is not in `delta`, of bodies that
                                  #                 turn fast: rotation vector [rad], TOUCHES, 4 spare; cleared beside joints
    push: np.ndarray              # (rows, 8) real: pseudo velocity of split impulse [m/s], [rad/s], 2 spare
    warm_start: np.ndarray        # (rows, 8) real: velocity before a substep's impulses, between substeps its change by
                                  #                 them [m/s], [rad/s], 2 spare
    spin_change: np.ndarray       # (rows, 8) real: of tumbling bodies on joints, spin less that of the last substep's rows
                                  #                 [rad/s], 1 where it is meant, 2 of tops; spin less that by which rows are
                                  #                 placed [rad/s], b of tops; see `bodies.tumbling`
    aabb: np.ndarray              # (rows, 8) real: low corner, high corner [m], 2 spare
    fat_aabb: np.ndarray          # (rows, 8) real: fat box, which contained the tight one when it was made [m], 2 spare
    rest_pose: np.ndarray         # (rows, 8) real: of a body at rest, its pose when its way was last measured anew: position
                                  #                 [m], quaternion, spare
    rest_way: np.ndarray          # (rows, 8) real: how far a point of the body was from there since, and how far by turning
                                  #                 alone; both in the `sleep_time` before that [m]; 4 spare
    resistance: np.ndarray        # (rows, 8) real: arms of rolling and of spinning resistance [m], as shares of the radius,
                                  #                 curvature of round shapes [1/m], 3 spare; see `contacts.rolling`
    part_box: np.ndarray          # (rows, 8) real: of a part of a compound, a box in the axes of the compound, about its centre:
                                  #                 centre, half extents [m]; 2 spare
    kind: np.ndarray              # (rows,) uint8 Shape.kind
    type: np.ndarray              # (rows,) uint8 DYNAMIC, STATIC or KINEMATIC
    group: np.ndarray             # (rows,) int32 bodies that share one that is not 0 never collide
    category: np.ndarray          # (rows,) int64 a bit for each of 32 categories that it belongs to
    mask: np.ndarray              # (rows,) int64 bits of the categories that it collides with
    sensor: np.ndarray            # (rows,) uint8 1: it reports what overlaps it, and collides with nothing
    uid: np.ndarray               # (rows,) int64, rising
    awake: np.ndarray             # (rows,) uint8 1: it moves, or was moved by hand since the last step; 0: static,
                                  #               at rest as a kinematic body, or asleep
    restless: np.ndarray          # (rows,) uint8 1: it never falls asleep
    joined: np.ndarray            # (rows,) uint8 1: a joint acts on it; 2: it is a top there, see
                                  #                 `constraints.own_axis`
    capped: np.ndarray            # (rows,) uint8 which caps slowed it down in the last step, see `bodies.caps`
    remainder_x: np.ndarray       # (rows,) real: what rounding has left of the position along x [m], see `simd.compensated`
    remainder_y: np.ndarray
    remainder_z: np.ndarray
    still: np.ndarray             # (rows,) real: how long it has been at rest [s]
    island: np.ndarray            # (rows,) int32 of a sleeping body: the row of the first body of its island
    travel: np.ndarray            # (rows,) real: how far it moves in this step, negative for bodies that are not dynamic, see
                                  #             `broad_phase.aabb.travels` [m]
    flush: np.ndarray             # (rows,) uint8 bits of the faces that go on in a neighbour's, see `seams.flush_faces`
    owner: np.ndarray             # (rows,) int32 of a part of a compound the compound's row, else the row itself


class Pairs(NamedTuple):
    """Pairs of bodies whose fat boxes overlap: their entries, in blocks by pair kind, and a sorted list of them."""

    a: np.ndarray                 # (blocks * 16,) int32 body row; padding lanes: DUMMY_A + lane
    b: np.ndarray                 # (blocks * 16,) int32 body row; padding lanes: DUMMY_B + lane
    manifolds: np.ndarray         # (blocks * MANIFOLD_SLOTS * 16,) real
    impulses: np.ndarray          # (blocks * 16, IMPULSE_ROW) real [N s]
    centres: np.ndarray           # (blocks * 16, CENTRE_ROW) real [N s], [N m s]; friction unused where it is at the points
    stiffness: np.ndarray         # (blocks * 16, STIFFNESS_ROW) real under `avbd` what rows of each kind keep [N/m], [N m/rad]
    matched: np.ndarray           # (blocks * 4 * 16,) real features of the points of these impulses
    anchors: np.ndarray           # (blocks * ANCHOR_SLOTS * 16,) real
    anchored: np.ndarray          # (blocks,) uint8 0: no pair of a block has KNOWN anchors
    ahead: np.ndarray             # (blocks * AHEAD_SLOTS * 16,) real
    looking: np.ndarray           # (blocks,) uint8 0: no pair of a block has a body that is not dynamic, nor anything in `ahead`
    sweep: np.ndarray             # (3,) real TIME over which fast pairs are swept [s], 0 if no body is fast; > 0 where one has to
                                  #            look ahead: SPHERES for pairs of spheres, OTHERS for all others
    found: np.ndarray             # like `manifolds`: manifolds of boxes as they are found, before they are copied there
    listed_rows: np.ndarray       # (blocks * LISTED_ROWS * 16,) int32 body rows of listed pairs of boxes, see `listing`
    listed_numbers: np.ndarray    # (blocks * LISTED_NUMBERS * 16,) real numbers of these pairs
    points: np.ndarray            # (blocks * 16,) uint8 how many points each pair has, 0 for those not due
    kind_start: np.ndarray        # (kinds + 1,) int64 first block of each pair kind's region
    kind_end: np.ndarray          # (kinds,) int64 one past its last block in use; later ones were never written
    keys: np.ndarray              # (blocks * 16,) int64 the list: keys of pairs, rising, by pair kind and the two rows
    order: np.ndarray             # (blocks * 16,) int32 the list: entries of pairs
    number: np.ndarray            # (1,) int64 length of the list
    free: np.ndarray              # (blocks * 16,) int32 from each region's start on: its stack of free entries
    free_count: np.ndarray        # (kinds,) int64 height of each stack
    due: np.ndarray               # (blocks * 16,) uint8 1: one of its bodies is awake; 0: the pair stays unchanged


def real_of(precision: str) -> type:
    """numpy scalar type of a precision."""
    return DTYPES[precision]


def aligned(shape: tuple[int, ...] | int, dtype, fill=0) -> np.ndarray:
    """An array that starts on a 64 byte line, so that a lane value does not straddle two.

    Zeros come from the operating system, which provides pages when they are first touched.
    """
    shape = (shape,) if isinstance(shape, int) else shape
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(size + 64, np.uint8)
    start = -raw.ctypes.data % 64
    array = raw[start:start + size].view(dtype).reshape(shape)
    if fill:
        array[...] = fill
    return array


def grown(array: np.ndarray, length: int) -> np.ndarray:
    """A copy with `length` entries along the first axis, new ones zero."""
    larger = aligned((length, *array.shape[1:]), array.dtype)
    larger[:len(array)] = array
    return larger


def end_block(count: int) -> int:
    """One past the last block of sixteen rows that holds one of `count` bodies."""
    return (FIRST + count + W - 1) // W


def new_bodies(capacity: int, precision: str) -> Bodies:
    """Rows for `capacity` bodies (rounded up to sixteen), all of them immovable dummies."""
    rows = FIRST + -(-capacity // W) * W
    real = real_of(precision)
    fields = {name: aligned((rows, 8), real) for name in Bodies._fields[:Bodies._fields.index("kind")]}
    bodies = Bodies(**fields, kind=aligned(rows, np.uint8), type=aligned(rows, np.uint8, STATIC),
                    group=aligned(rows, np.int32), category=aligned(rows, np.int64), mask=aligned(rows, np.int64),
                    sensor=aligned(rows, np.uint8), uid=aligned(rows, np.int64), awake=aligned(rows, np.uint8),
                    restless=aligned(rows, np.uint8), joined=aligned(rows, np.uint8),
                    capped=aligned(rows, np.uint8), remainder_x=aligned(rows, real), remainder_y=aligned(rows, real),
                    remainder_z=aligned(rows, real), still=aligned(rows, real), island=aligned(rows, np.int32),
                    travel=aligned(rows, real), flush=aligned(rows, np.uint8), owner=aligned(rows, np.int32))
    reset_rows(bodies, 0, rows)
    bodies.awake[WORLD:FIRST] = 0
    return bodies


def reset_rows(bodies: Bodies, first: int, end: int) -> None:
    """Make rows first .. end - 1 dummies: at the origin, unit size, immovable, of the usual category, with boxes that overlap
    nothing."""
    for array in bodies:
        array[first:end] = 0
    bodies.pose[first:end, 6] = 1
    bodies.shape[first:end, :3] = 1
    bodies.type[first:end] = STATIC
    bodies.kind[first:end] = NO_SHAPE
    bodies.owner[first:end] = np.arange(first, end)
    bodies.awake[first:end] = 1
    bodies.category[first:end], bodies.mask[first:end] = 1, ALL_CATEGORIES
    for boxes in (bodies.aabb, bodies.fat_aabb):
        boxes[first:end, 0:3], boxes[first:end, 3:6] = FAR, -FAR


def new_pairs(blocks: int, precision: str, padding: int | None = None) -> Pairs:
    """Room for `blocks` blocks of pairs; the last `padding` of them, by default all, are made padding without points.

    The last block stays padding: no region contains it, and unused lanes of constraint blocks read it.
    """
    real, entries, kinds = real_of(precision), blocks * W, len(PAIR_KINDS)
    pairs = Pairs(a=aligned(entries, np.int32), b=aligned(entries, np.int32),
                  manifolds=aligned(entries * MANIFOLD_SLOTS, real), impulses=aligned((entries, IMPULSE_ROW), real),
                  centres=aligned((entries, CENTRE_ROW), real),
                  stiffness=aligned((entries, STIFFNESS_ROW), real), matched=aligned(entries * 4, real),
                  anchors=aligned(entries * ANCHOR_SLOTS, real), anchored=aligned(blocks, np.uint8),
                  ahead=aligned(entries * AHEAD_SLOTS, real),
                  looking=aligned(blocks, np.uint8),
                  sweep=aligned(3, real), found=aligned(entries * MANIFOLD_SLOTS, real),
                  listed_rows=aligned(entries * LISTED_ROWS, np.int32),
                  listed_numbers=aligned(entries * LISTED_NUMBERS, real),
                  points=aligned(entries, np.uint8), kind_start=aligned(kinds + 1, np.int64),
                  kind_end=aligned(kinds, np.int64), keys=aligned(entries, np.int64),
                  order=aligned(entries, np.int32), number=aligned(1, np.int64), free=aligned(entries, np.int32),
                  free_count=aligned(kinds, np.int64), due=aligned(entries, np.uint8, 1))
    first = 0 if padding is None else blocks - padding
    lanes = np.arange((blocks - first) * W, dtype=np.int32) % W
    pairs.a[first * W:], pairs.b[first * W:] = DUMMY_A + lanes, DUMMY_B + lanes
    manifolds = pairs.manifolds.reshape(blocks, MANIFOLD_SLOTS, W)[first:]
    for j in range(4):
        manifolds[:, POINTS + j * POINT_SLOTS + SEPARATION] = NO_POINT
        manifolds[:, POINTS + j * POINT_SLOTS + FEATURE] = -1
    return pairs
