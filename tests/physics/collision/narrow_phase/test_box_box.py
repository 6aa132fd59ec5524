"""Box against box: every output against a slow reference with an algorithm of its own, at random and at corners of the domain."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics.bodies.arrays import FIRST, new_bodies
from physics.collision.narrow_phase.box_box import BoxRule, collide_box_box
from physics.collision.narrow_phase.edge_contact import EDGE_PAIRS, FIRST_FEATURE
from tests.support import box_reference as reference
from tests.support.samples import manifold, pair_list

SIZES = {                                       # [m] half lengths of A and B
    "cubes": ((0.05,) * 3, (0.05,) * 3),
    "cube and small cube": ((0.05,) * 3, (0.013,) * 3),
    "slabs": ((0.08, 0.08, 0.005), (0.06, 0.09, 0.004)),
    "needles": ((0.002, 0.002, 0.09), (0.002, 0.09, 0.002)),
    "slab and needle": ((0.08, 0.08, 0.005), (0.002, 0.002, 0.09)),
    "all different": ((0.02, 0.05, 0.11), (0.09, 0.03, 0.013)),
}
TURNS = [q / np.linalg.norm(q) for q in (np.array(t, float) for t in itertools.product((-1, 0, 1), repeat=4))
         if np.linalg.norm(q) in (1.0, 2.0) or np.isclose(np.linalg.norm(q), np.sqrt(2))]
CUBE_TURNS = [q for k, q in enumerate(TURNS) if not any(np.allclose(abs(q @ p), 1) for p in TURNS[:k])]
TILTS = (0.0, 1e-15, 1e-7, 1e-5, 1e-4, 1e-3, 0.05, np.pi / 4)


def small_turn(rng, angle: float) -> np.ndarray:
    """A rotation by `angle` about a random axis."""
    axis = rng.normal(size=3)
    return np.append(np.sin(angle / 2) * axis / np.linalg.norm(axis), np.cos(angle / 2))


def product(p, q) -> np.ndarray:
    """q followed by p."""
    x, y, z, w = p
    return np.array([[w, -z, y, x], [z, w, -x, y], [-y, x, w, z], [-x, -y, -z, w]]) @ q


def random_turn(rng) -> np.ndarray:
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)


def random_configs(rng, count, half_a, half_b):
    """Poses (position of A, quaternion of A, offset of B, quaternion of B): boxes that share a random point, then moved
    apart along the way of least overlap by most of it or a little more."""
    configs = []
    for _ in range(count):
        qa, qb = random_turn(rng), random_turn(rng)
        a, b = reference.boxed(half_a, (0, 0, 0), qa), reference.boxed(half_b, (0, 0, 0), qb)
        offset = a.axes @ (rng.uniform(-1, 1, 3) * half_a) - b.axes @ (rng.uniform(-1, 1, 3) * half_b)
        b = b._replace(centre=offset)
        axes = [*a.axes.T, *b.axes.T, *(n / np.linalg.norm(n) for n in (np.cross(p, q) for p in a.axes.T for q in b.axes.T))]
        gaps = reference.separations_along(a, b, np.array(axes).T)
        overlap, axis = gaps.max(), axes[gaps.argmax()]
        away = axis * np.sign(axis @ offset)
        configs.append((rng.normal(size=3) * 0.1, qa, offset - away * overlap * rng.uniform(0.0, 1.3), qb))
    return configs


def canonical_configs(rng, half_a, half_b, share: float):
    """The 24 x 24 orientations of a cube, tilted a little, side by side along an axis or overlapping."""
    configs = []
    for qa, qb, tilt in itertools.product(CUBE_TURNS, CUBE_TURNS, TILTS):
        if rng.uniform() > share:
            continue
        turned = product(small_turn(rng, tilt), qb)
        a, b = reference.boxed(half_a, (0, 0, 0), qa), reference.boxed(half_b, (0, 0, 0), turned)
        direction = np.eye(3)[rng.integers(3)] * rng.choice((-1, 1))
        apart = (a.corners() @ direction).max() + (b.corners() @ direction).max()
        offset = rng.choice((0.0, 0.3, 1.0)) * rng.uniform(-1, 1, 3) * min(half_a) * (direction == 0)
        configs.append((np.zeros(3), qa, direction * (apart - rng.choice((0.0, 1e-3, 0.2)) * min(half_a)) + offset, turned))
    return configs


def collide(configs, half_a, half_b, margin, precision):
    """Boxes of all configs as float64 references, and the pairs with their manifolds."""
    bodies = new_bodies(2 * len(configs), precision)
    rows = FIRST + 2 * np.arange(len(configs))
    for row, half, first in ((rows, half_a, 0), (rows + 1, half_b, 2)):
        bodies.shape[row, :3] = half
        positions = [c[0] + (c[2] if first else 0) for c in configs]
        bodies.pose[row, :3], bodies.pose[row, 3:7] = positions, [c[first + 1] for c in configs]
    pairs = pair_list(("box", "box"), rows, rows + 1, precision)
    collide_box_box(0, len(pairs.a) // 16, bodies, pairs, BoxRule(margin, 0))
    boxes = [tuple(reference.boxed(half, bodies.pose[r, :3], bodies.pose[r, 3:7])
                   for r, half in ((row, half_a), (row + 1, half_b))) for row in rows]
    return boxes, pairs


def check_face(a, b, normal, points, tolerance, margin):
    """Every point of a face contact lies on the clipped incident face, and together they hold what it holds."""
    face = points[0].feature // 16
    assert all(p.feature // 16 == face for p in points)
    own, other = (b, a) if face >= 6 else (a, b)
    contact = reference.face_contact(own, other, face % 6 // 2, -1 if face % 2 else 1)
    assert np.abs((-contact.normal if face >= 6 else contact.normal) - normal).max() < 1e-3 if tolerance > 1e-9 else 1e-9
    low = contact.heights < margin - tolerance - contact.slack
    lowest = contact.heights.min() if len(contact.heights) else np.inf
    found = np.array([p.position + a.centre + 0.5 * p.separation * contact.normal for p in points])
    for p, world in zip(points, found):
        height = (world - own.centre) @ contact.normal - own.half[face % 6 // 2]
        assert abs(height - p.separation) < tolerance
        distance = np.abs((world - other.centre) @ other.axes) - other.half
        assert distance.max() < tolerance + contact.slack and np.abs(distance).min() < tolerance + contact.slack
        inside = np.abs((world - own.centre) @ own.axes) - own.half
        inside[face % 6 // 2] = -1
        assert inside.max() < 1.001 * contact.slack + tolerance
        check_candidate(p.feature % 16, world, own, face % 6 // 2, tolerance)
    assert min(p.separation for p in points) < lowest + tolerance + (1 + reference.SAME_DEPTH) * contact.slack
    assert support_of(found, contact) > 0.4 * support_of(contact.points[low], contact) - tolerance - contact.slack


def check_candidate(number, world, own, axis, tolerance):
    """The candidates 8 to 11 are the reference face's corners, in order."""
    if number >= 8:
        local = (world - own.centre) @ own.axes
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))[number - 8]
        for side, sign in zip(((axis + 1) % 3, (axis + 2) % 3), signs):
            assert abs(local[side] - sign * own.half[side]) < tolerance


