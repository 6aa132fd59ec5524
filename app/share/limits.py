"""Limits: how much of a share file is read."""
from __future__ import annotations

from scenes.schema.nodes import MOST_BYTES as MOST_SCENE

MB = 1_000_000
MOST_STEPS = 1_000_000
MOST_HASHES = 100_000
MOST_COMMANDS = 200_000
MOST_LINE = 4_000                      # [bytes] of the log of steps
MOST_BODIES = 1_000_000                # of a frame of poses
MOST_POSES = 64 * MB                   # [bytes] of all poses, unpacked
MOST_FILE = 400 * MB                   # [bytes] of the file
MOST_DIRECTORY = 4_000                 # [bytes] of the zip's list of its parts
MOST_RATIO = 100                       # of a part to what it takes in the file
MOST_PARTS = 16

MANIFEST, SCENE, STEPS, POSES, PICTURE, FILM = "share.json", "scene.yaml", "steps.log", "poses.bin", "picture.png", "film.mp4"
PARTS = {MANIFEST: MB, SCENE: MOST_SCENE, STEPS: 64 * MB, POSES: 64 * MB, PICTURE: 4 * MB,
         FILM: 256 * MB}               # name -> most bytes, in the order in which they stand in a file
