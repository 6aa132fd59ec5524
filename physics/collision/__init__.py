"""Collision: which bodies may touch, where they do, and which impulses their points had before.

In go poses and shapes; out come pairs and manifolds. `broad_phase` finds pairs of boxes that overlap, `narrow_phase` has one
routine for each pair of shapes, `continuous` sweeps fast bodies along their motion, `seams` leaves out contacts with edges that
a neighbour covers, `ray_cast` finds what a ray hits, `overlap` what is in a sensor. Imports neither contact rows nor solvers.
"""
