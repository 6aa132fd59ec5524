"""Solids: capsules, cylinders, cones and convex hulls, and how any two convex shapes collide.

Owns the corners and faces of hulls, support points and faces of each shape, the distance and the overlap of two shapes, and the
points between two faces.  The narrow phase, ray casts and sensors ask it.  All arithmetic is in double precision.
"""
