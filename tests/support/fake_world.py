"""A world for tests of the app's logic: bodies that fall, no contacts, no kernels, nothing to compile."""
from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable

import numpy as np

from app.published.status import SceneCard
from app.simulation.joint_placing import in_world
from app.simulation.scene_source import OpenScene
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.settings import SolverSettings
from physics.definitions.shapes import Plane, Sphere
from physics.definitions.tunable import tunables
from physics.expressions.columns import Columns
from physics.introspection.refusal import NoInsight
from physics.joints import JOINTS
from scenes.schema.problems import Problem, SceneError

FLOOR, BALL, OTHER = 1, 2, 3          # uids of the first three bodies
Energy = namedtuple("Energy", "kinetic potential total")
Contacts = namedtuple("Contacts", "positions normals separations normal_impulses tangent_impulses bodies features")
JointArrays = namedtuple("JointArrays", "uids types bodies anchors frames forces torques gaps tilts measures enabled broken")


class FakeBody:
    """A body with the properties that the app reads."""

    def __init__(self, uid, shape, position, body_type, name):
        self.uid, self.shape, self.type, self.name = uid, shape, body_type, name
        self.position, self.rotation = np.array(position, float), np.array((0.0, 0, 0, 1))
        self.velocity, self.angular_velocity = np.zeros(3), np.zeros(3)
        self.mass = 2.0 if body_type == "dynamic" else np.inf
        self.surface_velocity, self.surface_spin = np.zeros(3), np.zeros(3)
        self._friction, self.restitution = 0.5, 0.0
        self.category, self.mask, self.sensor, self.overlaps = BodyDefinition.category, BodyDefinition.mask, False, []

    @property
    def friction(self):
        """What a body can change while it lives."""
        return self._friction

    @friction.setter
    def friction(self, value):
        self._friction = tunables(BodyDefinition)["friction"].check("friction", value)

    def apply_impulse(self, impulse, at=None):
        """Acts at once."""
        self.velocity = self.velocity + np.array(impulse) / self.mass


class FakeJoint:
    """A joint that holds nothing: its definition, and readings that a test may set."""

    def __init__(self, uid, definition):
        self.uid, self.definition, self.broken = uid, definition, False
        self.target = getattr(definition, "target", None)
        self.force, self.torque = np.array((0.0, 3.0, 4.0)), np.array((0.0, 0.0, 2.0))
        self.gap, self.tilt, self.impulses, self.measure = 0.001, 0.002, np.array((0.1, -0.2, 0.3)), math.pi / 4

    name = property(lambda self: self.definition.name)
    type_name = property(lambda self: self.definition.type_name)
    a = property(lambda self: self.definition.a)
    b = property(lambda self: self.definition.b)

    def set(self, **changes):
        """As a joint does."""
        self.definition = self.definition.changed(changes)


