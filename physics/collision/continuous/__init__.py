"""Continuous collision: the time in the step at which fast bodies meet.

`time_of_impact` computes it for all pairs of shapes, `swept_axes` for two boxes; the narrow phase uses it where
`solver.continuous` is on.
"""
