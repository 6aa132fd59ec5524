"""Headless: runs without a window, and the services that all commands share.

Options, error messages, trajectories, tables, warming up kernels.  Imports no window and no GL.
"""
