"""Simulation: the open scene, its variants and the thread that steps them.

Commands are applied between steps, publications made after them.  No GL and no ImGui.
"""
