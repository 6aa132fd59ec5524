"""Difference: where a replayed step is not the recorded one, in words."""
from __future__ import annotations

import numpy as np

from physics.history.record import POSE, StepRecord
from physics.history.row_difference import RowDifference


class ReplayError(RuntimeError):
    """A replayed step is not the one that was recorded; the text names the step, the bodies and the row.

    step   its number
    row    the first row that differs, None where none does, or where the recorded rows cannot be found again
    what   what is different, in words
    ahead  whether the step was recorded elsewhere, see `History.expect`
    """

    ahead = False

    def __init__(self, step: int, text: str, row: RowDifference | None = None, what: str = ""):
        super().__init__(text)
        self.step, self.row, self.what = step, row, what


def difference(world, record: StepRecord, row: RowDifference | None) -> ReplayError:
    """What to raise when a world has taken a step again and its state is not that of the record; `row` differs first."""
    first = f".  Row that differs first: {row_text(world, row)}" if row is not None else ""
    what = what_differs(world, record)
    return ReplayError(world.step_count, f"replay differs from what was recorded first in step {world.step_count}: "
                       f"{what}{first}.  The world was changed since in a way that no history can see, past its "
                       "methods and properties, or a recorded command did not do the same again", row, what)


def difference_ahead(world, record: StepRecord) -> ReplayError:
    """The same for a step of a run that was recorded elsewhere."""
    what = what_differs(world, record)
    error = ReplayError(world.step_count, f"step {world.step_count} is not as it was recorded: {what}", what=what)
    error.ahead = True
    return error


def row_text(world, row: RowDifference) -> str:
    """A row in words: "friction between body 4 'ball' and body 1 'ground', feature 17, tangent 0, <text>"."""
    if row.joint >= 0:
        member = world._joints.members.get(row.joint)
        name = f" {member.definition.name!r}" if member is not None and member.definition.name else ""
        return f"{row.kind} of joint {row.joint}{name}, part {row.part}, row {row.component}, {row.text}"
    feature = f", feature {row.feature}" if row.feature >= 0 else ""
    tangent = f", tangent {row.component + 1}" if row.kind == "friction" else ""
    return f"{row.kind} between {called(world, row.a)} and {called(world, row.b)}{feature}{tangent}, {row.text}"


def called(world, uid: int) -> str:
    """"body 3 'ball'", and "the world"."""
    if uid < 0:
        return "the world"
    definition = world._bodies.definitions.get(uid)
    return f"body {uid} {definition.name!r}" if definition is not None and definition.name else f"body {uid}"


def what_differs(world, record: StepRecord) -> str:
    """In which body, or otherwise, the state of a world is not that of a record, in words."""
    pool = world._bodies
    if record.poses is None and not len(record.uids):
        return "its hash is another"
    uids, poses = pool.living(pool.arrays.uid), pool.living(pool.arrays.pose)[:, :POSE]
    if not np.array_equal(uids, record.uids):
        gone, new = np.setdiff1d(record.uids, uids), np.setdiff1d(uids, record.uids)
        return " and ".join(filter(None, (_named(world, gone, "is missing"), _named(world, new, "is new"))))
    if record.poses is None:
        return "its hash is another"
    rows = np.flatnonzero((poses != record.poses).any(1))
    if not len(rows):
        joints = " or of joints" if world._joints.count else ""
        return f"no body is elsewhere, but velocities, or impulses of contacts{joints}, are not the same"
    way = np.abs(poses[rows[0], :3].astype(float) - record.poses[rows[0], :3])
    distance = np.sqrt((way * way).sum())
    is_now = "is turned otherwise than it was" if distance == 0 else f"is {distance:.2g} m from where it was"
    tied = world._joints.of_body(int(uids[rows[0]]))
    held = f", which joint {tied[0]} holds" if tied else ""
    return _named(world, uids[rows], is_now + held)


def _named(world, uids: np.ndarray, what: str) -> str:
    """"body 3 'ball' is new, and so are 2 more"; "" for none."""
    if not len(uids):
        return ""
    others = f", and {len(uids) - 1} more differ" if len(uids) > 1 else ""
    return f"{called(world, int(uids[0]))} {what}{others}"
