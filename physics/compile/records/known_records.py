"""Known records: the words of the NamedTuple that was passed last, of each type with many fields.

A world calls ten kernels in a step, each with some hundred arrays in a few NamedTuples that stay the same for many steps. To
read type, address, shape and strides of each array takes a microsecond while these objects are in the cache, and ten in a step
that has worked through more memory than that.  So a slot of each type keeps the last tuple and the words that it was unpacked
to:

    key of the type, address of the tuple, words

A tuple, its numbers and the shape and place of arrays never change, and a tuple that is kept stays at its address: the same
address is the same words. `compile.records.unpacking` fills slots and copies words, `compile.records.fast_dispatch` passes tuples
by that are in one, `compile.records.forgetting` empties them.  All hold the interpreter lock.  Types whose keys want the same
slot take turns.
"""
from __future__ import annotations

import numpy as np
from llvmlite import ir

NUMBER, WORD = ir.IntType(32), ir.IntType(64)
WORDS, BYTES = WORD.as_pointer(), 8
SLOTS = 64                                       # a power of two
LEAST_FIELDS = 8                                 # of a type that is worth a slot
MOST_WORDS = 2046
KEY, TUPLE, FIRST_WORD = 0, 1, 2                 # places in a slot
SLOT = FIRST_WORD + MOST_WORDS
_slots = np.zeros((SLOTS, SLOT), np.int64)       # pages that are never touched cost nothing


def key_of(name: str) -> int:
    """The key of a type with this name, which contains a hash of its fields; not 0."""
    digest = 14695981039346656037                # FNV-1a, 64 bits
    for byte in name.encode():
        digest = (digest ^ byte) * 1099511628211 % 2**64
    return digest or 1


def any_known() -> bool:
    """Whether a slot keeps a tuple."""
    return bool(_slots[:, TUPLE].any())


def slot_of(builder, key):
    """Pointer to the slot of a key (i64)."""
    index = builder.and_(key, WORD(SLOTS - 1))
    place = builder.add(WORD(_slots.ctypes.data), builder.mul(index, WORD(SLOT * BYTES)))
    return builder.inttoptr(place, WORDS)


def holds(builder, slot, key, item):
    """Whether a slot holds the tuple `item` as one of the type with this key."""
    same = builder.icmp_signed("==", builder.load(builder.gep(slot, [NUMBER(KEY)])), key)
    kept = builder.load(builder.gep(slot, [NUMBER(TUPLE)]))
    return builder.and_(same, builder.icmp_signed("==", kept, builder.ptrtoint(item, WORD)))
