"""Running: events, expectations and overrides of a scene while a world steps.

`runner` steps a world through its document.  Imports `schema`.
"""
