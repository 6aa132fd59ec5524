"""Watching: the window on a world that a script makes and steps.

The script's process has the world and its `WatchedSession`; the window runs in a process of its own, with a `RemoteSession` in
its place.  In: the steps of a `World`, which calls `before_step` and `after_step` of its watcher.  Between the two processes go
publications, as bytes made by `codec`, through the window's standard input, and commands, as lines of JSON, through its
standard output.  Out: `Watch`, the handle of `impulse.watch`, and `run_script` for `impulse watch`.
"""
