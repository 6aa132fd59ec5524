"""Joints solved together: all rows of the joints of a component as one system of equations, exactly, in every substep.

`graph` says which parts, `elimination` in which order; `matrix` and `assemble` form J M^-1 J^T, `stiffen` makes taut bodies
heavier, `bearing` and `descent` let contacts hold bodies, `factor` factors it, `aim` gives the right side, `bounds` keeps
impulses within their bounds, `solve` brings it together, and `stages` shares components among threads.
"""
