"""Passes: one file for each pass of a picture - bodies, planes, sky, depth, outline, overlay, smoothing.

Each draws the output of `arrangement` with `resources`.
"""
