"""The panels: one file each with its record, `PANEL`, found by a scan of this folder; see `panel`.

They read published views and the UI state, submit commands, and draw with ImGui alone.
"""
