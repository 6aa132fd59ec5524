"""Narrow phase: the manifold of each pair, by one routine for each pair of shapes, sixteen pairs at a time.

`pair_dispatch` calls the routines, `manifold_cache` keeps the manifolds of pairs that hardly moved, `impulse_match` carries
impulses over by feature.
"""
