"""Stability: mass ratios and sweeps for which a hanging chain's error grows.

`impulse stability`.
"""
