"""Lessons: cards beside a scene that the learner changes, read from Markdown, and how far a learner is.

    shelf       the lessons that there are: folders of `lessons/<category>/<number>_<name>`, found by a scan
    markdown    a text -> cards with their lines; `inline` has what stands inside a line, `headers` the YAML in it
    knobs       a number in the text -> the setting of the scene that it turns
    reader      a folder -> a Lesson without mistakes, or all its mistakes with file, line and column
    lesson      the records
    progress    how far a learner is: plain data, which choices, ticks and steps from card to card change
    teacher     plays a lesson with a session: opens scenes, turns knobs, follows publications
    answers     what a learner does on each card, from `answers.yaml`; `rehearsal` plays it without a window

In come folders, publications of a session and choices of a person; out go commands and what is to be shown.  The room needs no
window; `app.ui` and all above it may import it.
"""
