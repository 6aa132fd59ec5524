"""Simulation: the open scene, its variants and the thread that steps them.

Commands come in between steps, publications go out after them.  No GL and no ImGui.
"""
