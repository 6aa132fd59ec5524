"""The welcome sheet: what the program is, scenes and lessons to begin with."""
