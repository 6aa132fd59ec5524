"""Lanes and scalars: one formula, the same bits in every lane as on plain numbers, and right by numpy."""
from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from physics.bodies.rotation import matrix
from physics.bodies.rotation import rotate as turned
from physics.simd.angle import arctan2
from physics.simd.functions import absolute, any_lane, fma, full_like, lane_bits, maximum, minimum, select, sqrt, trailing_zeros
from physics.simd.mat33 import rotated_diagonal, rotation_matrix, solve33, symmetric_inverse, symmetric_transform
from physics.simd.memory import (
    add_rows,
    copy_within,
    gather_half,
    gather_rows,
    gather_slots,
    load,
    load_integers,
    load_rows,
    replace_rows,
    scatter_rows,
    scatter_slots,
    store,
    store_integers,
    store_rows,
)
from physics.simd.quat import from_any_rotation_vector, from_rotation_vector, multiply, normalize, rotate, sine_cosine
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, dot, length, scale, sub, first_tangent, tangent_scale

DTYPES = [np.float32, np.float64]


@njit
def numbers(a, b, c):
    """Every arithmetic function of three numbers or lanes."""
    return (a + b, a - b, a * b, a / c, -a, minimum(a, b), maximum(a, b), absolute(a), sqrt(absolute(b)), fma(a, b, c),
            select(a < b, a, c), select((a < b) & (b < c), b, a), select((a > b) | ~(b >= c), c, b), full_like(a, 0.5) + a)


@njit
def vectors(a, b, c):
    """Every formula of vectors, made of three numbers or lanes."""
    u, v, w = (a, b, c), (b + c, a - c, a * b), (c, a, b)
    n = scale(1.0 / length(v), v)
    t1 = first_tangent(n, tangent_scale(n))
    t2 = cross(n, t1)
    return (add(u, v)[0], sub(u, v)[1], scale(a, v)[2], dot(u, v), cross(u, v)[0], cross(u, v)[1], cross(u, v)[2], length(u),
            add_scaled(u, b, w)[0], t1[0], t1[1], t1[2], t2[0], t2[2])


@njit
def rotations(a, b, c):
    """Every formula of rotations and matrices, made of three numbers or lanes."""
    q = normalize((a, b, c, a + b * c + 1.5))
    p = from_rotation_vector((0.4 * a, 0.4 * b, 0.4 * c))
    m, r = rotation_matrix(q), multiply(p, q)
    s = rotated_diagonal(m, (a * a + 1.0, b * b + 0.5, c * c + 0.25))
    x = solve33((add(m[0], p[:3]), m[1], add_scaled(m[2], a, (b, c, a))), (a, b, c))
    i = symmetric_inverse(s)
    return (q[0], p[0], p[3], r[1], r[3], rotate(q, (a, b, c))[0], rotate(q, (a, b, c))[2], m[0][1], s[0], s[4],
            symmetric_transform(s, (a, b, c))[1], x[0], x[2], i[2])


@njit
def angles(a, b, c):
    """Angles in every quadrant, the rest of a rotation's matrix and of an inverse, made of three numbers or lanes."""
    m = rotation_matrix(normalize((a, b, c, a + b * c + 1.5)))
    i = symmetric_inverse(rotated_diagonal(m, (a * a + 1.0, b * b + 0.5, c * c + 0.25)))
    return (arctan2(a, b), arctan2(c, a), arctan2(0.01 * b, c), m[0][0], m[0][2], m[1][0], m[1][2], m[2][0],
            i[0], i[1], i[2], i[3], i[4], i[5])


@njit
def on_lanes(function, inputs, outputs):
    """Blocks of sixteen through lanes; inputs (3, n), outputs (14, n)."""
    for start in range(0, inputs.shape[1], W):
        found = function(load(inputs[0], start), load(inputs[1], start), load(inputs[2], start))
        for k in range(14):
            store(outputs[k], start, found[k])


@njit
def on_scalars(function, inputs, outputs):
    """The same, one number at a time."""
    for i in range(inputs.shape[1]):
        found = function(inputs[0, i], inputs[1, i], inputs[2, i])
        for k in range(14):
            outputs[k, i] = found[k]


