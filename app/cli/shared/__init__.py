"""What several subcommands share: their options (`options`), the progress, table and files of a study (`study_output`), and
verdicts on share files and runs (`run_output`).  In come command lines, studies and verdicts; out go lines on standard output,
and messages on standard error.
"""
