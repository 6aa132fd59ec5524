"""UI state: what the window's side of the app has open - settings, camera, toasts, sheets.

Panels and input share it; the simulation does not know it.
"""
