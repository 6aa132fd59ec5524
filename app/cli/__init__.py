"""The command line: one file per subcommand, found by name; see `main`."""
