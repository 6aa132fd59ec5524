"""Parts of joints: one file each, with measure, Jacobian and curvature of its rows as formulas for scalars and lanes.

`physics.constraints.place` calls them for the blocks of a step; `physics.lab.rows.parts` has the same once more, plainly, and a
test compares.
"""