def samples(dtype, n: int = 10 * W) -> np.ndarray:
    return np.random.default_rng(1).normal(size=(3, n)).astype(dtype)


@pytest.mark.parametrize("function", [numbers, vectors, rotations, angles], ids=lambda f: f.__name__)
def test_every_lane_is_the_scalar(function):
    """In double, where plain numbers have the same type as lanes."""
    inputs = samples(np.float64)
    wide, narrow = np.zeros((14, inputs.shape[1])), np.zeros((14, inputs.shape[1]))
    on_lanes(function, inputs, wide)
    on_scalars(function, inputs, narrow)
    assert wide.tobytes() == narrow.tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("function", [numbers, vectors, rotations], ids=lambda f: f.__name__)
def test_a_lane_does_not_depend_on_its_neighbours(function, dtype):
    inputs = samples(dtype)
    order = np.random.default_rng(4).permutation(inputs.shape[1])
    there, here = np.zeros((14, inputs.shape[1]), dtype), np.zeros((14, inputs.shape[1]), dtype)
    on_lanes(function, inputs, here)
    on_lanes(function, np.ascontiguousarray(inputs[:, order]), there)
    assert there.tobytes() == np.ascontiguousarray(here[:, order]).tobytes()


@pytest.mark.parametrize("function", [numbers, vectors], ids=lambda f: f.__name__)
def test_single_is_near_double(function):
    inputs = samples(np.float32)
    single, double = np.zeros((14, inputs.shape[1]), np.float32), np.zeros((14, inputs.shape[1]))
    on_lanes(function, inputs, single)
    on_lanes(function, inputs.astype(np.float64), double)
    assert np.allclose(single, double, rtol=2e-5, atol=2e-5)


def scalars(function) -> tuple[np.ndarray, np.ndarray]:
    inputs = samples(np.float64)
    found = np.zeros((14, inputs.shape[1]))
    on_scalars(function, inputs, found)
    return inputs, found


def test_vectors_by_numpy():
    (a, b, c), found = scalars(vectors)
    u, v = np.stack((a, b, c), 1), np.stack((b + c, a - c, a * b), 1)
    assert np.allclose(found[3], (u * v).sum(1)) and np.allclose(found[4:7].T, np.cross(u, v))
    n = v / np.linalg.norm(v, axis=1, keepdims=True)
    t1 = found[9:12].T
    assert np.allclose((t1 * n).sum(1), 0, atol=1e-14) and np.allclose((t1 * t1).sum(1), 1)
    assert np.allclose(np.cross(n, t1)[:, [0, 2]].T, found[12:14])


def test_rotations_by_numpy():
    (a, b, c), found = scalars(rotations)
    q = np.stack((a, b, c, a + b * c + 1.5), 1)
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    r = 0.4 * np.stack((a, b, c), 1)
    angle = np.linalg.norm(r, axis=1)
    small = angle < np.pi / 2
    assert np.allclose(found[2][small], np.cos(angle / 2)[small], atol=1e-15)
    assert np.allclose(found[1][small], (r[:, 0] * np.sin(angle / 2) / angle)[small], atol=1e-15)
    assert np.allclose(found[5:7].T, turned(q, np.stack((a, b, c), 1))[:, [0, 2]])
    m = matrix(q)
    assert np.allclose(found[7], m[:, 0, 1])
    s = np.einsum("nij,nj,nkj->nik", m, np.stack((a * a + 1, b * b + 0.5, c * c + 0.25), 1), m)
    assert np.allclose(found[8], s[:, 0, 0]) and np.allclose(found[9], s[:, 1, 2])
    assert np.allclose(found[13], np.linalg.inv(s)[:, 0, 2])


