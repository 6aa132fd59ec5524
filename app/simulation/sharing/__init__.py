"""Sharing: a variant's run as the content of a share file, and the run of such a file taken again here.

`beginning` keeps what led to the first step of a history; `making` puts a run together from a variant, `opening` builds a variant
from a file; `playing` takes a run step by step without a window, `verifying` compares each step with the file, `comparing` two runs
with each other; `followed` says in a session how the run of a file goes.  In come variants and `app.share`; out go shares,
verdicts and messages.
"""
