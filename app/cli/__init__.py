"""The command line: one file per command, found by name; see `main`."""
