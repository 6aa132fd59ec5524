"""Editing: the draft of the open scene, and the worlds that follow it."""
