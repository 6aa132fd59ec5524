"""Stability: for which mass ratios and sweeps a hanging chain's error grows.

`impulse stability`.
"""
