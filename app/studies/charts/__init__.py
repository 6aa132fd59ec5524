"""Charts: pictures of curves and heat maps without a window, and output files of studies.

Every study imports it.
"""
