"""The laboratory: other methods of solving, and the exact answer, in plain double precision.

`rows` makes every constraint explicit, `exact` solves them at once, `methods` has one method a file. Nothing outside the
laboratory needs it.
"""
