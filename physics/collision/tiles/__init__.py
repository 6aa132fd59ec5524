"""Tiles: the triangles of height fields, and how bodies touch the surface that they make together.

`surface_contact` tells which normals the surface has at a tile, `over_tile` what a body has over one, `over_ridge` what passes
beyond its ridges, `solid_tile` is the kernel.
"""
