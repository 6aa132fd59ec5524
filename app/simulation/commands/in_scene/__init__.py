"""In the scene: commands that edit joints and events of the scene's file, and those by which running worlds follow edits."""
