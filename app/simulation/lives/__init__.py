"""Lives of picked rows: their impulses in the last steps.

`row_lives` keeps them, `earlier_steps` fills in steps that were not recorded: it takes them again from the history, in a world
of its own on a thread of its own.  In come picked rows, the history of a variant and how its scene is built; the step inspector
asks.
"""
