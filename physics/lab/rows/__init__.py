"""Rows: every constraint of a step as explicit numbers, and sweeps over them.

What methods of the laboratory share: assembly, Gauss-Seidel and Jacobi sweeps, poses of a substep, storing impulses back.
"""
