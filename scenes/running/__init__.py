"""Running: events, expectations and overrides of a scene.

`runner` steps a world through its document.  Imports `schema`.
"""
