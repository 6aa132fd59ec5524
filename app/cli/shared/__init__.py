"""What several subcommands share: their options, names of other engines, and progress and results on a terminal."""
