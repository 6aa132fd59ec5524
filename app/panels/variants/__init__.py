"""Panels of variants: the bar that chooses one, their titles in the scene, the plots of their readings.

Shown while several variants of a scene run side by side.
"""
