"""Widgets: what panels are made of - fields, knobs, lists, sheets, theme and layout.

Draws through ImGui alone and knows no single panel.
"""
