"""The panels: one a file with its record, `PANEL`, found by scanning this folder; see `panel`.

They read published views and the UI state, submit commands, and draw through ImGui alone.
"""
