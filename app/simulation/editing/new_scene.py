"""The empty scene: a floor and nothing else, without a file until it is saved."""
from __future__ import annotations

NEW = "new scene"         # its name for `LoadScene`; no id of the catalog has a blank
TEXT = """format: 1
title: New scene
about: A floor. The button with shapes, at the top, makes bodies where you click; Ctrl+S saves the scene.
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
camera: {position: [6, -9, 4.5], target: [0, 0, 1]}
"""
