"""Panels of the inside of a step: the time line, the table of rows, X-ray cards, what moved a body, loads, the matrix."""
