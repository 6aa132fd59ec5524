"""Advice on the world as it runs: what the adviser of `app.adviser` finds in its last steps.

`watched_part` says which steps are looked at, `look` takes them again in a world of its own on a thread of its own, `cards`
makes texts of what is found, and `advising` has the last look of a session.  In come a variant and its history; out goes
`app.published.advice`.  The session may import it.
"""
