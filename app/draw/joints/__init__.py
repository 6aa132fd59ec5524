"""Drawing of joints: the glyph of each kind, its place and its size.

Input: published joints.  Output: primitives of a frame.
"""
