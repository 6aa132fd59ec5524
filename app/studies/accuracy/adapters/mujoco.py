"""MuJoCo: double precision, Newton's method on soft contacts, at the step of the setup, which is far longer than its usual 2 ms.

Ball sockets, hinges, sliders and fixed joints make a kinematic tree, MuJoCo's native form without joint error; one that closes a
loop is an equality.  Springs get the stiffness that gives their frequency to the mass that the tree leaves them at the start.
"""
from __future__ import annotations

import math
from typing import Any

import mujoco
import numpy as np

from app.studies.accuracy.setup import Setup, lacking_shape
from physics.bodies.rotation import rotate
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.shapes import Box, Capsule, Cylinder, Plane, Sphere
from physics.joints.definition import JointDefinition

ROLLING = (0.005, 0.0001)                        # MuJoCo's defaults of twisting and rolling friction
NATIVE = {"ball_socket": mujoco.mjtJoint.mjJNT_BALL, "hinge": mujoco.mjtJoint.mjJNT_HINGE,
          "slider": mujoco.mjtJoint.mjJNT_SLIDE, "fixed": None}
GEOMS = {Sphere: mujoco.mjtGeom.mjGEOM_SPHERE, Box: mujoco.mjtGeom.mjGEOM_BOX, Capsule: mujoco.mjtGeom.mjGEOM_CAPSULE,
         Cylinder: mujoco.mjtGeom.mjGEOM_CYLINDER}
MEMORY = 1 << 30                                 # [bytes] for contacts; the default holds too few
MOST_BODIES = 300                                # 820 take minutes for seconds of a wall, for the solver is exact
GRID = [1.0, 1.0, 1.0]                           # of a plane, for drawing


