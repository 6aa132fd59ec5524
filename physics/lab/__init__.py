"""The laboratory: other methods of solving, and the exact answer, in plain double precision.

`rows` makes every constraint explicit, `exact` solves all of them at once, `methods` has one method a file. The engine runs
without the laboratory.
"""
