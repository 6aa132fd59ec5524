"""Exact: one step solved exactly, and the errors of sweeps and methods.

`impulse exact`.
"""
