"""Cells: many runs in processes, each a cell of a grid of settings; kept in a log, so that an interrupted study continues.

Sweeps and the table of methods are made of them.
"""
