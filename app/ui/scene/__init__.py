"""What in the window belongs to the open scene, and ends with it.

Input: publications.  Output: the window's state, as another scene or another run begins.
"""
