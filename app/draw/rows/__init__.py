"""Rows of the last step in the scene: their marks, the bands of loads, and the blocks of their Jacobians."""