def test_angles_by_numpy():
    (a, b, c), found = scalars(angles)
    for k, (y, x) in enumerate(((a, b), (c, a), (0.01 * b, c))):
        assert np.allclose(found[k], np.arctan2(y, x), atol=1e-15)
    q = np.stack((a, b, c, a + b * c + 1.5), 1)
    m = matrix(q / np.linalg.norm(q, axis=1, keepdims=True))
    assert np.allclose(found[3:8], m[:, (0, 0, 1, 1, 2), (0, 2, 0, 2, 0)].T)
    inverse = np.linalg.inv(np.einsum("nij,nj,nkj->nik", m, np.stack((a * a + 1, b * b + 0.5, c * c + 0.25), 1), m))
    assert np.allclose(found[8:], inverse[:, (0, 0, 0, 1, 1, 2), (0, 1, 2, 1, 2, 2)].T)


@njit
def long_turns(vectors, out):
    """Sine and cosine of x, y and z, and the rotations of the vectors (x, y, z)."""
    x, y, z = load(vectors, 0), load(vectors, W), load(vectors, 2 * W)
    found = (*sine_cosine(x), *sine_cosine(y), *sine_cosine(z), *from_any_rotation_vector((x, y, z)))
    for k in range(10):
        store(out, k * W, found[k])


@pytest.mark.parametrize(("dtype", "error"), [(np.float32, 4e-6), (np.float64, 1e-14)])
def test_turns_of_any_length_by_numpy(dtype, error):
    """Sine and cosine may both have the other sign, which is the same rotation."""
    vectors, out = np.random.default_rng(6).uniform(-20, 20, (3, W)).astype(dtype), np.zeros((10, W), dtype)
    vectors[:, :4] *= 0.02
    long_turns(vectors.ravel(), out.ravel())
    for angle, sine, cosine in zip(vectors.astype(float), out[0:6:2], out[1:6:2]):
        assert np.abs(sine * np.sin(angle) + cosine * np.cos(angle)).min() > 1 - error
        assert np.abs(sine * np.cos(angle) - cosine * np.sin(angle)).max() < error
    length = np.linalg.norm(vectors.astype(float), axis=0)
    expected = np.vstack((vectors * np.sin(length / 2) / length, np.cos(length / 2)))
    assert np.abs((out[6:] * expected).sum(axis=0)).min() > 1 - error


@njit
def move(rows, index, blocks, out):
    """Rows and slots to lanes and back; out = (rows copied, rows scattered, slots gathered, blocks scattered)."""
    copied, scattered, slots, target = out
    store_rows(copied, 0, load_rows(rows, W))
    scatter_rows(scattered, index, 0, gather_rows(rows, index, 0))
    value = gather_slots(blocks, index, 0, 5, 3)
    store(slots, 0, value)
    scatter_slots(target, index, 0, 5, 2, value)


@njit
def columns(rows, first, out):
    """Write the columns of neighbouring rows one after the other, and add them to the rows."""
    lanes = load_rows(rows, first)
    for k in range(8):
        store(out, k * W, lanes[k])
    add_rows(rows, first, lanes)


@pytest.mark.parametrize("dtype", DTYPES)
def test_columns_of_neighbouring_rows(dtype):
    rows = np.arange(4 * W * 8, dtype=dtype).reshape(-1, 8)
    before, out = rows.copy(), np.zeros(8 * W, dtype)
    columns(rows, W + 3, out)
    assert (out.reshape(8, W) == before[W + 3:2 * W + 3].T).all()
    assert (rows[W + 3:2 * W + 3] == 2 * before[W + 3:2 * W + 3]).all()
    rows[W + 3:2 * W + 3] = before[W + 3:2 * W + 3]
    assert (rows == before).all()                                # nothing beside them was touched


@njit
def halves(rows, index, half, out):
    """Write four columns of rows from anywhere one after the other."""
    lanes = gather_half(rows, index, 0, half)
    for k in range(4):
        store(out, k * W, lanes[k])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("width", "half"), [(8, 0), (8, 1), (16, 2), (16, 3)])
def test_four_numbers_of_rows_from_anywhere(width, half, dtype):
    rng = np.random.default_rng(3)
    rows, out = rng.normal(size=(3 * W, width)).astype(dtype), np.zeros(4 * W, dtype)
    index = rng.integers(0, 3 * W, W).astype(np.int32)
    halves(rows, index, half, out)
    assert (out.reshape(4, W) == rows[index, 4 * half:4 * half + 4].T).all()


