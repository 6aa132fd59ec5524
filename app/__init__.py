"""The app: window, panels, pictures, recording, studies and command line.

It never touches a live world from the window: everything a person does is a command, everything shown is published after a
step.
"""
