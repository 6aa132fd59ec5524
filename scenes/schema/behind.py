"""The key `behind` of a generator: which single bodies and joints are created before its own.

A world solves bodies and joints in the order of their creation.  Without the key all single bodies come before those of
generators, and all single joints behind those of generators.  The editor writes it where a generator was broken up, so that the
order, and with it the motion, stays to the last digit.
"""
from __future__ import annotations

from pydantic import Field

from physics.definitions.tunable import Tunable
from scenes.schema.values import Section, quantity

BEHIND = "behind"                    # the key
MOST = 100_000
BODIES = Tunable(default=0, limits=(0, MOST), help="How many entries of `bodies`")
JOINTS = Tunable(default=0, limits=(0, MOST), help="How many entries of `joints`")


class BehindSection(Section):
    """Of how many entries of `bodies` and `joints` those of the generator come behind, in the order of creation."""

    bodies: quantity("bodies", BODIES) = 0
    joints: quantity("joints", JOINTS) = 0
