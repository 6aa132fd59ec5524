"""Input: from events of window and keyboard to actions and commands.

`bindings` defines keys and gestures.  Picking reads published views; nothing here draws.
"""
