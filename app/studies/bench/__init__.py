"""Bench: how fast and how good a step is, beside other engines, by kernel and by number of bodies.

`impulse bench`.
"""