class Adapter:
    """A model of MuJoCo."""

    @staticmethod
    def cannot(setup: Setup) -> str | None:
        """Bounces by a coefficient, damping by a rate, moving surfaces and supports, and the joints that MuJoCo lacks."""
        if reason := lacking_shape(setup.bodies, (Plane, *GEOMS)):
            return reason
        for body in setup.bodies:
            for what, why in ((body.restitution, "no coefficient of restitution"),
                              (body.type == "kinematic", "no moving supports"),
                              (body.linear_damping or body.angular_damping, "no damping by a rate"),
                              (any(body.surface_velocity) or any(body.surface_spin), "no moving surfaces")):
                if what:
                    return why
        if len(setup.bodies) > MOST_BODIES:
            return f"more than {MOST_BODIES:,} bodies"
        parents = _parents(setup)
        for number, joint in enumerate(setup.joints):
            loops = number not in {own for _, own in parents.values()}
            if joint.type_name not in NATIVE or loops and joint.type_name not in ("ball_socket", "fixed"):
                return f"no {joint.type_name} joint" + (" that closes a loop" if joint.type_name in NATIVE else "")
        return None

    def __init__(self, setup: Setup, variant: tuple[str, ...] = ()):
        if hasattr(mujoco, "set_mju_user_warning"):
            mujoco.set_mju_user_warning(lambda text: None)   # a motion that bursts is a figure of the table, not a log file
        spec = mujoco.MjSpec()
        spec.option.timestep, spec.option.gravity = setup.dt, list(setup.gravity)
        spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET
        spec.compiler.autolimits, spec.memory = True, MEMORY
        self.setup, self.parents, self.spec = setup, _parents(setup), spec
        for number, joint in enumerate(setup.joints):
            if joint.type_name in NATIVE and not joint.collide_connected and joint.a is not None and joint.b is not None:
                spec.add_exclude(bodyname1=joint.a, bodyname2=joint.b)
        self._add_bodies()
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.ids = [self.model.body(body.name).id if body.type == "dynamic" else 0 for body in setup.bodies]
        mujoco.mj_forward(self.model, self.data)
        self._drive()
        self._start()
        solver = mujoco.mjtSolver(self.model.opt.solver).name.removeprefix("mjSOL_").capitalize()
        self.settings = f"{mujoco.__version__}, {solver}, double precision"

    def _add_bodies(self) -> None:
        setup, made = self.setup, {}
        known = {body.name: body for body in setup.bodies}
        order = [*self.parents, *(name for name in known if name not in self.parents)]             # parents first
        for name in order:
            body = known[name]
            if body.type != "dynamic":
                self.spec.worldbody.add_geom(**{"pos": _place(body), "quat": _quaternion(body.rotation)} | _geom(body))
                continue
            up, number = self.parents.get(name, (None, None))
            above, parent = (made[up], known[up]) if up in made else (self.spec.worldbody, None)
            place, quat = _within(body, parent)
            own = made[name] = above.add_body(name=name, pos=place, quat=quat)
            own.add_geom(**_geom(body))
            if number is None:
                own.add_freejoint()
            else:
                _add_joint(own, body, setup.joints[number], f"j{number}")
        tree = {number for _, number in self.parents.values()}
        for number in set(range(len(setup.joints))) - tree:
            self._close(setup.joints[number], known)

    def _close(self, joint: JointDefinition, known: dict[str, BodyDefinition]) -> None:
        kind = mujoco.mjtEq.mjEQ_CONNECT if joint.type_name == "ball_socket" else mujoco.mjtEq.mjEQ_WELD
        sides = [name for name in (joint.a, joint.b) if name is not None]
        tie = self.spec.add_equality(type=kind, objtype=mujoco.mjtObj.mjOBJ_BODY, name1=sides[0],
                                     name2=sides[1] if len(sides) > 1 else "world")
        if joint.type_name == "ball_socket":
            tie.data[:3] = _within_body(known[sides[0]], joint.anchor)

    def _drive(self) -> None:
        """Springs and motors, by the mass that stands against each joint at the start."""
        model, self.motors = self.model, []
        inverse = np.zeros((model.nv, model.nv))
        if model.nv:
            mujoco.mj_solveM(model, self.data, inverse, np.eye(model.nv))
        for _, number in self.parents.values():
            joint = self.setup.joints[number]
            if joint.type_name not in ("hinge", "slider"):
                continue
            own = model.joint(f"j{number}").id
            at = model.jnt_dofadr[own]
            mass = 1 / inverse[at, at]
            sign = _sign(self.parents, joint)
            if joint.hertz > 0:
                rate = 2 * math.pi * joint.hertz
                model.jnt_stiffness[own], model.dof_damping[at] = mass * rate ** 2, 2 * joint.damping_ratio * mass * rate
                model.qpos_spring[model.jnt_qposadr[own]] = sign * joint.rest
            strength = joint.motor_torque if joint.type_name == "hinge" else joint.motor_force
            if strength > 0:
                self.motors.append((at, sign * joint.motor_speed, strength, mass / self.setup.dt))

    def _start(self) -> None:
        """The speeds of the joints that give the bodies their velocities, by least squares."""
        rows, wanted = [], []
        for body, own in zip(self.setup.bodies, self.ids):
            if own:
                moving, turning = np.zeros((3, self.model.nv)), np.zeros((3, self.model.nv))
                mujoco.mj_jacBodyCom(self.model, self.data, moving, turning, own)
                rows += [moving, turning]
                wanted += [body.velocity, body.angular_velocity]
        if rows:
            self.data.qvel[:] = np.linalg.lstsq(np.vstack(rows), np.concatenate(wanted), rcond=None)[0]
        mujoco.mj_forward(self.model, self.data)

    def step(self) -> None:
        """One step, under the forces that still act."""
        self.data.xfrc_applied[:] = 0
        for push in self.setup.pushes:
            if self.data.time + self.setup.dt / 2 < push.seconds:
                self.data.xfrc_applied[self.model.body(push.body).id] += [*push.force, *push.torque]
        for at, speed, strength, gain in self.motors:
            wanted = gain * (speed - self.data.qvel[at]) - self.data.qfrc_smooth[at] + self.data.qfrc_applied[at]
            self.data.qfrc_applied[at] = min(max(wanted, -strength), strength)
        mujoco.mj_step(self.model, self.data)

    def state(self) -> np.ndarray:
        """Poses and velocities; after a step the poses are those of its start, so they are computed anew."""
        for find in (mujoco.mj_kinematics, mujoco.mj_comPos, mujoco.mj_comVel):
            find(self.model, self.data)
        out, velocity = np.zeros((len(self.ids), 13)), np.empty(6)
        for row, own, body in zip(out, self.ids, self.setup.bodies):
            if not own:
                row[:3], row[3:7] = body.position, body.rotation
                continue
            row[:3], row[3:7] = self.data.xpos[own], self.data.xquat[own][[1, 2, 3, 0]]
            mujoco.mj_objectVelocity(self.model, self.data, mujoco.mjtObj.mjOBJ_BODY, own, velocity, 0)
            row[7:10], row[10:13] = velocity[3:], velocity[:3]
        return out


