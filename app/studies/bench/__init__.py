"""Bench: speed and quality of a step, compared with other engines, by kernel and by number of bodies.

`impulse bench`.
"""
