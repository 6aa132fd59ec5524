"""Widgets: the elements of panels - fields, knobs, lists, sheets, theme and layout.

Draws with ImGui alone and depends on no panel.
"""