@njit
def replace(rows, sums, first, new):
    replace_rows(rows, sums, first, load_rows(new, 0))


@pytest.mark.parametrize("dtype", DTYPES)
def test_replaced_rows_change_their_sums(dtype):
    rng = np.random.default_rng(4)
    rows, sums, new = (rng.normal(size=(n, 8)).astype(dtype) for n in (3 * W, 3 * W, W))
    first, before, so_far = W + 5, rows.copy(), sums.copy()
    replace(rows, sums, first, new)
    before[first:first + W], so_far[first:first + W] = new, so_far[first:first + W] - before[first:first + W] + new
    assert (rows == before).all() and (sums == so_far).all()     # nothing beside them was touched


@pytest.mark.parametrize("dtype", DTYPES)
def test_rows_and_slots_go_where_they_belong(dtype):
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(4 * W, 8)).astype(dtype)
    index = rng.permutation(4 * W)[:W].astype(np.int32)
    blocks = rng.normal(size=4 * 5 * W).astype(dtype)
    copied, scattered = np.zeros((W, 8), dtype), np.zeros_like(rows)
    slots, target = np.zeros(W, dtype), np.zeros_like(blocks)
    move(rows, index, blocks, (copied, scattered, slots, target))
    assert (copied == rows[W:2 * W]).all()
    expected = np.zeros_like(rows)
    expected[index] = rows[index]
    assert (scattered == expected).all()
    by_block = blocks.reshape(4, 5, W)
    assert (slots == by_block[index // W, 3, index % W]).all()
    made = np.zeros((4, 5, W), dtype)
    made[index // W, 2, index % W] = slots
    assert (target.reshape(4, 5, W) == made).all()


@njit
def masks(values, kinds, out):
    """What only lanes have: bits of a mask, whether any lane holds, integers as lanes."""
    v = load(values, 0)
    out[0] = lane_bits(v > 0.0)
    out[1] = any_lane(v > 0.0)
    out[2] = any_lane(v > 1e9)
    store(values, 0, load_integers(kinds, 0, v))
    out[3] = trailing_zeros(out[0])


@njit
def to_integers(values, whole):
    store_integers(whole, 1, load(values, 0))


@pytest.mark.parametrize("real", DTYPES)
@pytest.mark.parametrize("kind", [np.uint8, np.int32])
def test_lanes_become_integers(kind, real):
    values, whole = np.arange(W).astype(real) * 9, np.full(W + 2, 7, kind)
    to_integers(values, whole)
    assert whole.tolist() == [7, *values, 7]


@njit
def shift(numbers, source, target, count):
    copy_within(numbers, source, target, count)


@pytest.mark.parametrize("kind", [np.int64, np.int32])
@pytest.mark.parametrize(("source", "target", "count"), [(3, 0, 90), (0, 3, 90), (10, 60, 40), (5, 5, 9), (7, 8, 0)])
def test_pieces_move_also_onto_themselves(kind, source, target, count):
    numbers = np.arange(100).astype(kind)
    expected = numbers.copy()
    expected[target:target + count] = numbers[source:source + count]
    shift(numbers, source, target, count)
    assert numbers.tolist() == expected.tolist()


@pytest.mark.parametrize("kind", [np.uint8, np.int32])
def test_masks_and_integers(kind):
    values = np.random.default_rng(3).normal(size=W).astype(np.float32)
    values[:3] = -1
    kinds, out = np.arange(W).astype(kind) * 7, np.zeros(4, np.int64)
    expected = int((1 << np.flatnonzero(values > 0)).sum())
    masks(values, kinds, out)
    assert out.tolist() == [expected, 1, 0, (expected & -expected).bit_length() - 1]
    assert values.tolist() == kinds.tolist()


def test_nan_loses():
    """minimum and maximum give their second argument where either is NaN."""
    @njit
    def both(a, b):
        return minimum(a, b), maximum(a, b)
    assert both(np.nan, 2.0) == (2.0, 2.0)
    assert np.isnan(both(2.0, np.nan)).all()
