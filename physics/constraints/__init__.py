"""Constraints: the rows of joints, by part - placed, prepared, solved and stored, sixteen parts at a time.

A joint is a recipe of parts (`physics.joints`); `parts` has one file for each kind, with its equation and Jacobian. `dynamics`
calls these kernels.
"""
