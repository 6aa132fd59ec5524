"""Sweep: a scene under every combination of some settings, as table, picture and page.

`impulse sweep`.
"""
