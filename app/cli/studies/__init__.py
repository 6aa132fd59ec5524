"""Subcommands that measure: a scene, its settings or the methods, in many runs, with tables, pictures and pages of results."""
