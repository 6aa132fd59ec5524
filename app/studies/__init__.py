"""Studies: measurements on many runs.  Nothing below imports a window or OpenGL."""
