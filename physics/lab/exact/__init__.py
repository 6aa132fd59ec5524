"""Exact solutions: all rows of a step solved at once, and the errors of sweeps against that.

Direct solution, complementarity problem with friction, norms of errors.
"""
