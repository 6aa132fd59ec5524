"""History: the steps of one world, kept so that it can go back to any of them and go on from there.

    history = History(world)           # from now on every `world.step()` is recorded
    history.back(60)                   # the world as it was 60 steps ago

`keyframe` copies a world compactly, `digest` hashes a state, `record` holds what is kept of a step, `memory` counts bytes,
`thinning` says what goes when the budget is spent, `log` has all of it in order of steps, `ghost` is a future that was left,
`difference` says where a replay is not what was recorded, `row_difference` finds the row, `contents` answers questions, `replay`
goes to a step, and `timeline` is the `History` itself.  `excerpt` is its last steps for another world to take again, on another
thread.  `run_record` is all that leads from the beginning of a run to its end in another process, which `expect`s it.  `burst`
finds the step where a burst began: `screening` says which steps are suspect, `symptoms` what is wrong in one, `verdict` who did
it.  Imports storage, no world.
"""
from physics.history.burst import Autopsy, autopsy
from physics.history.contents import MB
from physics.history.difference import ReplayError
from physics.history.ghost import Ghost
from physics.history.run_record import RunRecord
from physics.history.timeline import History

__all__ = ["MB", "Autopsy", "Ghost", "History", "ReplayError", "RunRecord", "autopsy"]
