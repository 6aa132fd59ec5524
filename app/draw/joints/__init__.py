"""Joints as they are drawn: which glyph each kind has, where it stands and how large.

In go published joints, out come primitives of a frame.
"""
