"""Records: how NamedTuples of arrays come from Python into kernels.  In: the arguments of a call; out: words that compiled code
reads, and whether a call is like an earlier one.  Used by the dispatchers of `physics.compile` alone.
"""
