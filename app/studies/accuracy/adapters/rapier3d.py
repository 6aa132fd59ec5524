"""Rapier: single precision, soft steps as ours; planes as half-spaces, sleep as its default.

Springs and motors are those of its joints, by acceleration: stiffness (2 pi hertz)^2, damping 2 damping_ratio (2 pi hertz), of
which Rapier makes forces by the joint's own mass.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import rapier3d as rp

from app.studies.accuracy.setup import Setup, lacking_shape
from app.studies.rapier3d_shapes import colliders, floats, scaled_axis
from physics.bodies.rotation import rotate
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.shapes import Box, Capsule, Cone, Cylinder, Plane, Sphere
from physics.joints.placement import Placement, Seat

KINDS = {"dynamic": rp.RigidBodyType.DYNAMIC, "static": rp.RigidBodyType.FIXED,
         "kinematic": rp.RigidBodyType.KINEMATIC_VELOCITY_BASED}
SHAPES = Sphere, Box, Plane, Capsule, Cylinder, Cone
RIGID = 1e6                                      # [1/s] rate at which a motor comes to its speed
HALF_TURN, FAR = math.pi, 1e5                    # [rad], [m] a stop that is not there
WORLD = None                                     # name of the body that stands for the world in joints


class Adapter:
    """A world of Rapier."""

    @staticmethod
    def cannot(setup: Setup) -> str | None:
        """Moving surfaces, and the joints that Rapier lacks."""
        if reason := lacking_shape(setup.bodies, SHAPES):
            return reason
        if any(any(body.surface_velocity) or any(body.surface_spin) for body in setup.bodies):
            return "no moving surfaces"
        for joint in setup.joints:
            kind = joint.type_name
            if kind not in JOINTS or kind == "distance" and joint.rigid:
                return f"no {kind} joint"
            if kind == "hinge" and max(abs(joint.lower or 0), abs(joint.upper or 0)) > HALF_TURN:
                return "no stop beyond half a turn"
        return None

    def __init__(self, setup: Setup, variant: tuple[str, ...] = ()):
        self.setup, self.world = setup, rp.PhysicsWorld(gravity=setup.gravity)
        how = self.world.integration_parameters
        how.dt = setup.dt
        if setup.substeps is not None:
            how.num_solver_iterations = setup.substeps
        self.handles = {body.name: self._add(body) for body in setup.bodies}
        for joint in setup.joints:
            self._join(joint)
        self._push(setup.pushes)
        self.steps, self.settings = 0, f"{rp.__version__}, {how.num_solver_iterations} substeps, single precision"

    def _add(self, body: BodyDefinition) -> Any:
        made = (rp.RigidBodyBuilder(KINDS[body.type]).translation(floats(body.position)).rotation(scaled_axis(body.rotation))
                .linvel(floats(body.velocity)).angvel(floats(body.angular_velocity)).can_sleep(body.can_sleep)
                .linear_damping(body.linear_damping).angular_damping(body.angular_damping))
        if isinstance(body.shape, Plane):
            x, y, z = (body.shape.offset * part for part in body.shape.normal)
            made = rp.RigidBodyBuilder(rp.RigidBodyType.FIXED).translation((x, y, z))
            shape = rp.Collider.halfspace(body.shape.normal)
        else:
            shape, = colliders(rp, body.shape)
            shape = shape.mass(float(body.final_mass))
        shape = (shape.friction(body.friction).friction_combine_rule(rp.CoefficientCombineRule.GEOMETRIC_MEAN)
                 .restitution(body.restitution).restitution_combine_rule(rp.CoefficientCombineRule.MAX))
        if body.group:
            shape = shape.collision_groups(rp.InteractionGroups(rp.Group.GROUP_2, rp.Group.GROUP_1))
        return self.world.add_body(made, [shape])

    def _join(self, joint: Any) -> None:
        if WORLD not in self.handles and None in (joint.a, joint.b):
            self.handles[WORLD] = self.world.add_body(rp.RigidBodyBuilder(rp.RigidBodyType.FIXED), [])
        made = JOINTS[joint.type_name](joint, joint.seat(placement(self.setup, joint)))
        made = made.contacts_enabled(joint.collide_connected)
        self.world.impulse_joints.insert(self.handles[joint.a], self.handles[joint.b], made.build(), True)

    def _push(self, pushes: tuple) -> None:
        for push in pushes:
            body = self.world.rigid_bodies[self.handles[push.body]]
            body.add_force(floats(push.force))
            body.add_torque(floats(push.torque))

    def step(self) -> None:
        """One step, under the forces that still act."""
        self.world.step()
        self.steps += 1
        now = self.steps * self.setup.dt
        if any(now - self.setup.dt < push.seconds <= now for push in self.setup.pushes):
            for push in self.setup.pushes:
                body = self.world.rigid_bodies[self.handles[push.body]]
                body.reset_forces()
                body.reset_torques()
            self._push(tuple(push for push in self.setup.pushes if push.seconds > now))

    def state(self) -> np.ndarray:
        """Poses and velocities."""
        out = np.empty((len(self.setup.bodies), 13))
        for row, body in zip(out, self.setup.bodies):
            found = self.world.rigid_bodies[self.handles[body.name]]
            t, q, v, w = found.translation, found.rotation, found.linvel, found.angvel
            row[:] = t.x, t.y, t.z, q.i, q.j, q.k, q.w, v.x, v.y, v.z, w.x, w.y, w.z
        return out


def placement(setup: Setup, joint: Any) -> Placement:
    """The poses of a joint's bodies at the start, for its `seat`."""
    poses = {body.name: (tuple(map(float, body.position)), tuple(map(float, body.rotation))) for body in setup.bodies}
    rest = Placement()
    a, b = poses.get(joint.a, (rest.position_a, rest.rotation_a)), poses.get(joint.b, (rest.position_b, rest.rotation_b))
    return Placement(*a, *b)


