"""Charts: pictures of curves and heat maps without a window, and how outcomes are written.

Every study imports it.
"""
