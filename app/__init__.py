"""The app: window, panels, pictures, recording, studies and command line.

The window never touches a live world: every action of the user is a command, and everything shown is published after a step.
"""
