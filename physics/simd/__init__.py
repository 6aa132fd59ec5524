"""SIMD: sixteen numbers as one value, and the functions that take scalars and lanes alike.

Vectors, matrices, quaternions and angles for kernels.  Imports `compile` alone; every package with kernels imports it.
"""
