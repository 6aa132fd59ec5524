"""Sheets: what opens over everything until something is chosen - scenes, commands, joints to make, help.

`UiState.open_sheet` has the name of the one that is open.
"""
