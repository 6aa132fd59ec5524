"""Panels of the editor: the gizmo at the selected body, and the sheet in which an edited scene gets a file."""
