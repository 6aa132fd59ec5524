"""Studies: measurements of many runs.  Nothing here imports a window or OpenGL."""
