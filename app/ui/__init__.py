"""UI state: settings, camera, toasts and sheets of the window.

Panels and input share it; the simulation does not use it.
"""