def _anchored(made: Any, seat: Seat) -> Any:
    return made.local_anchor1(seat.anchor_a).local_anchor2(seat.anchor_b)


def _axial(builder: Callable, joint: Any, seat: Seat) -> Any:
    """A hinge or a slider with its drive."""
    axes = [floats(rotate(np.array(frame), np.array((1.0, 0.0, 0.0)))) for frame in (seat.frame_a, seat.frame_b)]
    made = _anchored(builder(axes[0]), seat).local_axis1(axes[0]).local_axis2(axes[1])
    strength = joint.motor_torque if joint.type_name == "hinge" else joint.motor_force
    if joint.hertz > 0:
        rate = 2 * math.pi * joint.hertz
        made = made.motor_model(rp.MotorModel.ACCELERATION_BASED)
        made = made.motor_position(joint.rest, rate ** 2, 2 * joint.damping_ratio * rate)
    elif strength > 0:
        made = made.motor_velocity(joint.motor_speed, joint.motor_rate or RIGID).motor_max_force(strength)
    if joint.lower is not None or joint.upper is not None:
        far = HALF_TURN if joint.type_name == "hinge" else FAR
        made = made.limits(*(given if given is not None else end for given, end in ((joint.lower, -far), (joint.upper, far))))
    return made


def _distance(joint: Any, seat: Seat) -> Any:
    """A spring or a rope."""
    if joint.hertz == 0:
        return _anchored(rp.RopeJointBuilder(max_distance=joint.upper), seat)
    rate, length = 2 * math.pi * joint.hertz, joint.length or math.dist(joint.anchor_a, joint.anchor_b)
    made = rp.SpringJointBuilder(rest_length=length, stiffness=rate ** 2, damping=2 * joint.damping_ratio * rate)
    return _anchored(made.spring_model(rp.MotorModel.ACCELERATION_BASED), seat)


def _fixed(joint: Any, seat: Seat) -> Any:
    frames = [rp.Isometry3(rp.Vec3(*anchor), rp.Rotation3(frame[3], *frame[:3]))
              for anchor, frame in ((seat.anchor_a, seat.frame_a), (seat.anchor_b, seat.frame_b))]
    return rp.FixedJointBuilder().local_frame1(frames[0]).local_frame2(frames[1])


JOINTS: dict[str, Callable[[Any, Seat], Any]] = {
    "ball_socket": lambda joint, seat: _anchored(rp.SphericalJointBuilder(), seat),
    "hinge": lambda joint, seat: _axial(rp.RevoluteJointBuilder, joint, seat),
    "slider": lambda joint, seat: _axial(rp.PrismaticJointBuilder, joint, seat),
    "fixed": _fixed,
    "distance": _distance,
}
