"""Sharing: a variant's run as the content of a share file, and the run of such a file taken again here.

`beginning` keeps what led to the first step of a history; `making` puts a run together from a variant, `recording` without a
window; `opening` reads a file, with commands that `checked_commands` lets pass; `playing` takes its run step by step, `verifying`
compares each step with the file, `comparing` two runs with each other; `session_sharing` says in a session how the run of a file
goes.  In come variants and `app.share`; out go shares, verdicts and messages.
"""
