"""Input: from events of window and keyboard to actions and commands.

Keys and gestures stand once in `bindings`.  Picking reads published views; nothing here draws.
"""