def _parents(setup: Setup) -> dict[str, tuple[str | None, int]]:
    """Body -> (its parent, None for what is fixed; number of the joint), from the fixed bodies outwards, then among free ones."""
    fixed = {None, *(body.name for body in setup.bodies if body.type != "dynamic")}
    found: dict[str, tuple[str | None, int]] = {}
    reached = set(fixed)
    ways = [(number, joint) for number, joint in enumerate(setup.joints) if joint.type_name in NATIVE]
    while True:
        step = next(((number, up, down) for number, joint in ways for up, down in ((joint.a, joint.b), (joint.b, joint.a))
                     if up in reached and down not in reached), None)
        if step is not None:
            number, up, down = step
            found[down] = (None if up in fixed else up), number
            reached.add(down)
            continue
        loose = next((joint.a for _, joint in ways if joint.a not in reached), None)
        if loose is None:
            return found
        reached.add(loose)                                   # the root of a tree that hangs on nothing


def _sign(parents: dict[str, tuple[str | None, int]], joint: JointDefinition) -> int:
    """1 where b hangs on a in the tree, -1 where a hangs on b: what a joint measures is that of b against a."""
    return 1 if joint.b in parents and parents[joint.b][0] == joint.a or joint.b in parents and joint.a not in parents else -1


def _add_joint(own: Any, body: BodyDefinition, joint: JointDefinition, name: str) -> None:
    """The joint by which a body hangs on its parent."""
    kind = NATIVE[joint.type_name]
    if kind is None:
        return
    made = own.add_joint(type=kind, name=name, pos=_within_body(body, joint.anchor))
    if joint.type_name == "ball_socket":
        return
    back = np.array(body.rotation) * np.array((-1.0, -1.0, -1.0, 1.0))
    made.axis = list(rotate(back, np.array(joint.axis, float)))
    if joint.lower is not None or joint.upper is not None:
        low, high = (given if given is not None else end for given, end in ((joint.lower, -1e9), (joint.upper, 1e9)))
        made.range = [low, high] if joint.type_name == "slider" else np.degrees([low, high]).tolist()


def _place(body: BodyDefinition) -> list[float]:
    """Where a body's geometry stands: a plane by a point of it."""
    if isinstance(body.shape, Plane):
        return [body.shape.offset * part for part in body.shape.normal]
    return list(map(float, body.position))


def _quaternion(rotation: Any) -> list[float]:
    """w x y z."""
    x, y, z, w = map(float, rotation)
    return [w, x, y, z]


def _within_body(body: BodyDefinition, point: Any) -> list[float]:
    """A point of the world in a body's frame."""
    back = np.array(body.rotation) * np.array((-1.0, -1.0, -1.0, 1.0))
    return list(rotate(back, np.array(point, float) - np.array(body.position)))


def _within(body: BodyDefinition, parent: BodyDefinition | None) -> tuple[list[float], list[float]]:
    """Place and turn of a body in its parent's frame."""
    if parent is None:
        return list(map(float, body.position)), _quaternion(body.rotation)
    x, y, z, w = np.array(parent.rotation) * np.array((-1.0, -1.0, -1.0, 1.0))
    u, v = np.array((x, y, z)), np.array(body.rotation[:3])
    turn = [*(w * v + body.rotation[3] * u + np.cross(u, v)), w * body.rotation[3] - u @ v]
    return _within_body(parent, body.position), _quaternion(turn)


def _geom(body: BodyDefinition) -> dict[str, Any]:
    """The shape of a body, with its mass and friction."""
    made: dict[str, Any] = {"friction": [float(body.friction), *ROLLING],
                            "priority": int(body.friction == 0)}           # of a pair the larger counts, but for what is smooth
    if isinstance(body.shape, Plane):
        up = np.array(body.shape.normal)
        across = np.cross((0.0, 0.0, 1.0), up)
        turn = np.array((1 + up[2], *across)) if up[2] > -1 + 1e-9 else np.array((0.0, 1.0, 0.0, 0.0))
        return made | {"type": mujoco.mjtGeom.mjGEOM_PLANE, "size": GRID, "quat": list(turn / np.linalg.norm(turn))}
    shape = body.shape
    along = isinstance(shape, (Capsule, Cylinder))                         # radius and half length, as ours
    made |= {"type": GEOMS[type(shape)], "size": [shape.radius, shape.half_length, 0.0] if along else list(shape.size)}
    if body.type == "dynamic":
        made["mass"] = float(body.final_mass)
    if body.group:
        made |= {"contype": 0, "conaffinity": 0}
    return made
