"""Broad phase: which pairs of fat boxes overlap, kept from step to step and sorted by the bodies' uids.

In go shapes and poses, out comes `Pairs`, which the narrow phase reads.  Imports nothing of the narrow phase.
"""
