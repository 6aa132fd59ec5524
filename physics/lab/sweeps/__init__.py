"""Sweeps over rows: one row after the other (Gauss-Seidel), or all from the same velocities (Jacobi).

Input are the explicit rows of `physics.lab.rows`, output their impulses and the velocities that follow.
"""
