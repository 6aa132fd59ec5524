"""Passes: one file for each pass of a picture - bodies, planes, sky, depth, outline, overlay, smoothing.

Each takes what `arrangement` laid out and draws it with `resources`.
"""
