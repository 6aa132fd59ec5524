"""Introspection: what the solver did in a world's last step, row by row and sweep by sweep.

Owns the replay of stages 5 to 10 in a copy, and what is read from it: the table of rows, what moved a body, impulses and residual
by sweep, bodies at any moment of the step, the terms of a row's equation, the path of loads to the ground, and the matrix of an
island.  Comes in: a `StepBeginning` and the world's arrays, which are never written.  Goes out: read-only tables and tuples.  The
`World` and the readers of worlds in the app may import it; it knows no window.
"""
