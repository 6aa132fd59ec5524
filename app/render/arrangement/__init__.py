"""Arrangement: what of a frame is drawn where - rows of bodies, planes, light, what is in sight - as arrays for the graphics
card.

Also the quality levels and the two themes.
"""
