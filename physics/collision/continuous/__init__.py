"""Continuous collision: when in this step fast bodies will meet.

`time_of_impact` finds the time for pairs of spheres and boxes; the narrow phase asks for it where `solver.continuous` is on.
"""
