"""Cells: many runs in processes, each a cell of a grid of settings; a log lets an interrupted study continue.

Sweeps and the table of methods consist of cells.
"""
