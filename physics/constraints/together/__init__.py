"""Joints solved together: all rows of the joints of a component as one system of linear equations, exactly, in every substep.

`elimination` says in which order, `graph` for which parts; `assemble` writes the matrix, `factor` factors it, `aim` gives the
right side, `bounds` keeps impulses within their bounds, and `solve` brings it together.  `dynamics.joint_solve` calls the kernels.
"""
