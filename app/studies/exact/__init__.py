"""Exact: one step solved exactly, and how near sweeps and methods come.

`impulse exact`.
"""
