"""Cells: many runs in processes, each a cell of a grid of settings; kept in a log, so that a study goes on where it stopped.

Sweeps and the table of methods are made of them.
"""
