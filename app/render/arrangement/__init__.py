"""Arrangement: rows of bodies, planes, light and visibility of a frame, as arrays for the graphics card.

Also the quality levels and the two themes.
"""