def support_of(points, contact) -> float:
    """How wide a set of points is across its narrowest direction along the face [m]."""
    if len(points) < 2:
        return 0.0
    along = np.linalg.svd(contact.normal[None])[2][1:]
    flat = points @ along.T
    angles = np.linspace(0, np.pi, 90)
    shadows = flat @ np.array([np.cos(angles), np.sin(angles)])
    return float((shadows.max(axis=0) - shadows.min(axis=0)).min())


def check_edge(a, b, normal, point, tolerance, edges):
    """An edge contact lies on the edges it names, midway between them, along their common normal."""
    code = (point.feature - FIRST_FEATURE) // EDGE_PAIRS
    i, j = divmod(code, 3)
    axis = np.cross(a.axes[:, i], b.axes[:, j])
    axis *= np.sign(axis @ (b.centre - a.centre)) / np.linalg.norm(axis)
    assert np.abs(axis - normal).max() < 1e-3
    assert abs(edges[i, j] - point.separation) < tolerance
    on_a, on_b = (point.position - 0.5 * s * point.separation * normal + a.centre for s in (1, -1))
    for box, world, along in ((a, on_a, i), (b, on_b, j)):
        local = np.abs((world - box.centre) @ box.axes) - box.half
        others = [k for k in range(3) if k != along]
        assert np.abs(local[others]).max() < tolerance


def face_instead(a, b, faces, edges):
    """(cosine between the best edge axis and the reference face's normal, height of the lowest point of the face's contact)."""
    of_b = faces[3:].max() > faces[:3].max() + reference.TIE_LENGTH * min(*a.half, *b.half)
    own, other, axis = (b, a, int(faces[3:].argmax())) if of_b else (a, b, int(faces[:3].argmax()))
    contact = reference.face_contact(own, other, axis, 1 if (other.centre - own.centre) @ own.axes[:, axis] > 0 else -1)
    cosine = reference.edge_cosine(a, b, np.unravel_index(edges.argmax(), edges.shape), contact.normal)
    return cosine, contact.heights.min() if len(contact.heights) else np.inf


