"""A card of a lesson as it runs: what the learner may turn, and what ticks the tasks.

`live_settings` says what a knob of a card turns in a running world, by path; `checks` is the language of tasks, expectations
and a few words more; `judging` evaluates them, and `running_card` keeps both for the variants of a session.  In come the
commands `open_card` and `turn_knob`; out goes `app.published.tasks`.  The session and `app.lessons` may import it.
"""
