"""A share as tests write it: a small scene, a run that no engine took, a picture."""
from __future__ import annotations

import numpy as np

from app.share.contents import Manifest, Share
from app.share.made import here
from physics.history import RunRecord

SCENE = "format: 1\nbodies:\n  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 3]}\n"
STEPS = 200


def sample(taken: int = STEPS, **changes) -> Share:
    """A share with hashes and poses from a random generator, always the same; `changes` of its manifest."""
    random = np.random.default_rng(7)
    array, poses = random.random((4, 7), dtype=np.float32), {}
    for step in range(0, taken + 1, 5):
        array = array + random.random((4, 7), dtype=np.float32) * np.float32(1e-3)
        poses[step] = np.arange(1, 5), array
    inputs = {0: ({"command": "release"},), 7: ({"command": "pin"}, {"command": "release"}), taken: ({"command": "pin"},)}
    run = RunRecord(0, taken, inputs, random.bytes(8 * (taken + 1)), poses)
    manifest = Manifest(**{"format": 1, "scene": "toys/ball", "steps": taken, "commands": 4, "made": here()} | changes)
    return Share(manifest, SCENE, run, b"\x89PNG" + random.bytes(3000))


def same(one: RunRecord, other: RunRecord) -> bool:
    """Whether two runs have the same bits."""
    return (one._replace(poses={}) == other._replace(poses={}) and one.poses.keys() == other.poses.keys()
            and all(array.tobytes() == other.poses[step][1].tobytes() and uids.tolist() == other.poses[step][0].tolist()
                    for step, (uids, array) in one.poses.items()))
