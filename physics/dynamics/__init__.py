"""Dynamics: the part of a step between collision and storing - substeps, sweeps, islands, sleep, colours.

`substeps` has stages 5 to 11 of the step; `method` defines a method of solving. Imports contacts, constraints, bodies and
parallel.
"""
