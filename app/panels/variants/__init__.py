"""Panels of variants: the bar that chooses between them, their titles in the scene, the plots of their readings.

Shown while several variants of a scene run beside each other.
"""
