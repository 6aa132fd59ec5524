"""Moments: the state of a world between two steps as bytes, and back into a world that was built alike.

    data = moment.taken(world)
    moment.put_into(other, data)         # `other` now takes the steps that `world` would have taken, with the same state hashes

A moment holds what a description of bodies and joints cannot say: impulses of contacts and joints, times at rest, boxes, the list
of pairs and the order of its entries.  `layout` says which arrays these are, `packing` makes bytes of them, `checks` and
`storage.pair_checks` look at bytes from elsewhere, so that no number in them leads a kernel out of its arrays, and `moment` does
both ways.
"""
from physics.history.moment.moment import likeness, number_next, put_into, taken, uids_of
from physics.storage.pair_checks import DoesNotFit

__all__ = ["DoesNotFit", "likeness", "number_next", "put_into", "taken", "uids_of"]
