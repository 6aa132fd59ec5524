"""Dynamics: what happens inside a step between collision and storing - substeps, sweeps, islands, sleep, colours.

`substeps` is stages 5 to 11 of the step; `method` says what a method of solving is. Imports contacts, constraints, bodies
and parallel.
"""
