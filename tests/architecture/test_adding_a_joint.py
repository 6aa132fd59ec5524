"""A kind of joint is one file: a copy of the tree with a new one uses it everywhere, without a change to another file."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from physics.compile.cache import CACHE
from tests.architecture.sources import ROOT

UNIVERSAL = '''"""The universal joint: a point of both bodies coincides and b does not twist.  Parts: ANGLE and POINT."""
from __future__ import annotations

from typing import ClassVar

from physics.constraints.part import Part
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.point import POINT
from physics.definitions.tunable import tunable
from physics.joints.definition import MEETS, Measure, PairDefinition, axis, joint, point
from physics.joints.placement import Placement, Seat, frame_along


@joint
class Universal(PairDefinition):
    """A point of both bodies coincides and one drives the twist of the other, as a cardan shaft does."""

    anchor: tuple[float, float, float] = point("Centre of the cross")
    axis: tuple[float, float, float] = axis("The shaft")
    phase: float = tunable(0.0, limits=(-4, 4), slider=(-3, 3), unit="rad", label="Phase", help="Twist that is held")

    type_name: ClassVar[str] = "universal"
    order: ClassVar[int] = 25
    relation: ClassVar[str] = MEETS
    measure: ClassVar[Measure] = Measure(ANGLE, "Twist", "rad")

    def seat(self, at: Placement) -> Seat:
        """The cross and the shaft in both bodies."""
        frame = frame_along(self.axis)
        return at.seat(self.anchor, self.anchor, frame, frame)

    def parts(self, at: Placement) -> list[Part]:
        """No twist, the point."""
        seat = self.seat(at)
        return [Part(ANGLE, *seat, target=self.phase), Part(POINT, *seat)]
'''
PROBE = '''
import json
import sys
from numba.core import caching

# kernels of the copy are those of the tree, but numba also asks where a file lies
own, copy, tree = caching._CacheLocator.get_suitable_cache_subpath.__func__, *sys.argv[1:]
caching._CacheLocator.get_suitable_cache_subpath = classmethod(lambda cls, file: own(cls, file.replace(copy, tree)))

import scenes
from app.draw.joints.glyphs import glyph_of, plain
from app.draw.joints.overlay import MEETING
from app.panels.joints.palette import rows
from app.simulation.inspection import PropertyEdits
from docs.generated import joint_types
from physics import Universal
from physics.joints import JOINTS
from scenes.generators.links import LINKS
from scenes.reading.json_schema import json_schema

document = scenes.loads("""format: 1
title: shaft
bodies:
  - {name: rod, shape: {box: {half: [0.1, 0.1, 0.4]}}, position: [0.3, 0, 2]}
joints:
  - {name: cross, type: universal, a: world, b: rod, anchor: [0, 0, 2], axis: [1, 0, 0], phase: 20 deg}
run: 1
""")
world = scenes.build(document)
for _ in range(20):
    world.step()
joint = world.joints[0]
card = PropertyEdits(world).joint_card(joint.uid)
print(json.dumps({
    "order": list(JOINTS), "is": isinstance(joint.definition, Universal), "schema": "universal" in json.dumps(json_schema()),
    "palette": [row.about for row in rows() if row.key == "universal"], "card": [*card.quantity, card.measure],
    "settings": [setting.name for setting in card.settings],
    "manual": [line for line in joint_types().splitlines() if "universal" in line],
    "gap": joint.gap, "tilt": joint.tilt, "height": float(world.bodies[0].position[2]), "link": "universal" in LINKS,
    "glyph": glyph_of(Universal.glyph) is plain,
    "meets": "universal" in MEETING}))
'''


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> dict:
    """The new joint in the output of a tree with one more file."""
    tree = tmp_path_factory.mktemp("tree")
    for folder in ("impulse", "physics", "scenes", "app", "docs"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__", "*.png", "*.gif", "*.mp4"))
    (tree / "physics/joints/universal.py").write_text(UNIVERSAL, encoding="utf-8")
    told = subprocess.run([sys.executable, "-c", PROBE, str(tree), str(ROOT)], cwd=tree, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(tree), "IMPULSE_CACHE_DIR": str(CACHE)})
    assert told.returncode == 0, told.stderr[-3000:]
    return json.loads(told.stdout.splitlines()[-1])


def test_people_meet_it_at_its_place(found):
    assert found["order"][:4] == ["ball_socket", "hinge", "universal", "slider"]
    assert found["palette"] == ["A point of both bodies coincides and one drives the twist of the other, as a cardan shaft does."]


def test_scenes_the_schema_and_the_manual_know_it(found):
    assert found["is"] and found["schema"] and found["link"]
    assert len(found["manual"]) == 1 and "phase" in found["manual"][0]


def test_it_acts(found):
    """A rod hangs from it, swings down, and keeps the twist that is held."""
    assert found["gap"] < 1e-2 and found["tilt"] < 1e-2 and 1.6 < found["height"] < 1.98


def test_the_inspector_and_the_drawing_know_its_traits(found):
    name, unit, twist = found["card"]
    assert (name, unit) == ("Twist", "rad") and twist == pytest.approx(0.349, abs=0.02)
    assert found["settings"][0] == "phase" and found["glyph"] and found["meets"]
