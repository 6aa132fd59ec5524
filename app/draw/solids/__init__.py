"""Solids: capsules, cylinders, cones and convex hulls as pictures need them, beside the spheres and boxes.

Owns their surfaces as triangles, the division of a table of bodies into parts of one kind of shape, radii and outlines, and where
a ray meets them.  In come tables of published views, out go parts for frames and answers for picking.  Drawing, input and demos
import it; it knows no graphics library.
"""