class FakeWorld:
    """Bodies under gravity, without contacts."""

    def __init__(self, bodies=2):
        self.solver, self.gravity, self.dt, self.precision = SolverSettings(), (0.0, 0.0, -9.81), 1 / 60, "single"
        self.friction_override = self.restitution_override = None
        self.sleep = False
        self.note = ""
        self.step_count, self.time, self.profile = 0, 0.0, {"find pairs": 0.1, "solve": 0.3}
        self.edits = 0
        self.overlaps = np.empty((0, 2), np.int64)
        self._joints, self._bodies, self._next, self._next_joint = {}, {}, 1, 1
        self.contact_count = 1
        self.on_step: Callable[[], None] | None = None
        self.add_body(shape=Plane(), type="static", name="floor")
        for k in range(bodies):
            self.add_body(shape=Sphere(radius=0.5), position=(2.0 * k, 0, 5), name=f"ball_{k}")

    def add_body(self, *, shape, position=(0, 0, 0), type="dynamic", name="", velocity=(0, 0, 0), density=1000):
        """A new body."""
        body = FakeBody(self._next, shape, position, type, name)
        body.velocity = np.array(velocity, float)
        self._bodies[self._next] = body
        self._next += 1
        return body

    def add_joint(self, definition):
        """Any of the joints that there are."""
        joint = FakeJoint(self._next_joint, definition)
        self._joints[joint.uid] = joint
        self._next_joint += 1
        return joint

    def remove(self, thing):
        """A joint, or a body with the joints at it."""
        if isinstance(thing, FakeJoint):
            del self._joints[thing.uid]
            return
        del self._bodies[thing.uid]
        for joint in [j for j in self.joints if thing in (j.a, j.b)]:
            del self._joints[joint.uid]

    @property
    def joints(self):
        """In order of creation."""
        return list(self._joints.values())

    @property
    def joint_definitions(self):
        """How they are defined now."""
        return [joint.definition for joint in self.joints]

    def joint(self, uid):
        """By uid; KeyError when it is gone."""
        return self._joints[uid]

    @property
    def joint_row_count(self):
        """Three each."""
        return 3 * sum(joint.definition.enabled for joint in self.joints)

    def joint_arrays(self):
        """All of them, at the origin."""
        joints, m = self.joints, len(self._joints)
        enabled = np.array([j.definition.enabled for j in joints], bool)
        ends = [[0 if body is None else body.uid for body in (j.a, j.b)] for j in joints]
        return JointArrays(
            np.array([j.uid for j in joints], np.int64), np.array([list(JOINTS).index(j.type_name) for j in joints], np.int64),
            np.array(ends, np.int64).reshape(m, 2), np.zeros((m, 2, 3)), np.tile((0.0, 0, 0, 1), (m, 2, 1)),
            np.array([j.force for j in joints]).reshape(m, 3), np.array([j.torque for j in joints]).reshape(m, 3),
            *(np.where(enabled, np.array([getattr(j, name) for j in joints], float), np.nan) for name in ("gap", "tilt")),
            np.array([j.measure for j in joints]), enabled, np.array([j.broken for j in joints], bool))

    def body(self, uid):
        """By uid; KeyError when it is gone."""
        return self._bodies[uid]

    @property
    def bodies(self):
        """In order of creation."""
        return list(self._bodies.values())

    @property
    def uids(self):
        """(n,)."""
        return np.array(list(self._bodies), np.int64)

    def _stack(self, name, width):
        return np.array([getattr(b, name) for b in self.bodies]).reshape(-1, width)

    resting = False
    asleep = property(lambda self: np.zeros(len(self._bodies), bool))
    islands = property(lambda self: np.array(list(self.uids), np.int64))
    positions = property(lambda self: self._stack("position", 3))
    rotations = property(lambda self: self._stack("rotation", 4))
    principal_rotations = rotations
    velocities = property(lambda self: self._stack("velocity", 3))
    angular_velocities = property(lambda self: self._stack("angular_velocity", 3))

    @property
    def aabbs(self):
        """(n, 2, 3)."""
        return np.stack((self.positions - 0.5, self.positions + 0.5), axis=1)

    def contact_arrays(self, precision="double"):
        """One point."""
        points, up = np.zeros((1, 3)), np.array([[0, 0, 1.0]])
        return Contacts(points, up, np.array([-0.01]), np.ones(1), np.zeros((1, 3)), np.array([[0, 1]]), np.zeros(1, np.int64))

    def rows(self):
        """It has no rows to look at."""
        raise NoInsight("nothing is solved here")

    def row_columns(self):
        """None."""
        return Columns(())

    def max_penetration(self):
        """[m]."""
        return 0.01

    def energy(self):
        """[J]."""
        kinetic = sum(0.5 * b.mass * float(b.velocity @ b.velocity) for b in self.bodies if b.type == "dynamic")
        potential = sum(b.mass * 9.81 * float(b.position[2]) for b in self.bodies if b.type == "dynamic")
        return Energy(kinetic, potential, kinetic + potential)

    def step(self):
        """Semi-implicit Euler."""
        if self.on_step:
            self.on_step()
        for body in self.bodies:
            if body.type == "dynamic":
                body.velocity = body.velocity + np.array(self.gravity) * self.dt
                body.position = body.position + body.velocity * self.dt
        self.step_count += 1
        self.time += self.dt


class FakeRun:
    """A run without events."""

    def __init__(self):
        self.world, self.events = FakeWorld(), ()

    def apply_events(self):
        """There are none."""


class FakeSource:
    """Scenes "one" and "two"; anything else cannot be read."""

    def __init__(self):
        self.prepared = 0
        self.failure: BaseException | None = None

    def read(self, name, values=()):
        """As SceneReader does."""
        if name not in ("one", "two"):
            raise SceneError([Problem(name, 3, 7, "bodies[0].mass", "-1 is out of range")])
        return OpenScene(SceneCard(id=name, title=name.title(), eye=(0, -10, 2), target=(0, 0, 2)), FakeRun)

    def prepare(self, run, progress):
        """Two kernels."""
        self.prepared += 1
        if self.failure:
            raise self.failure
        progress(0, 2, "collision.box_box")
        progress(1, 2, "dynamics.advance")
        return "kernels are not kept"


def apply(session, *commands) -> int:
    """Let a session act on commands; how many it did."""
    for command in commands:
        session.submit(command)
    return session.apply_pending()


def held_point(body: FakeBody, anchor) -> np.ndarray:
    """Where a point of the body's own axes is in the world."""
    return body.position + in_world(body, anchor)
