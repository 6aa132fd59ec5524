"""A tour of everything that the window shows of the inside of a step, by mouse and keyboard, with a picture of each stop.

`python -m tests.support.tour FOLDER --theme light --size 1920x1080` writes the pictures; chapters are in the files `*_chapters`.
"""
