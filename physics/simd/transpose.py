"""Sixteen rows of 8 numbers to eight columns of 16 and back, as LLVM shuffles.

Rows from anywhere: rows k and k + 8 share a vector; two rounds of interleaving within groups of four then collect the numbers
of one column, and a last shuffle puts the four groups in order.  Neighbouring rows: 2 k and 2 k + 1 share one, as they lie in
memory, and the last shuffle puts single numbers in order.  Halves of rows: four of them share a vector.  LLVM turns the masks
into unpack, shuffle and permute instructions.
"""
from __future__ import annotations

from llvmlite import ir

GROUPS = 4                                       # groups of four numbers in a vector of sixteen
PAIR_LOW, PAIR_HIGH = [0, 4, 1, 5], [2, 6, 3, 7]
HALF_LOW, HALF_HIGH = [0, 1, 4, 5], [2, 3, 6, 7]
ROWS_LOW = [0, 8, 1, 9, 2, 10, 3, 11, 16, 24, 17, 25, 18, 26, 19, 27]            # even and odd rows of a vector in turn
ROWS_HIGH = [k + 4 for k in ROWS_LOW]
COLUMNS_LOW = [0, 2, 4, 6, 16, 18, 20, 22, 1, 3, 5, 7, 17, 19, 21, 23]           # even rows of two columns, then odd ones
COLUMNS_HIGH = [k + 8 for k in COLUMNS_LOW]


def _shuffle(builder, a, b, mask):
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(ir.IntType(32), len(mask)), mask))


def _in_groups(mask):
    """A four-number mask (0-3 from a, 4-7 from b) repeated in every group."""
    width = 4 * GROUPS
    return [4 * g + x if x < 4 else width + 4 * g + x - 4 for g in range(GROUPS) for x in mask]


def _interleave(builder, eight):
    """Both interleaving rounds on eight vectors: afterwards vector k holds column k % 4 of each group's four rows."""
    first = []
    for k in range(0, 8, 2):
        first += [_shuffle(builder, eight[k], eight[k + 1], _in_groups(mask)) for mask in (PAIR_LOW, PAIR_HIGH)]
    second = []
    for half in (first[:4], first[4:]):
        for k in (0, 1):
            second += [_shuffle(builder, half[k], half[k + 2], _in_groups(mask)) for mask in (HALF_LOW, HALF_HIGH)]
    return second


def _across(builder, eight):
    """Vectors a = k and b = k + 4 become a0 b0 a2 b2 and a1 b1 a3 b3, by groups; the operation is its own inverse."""
    low = [0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27]
    high = [x + 4 for x in low]
    return [_shuffle(builder, eight[k], eight[k + 4], mask) for mask in (low, high) for k in range(4)]


def columns_of_rows(builder, rows):
    """Sixteen vectors of 8 -> eight vectors of 16; column c, lane k is number c of row k."""
    mixed = _interleave(builder, [_shuffle(builder, rows[k], rows[k + 8], list(range(16))) for k in range(8)])
    return _across(builder, mixed)


def rows_of_columns(builder, columns):
    """Eight vectors of 16 -> sixteen vectors of 8, the inverse of `columns_of_rows`: both of its steps are their own inverse."""
    both = _interleave(builder, _across(builder, columns))
    return [_shuffle(builder, pair, pair, half) for half in (list(range(8)), list(range(8, 16))) for pair in both]


def columns_of_halves(builder, halves):
    """Sixteen vectors of 4 to four vectors of 16.

    Rows k, k + 4, k + 8 and k + 12 share a vector, so that interleaving within groups leaves them in order.
    """
    eight, sixteen = list(range(8)), list(range(16))
    twos = [_shuffle(builder, halves[k], halves[k + 4], eight) for k in (0, 1, 2, 3, 8, 9, 10, 11)]
    shared = [_shuffle(builder, twos[k], twos[k + 4], sixteen) for k in range(4)]
    mixed = [[_shuffle(builder, shared[k], shared[k + 1], _in_groups(mask)) for k in (0, 2)] for mask in (PAIR_LOW, PAIR_HIGH)]
    return [_shuffle(builder, *two, _in_groups(mask)) for two in mixed for mask in (HALF_LOW, HALF_HIGH)]


def columns_of_pairs(builder, pairs):
    """`columns_of_rows` of eight vectors that contain two neighbouring rows each."""
    mixed = _interleave(builder, pairs)
    return [_shuffle(builder, mixed[k], mixed[k + 4], mask) for mask in (ROWS_LOW, ROWS_HIGH) for k in range(4)]


def pairs_of_columns(builder, columns):
    """The inverse of `columns_of_pairs`."""
    return _interleave(builder, [_shuffle(builder, columns[k], columns[k + 4], mask)
                                 for mask in (COLUMNS_LOW, COLUMNS_HIGH) for k in range(4)])
