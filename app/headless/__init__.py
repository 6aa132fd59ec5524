"""Headless: stepping a scene without a window, and what every command shares.

Options, errors as people see them, trajectories, tables, kernels made ready ahead.  Imports no window and no GL.
"""
