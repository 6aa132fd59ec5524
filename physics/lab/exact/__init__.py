"""Exact answers: all rows of a step solved at once, and how far sweeps are from that.

Direct solution, complementarity problem with friction, norms of errors.
"""