def check_all(configs, half_a, half_b, margin, precision):
    """Check every config against the reference; returns how many had faces, edges, nothing, and faces in place of edges."""
    boxes, pairs = collide(configs, half_a, half_b, margin, precision)
    scale = max(*half_a, *half_b)
    tolerance = 1e-4 * scale + 1e-9 if precision == "single" else 1e-8 * scale + 1e-9
    seen = [0, 0, 0, 0]
    for entry, (a, b) in enumerate(boxes):
        normal, points = manifold(pairs, entry)
        faces, edges = reference.face_separations(a, b), reference.edge_separations(a, b)
        face, edge = faces.max(), edges.max()
        best = max(face, edge)
        small = reference.EDGE_LENGTH * min(*half_a, *half_b)
        assert len(points) <= 4
        if best > margin + tolerance:
            assert not points, "a phantom"
        if best < min(margin, 0.0) - tolerance:
            assert points, f"missed an overlap of {-best}"
        if not points:
            seen[2] += 1
            continue
        deepest = min(p.separation for p in points)
        share = reference.EDGE_SHARE * abs(edge)
        better, as_deep = face + max(share, small), edge + max(share, small)
        exact = max(share, reference.ROUNDING * min(max(half_a), max(half_b)))
        ties = (1 + reference.SAME_DEPTH) * reference.SLACK_LENGTH * min(max(half_a), max(half_b))
        if points[0].feature >= FIRST_FEATURE:
            cosine, lowest = face_instead(a, b, faces, edges)
            deep_face = edge < tolerance and lowest < edge - exact + tolerance + ties
            assert edge > better - tolerance or edge > face - tolerance and deep_face
            assert deepest > best - tolerance, "too deep"
            check_edge(a, b, normal, points[0], tolerance, edges)
            assert cosine < reference.SAME_NORMAL + 1e-3 or lowest > as_deep - tolerance - ties or deep_face
            seen[1] += 1
        else:
            number = points[0].feature // 32
            tie = reference.TIE_LENGTH * min(*half_a, *half_b)
            assert deepest > face - tie - tolerance, "too deep"
            assert edge < face or edge >= 0 or deepest > edge - exact - tolerance, "a face over a tenth deeper than an edge"
            if edge > better + tolerance:
                axis = (b if number >= 3 else a).axes[:, number % 3]
                pair = np.unravel_index(edges.argmax(), edges.shape)
                assert reference.edge_cosine(a, b, pair, axis) > reference.SAME_NORMAL - 1e-3 and deepest < as_deep + tolerance
                seen[3] += 1
            assert faces[number] > (faces[:3] if number < 3 else faces[3:]).max() - tolerance
            assert faces[3:].max() < faces[:3].max() + tie + tolerance if number < 3 else \
                faces[3:].max() > faces[:3].max() + tie - tolerance
            check_face(a, b, normal, points, tolerance, margin)
            seen[0] += 1
    return seen


AMOUNTS = [200, pytest.param(4000, marks=pytest.mark.fuzz)]


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("amount", AMOUNTS)
def test_random_poses(name, precision, amount):
    rng = np.random.default_rng(1)
    half_a, half_b = SIZES[name]
    margin = 0.1 * min(*half_a, *half_b)
    seen = check_all(random_configs(rng, amount, half_a, half_b), half_a, half_b, margin, precision)
    assert min(seen[:3]) > amount / 100, "faces, edges and gaps must all come up"


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("amount", AMOUNTS)
def test_canonical_orientations(name, precision, amount):
    half_a, half_b = SIZES[name]
    rng = np.random.default_rng(2)
    check_all(canonical_configs(rng, half_a, half_b, amount / 4608), half_a, half_b, 0.0, precision)


# Quaternions of A and B, way from A to B [m]: needles that overlap by 2.9 mm along their edges, and by 6.2 along the face
# whose normal is within six degrees of that; cubes of 28.5 mm along their edges and 31.8 along a face.
DEEP_FACES = {
    "needles": ((-0.183, -0.235, -0.107, -0.949), (0.447, 0.503, 0.514, -0.532), (-0.05196, -0.02038, 0.03358)),
    "cubes": ((-0.405, 0.184, -0.39, -0.806), (-0.546, 0.565, -0.524, -0.328), (0.05722, -0.09409, -0.01335)),
}


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("name", DEEP_FACES)
def test_no_face_is_over_a_tenth_deeper_than_an_edge(name, precision):
    qa, qb, way = (np.array(numbers) for numbers in DEEP_FACES[name])
    half_a, half_b = SIZES[name]
    config = np.zeros(3), qa / np.linalg.norm(qa), way, qb / np.linalg.norm(qb)
    ((a, b),), pairs = collide([config], half_a, half_b, 0.0, precision)
    edge, face = reference.edge_separations(a, b).max(), reference.face_separations(a, b).max()
    assert face < 1.1 * edge < 0
    _, points = manifold(pairs, 0)
    assert [p.separation for p in points] == [pytest.approx(edge, rel=1e-4)]
