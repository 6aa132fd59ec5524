"""What several subcommands print: the progress, table and files of a study (`study_output`), verdicts on share files and runs
(`run_output`).  In come studies and verdicts; out go lines on standard output, and messages on standard error.
"""
from app.cli.terminal.study_output import print_to_stderr, run_cells_with_progress, run_with_progress, show, write_outputs

__all__ = ["print_to_stderr", "run_cells_with_progress", "run_with_progress", "show", "write_outputs"]
