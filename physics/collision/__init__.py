"""Collision: which bodies may touch, where they do, and which impulses their points had before.

In go poses and shapes; out come pairs and manifolds. `broad_phase` finds pairs of boxes that overlap, `narrow_phase` has one
routine a pair of shapes, `continuous` looks ahead along fast motion, `ray_cast` asks what a ray hits. Knows no contacts' rows
and no solver.
"""
