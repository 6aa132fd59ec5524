"""MuJoCo: double precision, Newton's method on soft contacts, one thread.

Chains are kinematic trees of ball joints, MuJoCo's native form without joint error; an equality closes a loop.
"""
from __future__ import annotations

import mujoco
import numpy as np

from app.studies.neutral_scene import BOX, NeutralScene

MEMORY = 4 << 30                          # [bytes] for contacts; the default holds too few
ROLLING = (0.005, 0.0001)                 # MuJoCo's defaults of twisting and rolling friction


class Engine:
    """A model of MuJoCo at the scene's step, which is far longer than its usual 2 ms."""

    threaded = False

    @staticmethod
    def cannot(scene: NeutralScene) -> str | None:
        """Other shapes than boxes and spheres."""
        return scene.uncommon

    def __init__(self, scene: NeutralScene, threads: int):
        spec = mujoco.MjSpec()
        spec.option.timestep = scene.dt
        spec.option.gravity = list(scene.gravity)
        spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET        # no automatic reset after divergence
        spec.memory = MEMORY
        self.scene, parents = scene, _parents(scene)
        self._add_bodies(spec, parents)
        tree = {number for _, number in parents.values()}
        for number in set(range(len(scene.joints))) - tree:
            a, b = scene.joints[number]
            names = ["world" if scene.fixed[k] else f"b{k}" for k in (a, b)]
            tie = spec.add_equality(type=mujoco.mjtEq.mjEQ_CONNECT, objtype=mujoco.mjtObj.mjOBJ_BODY,
                                    name1=names[0], name2=names[1])
            tie.data[:3] = scene.anchors[number] - (0.0 if scene.fixed[a] else scene.position[a])
        self.model = model = spec.compile()
        self.data = mujoco.MjData(model)
        self.ids = [0 if fixed else model.body(f"b{k}").id for k, fixed in enumerate(scene.fixed)]
        for k, body in enumerate(self.ids):
            if body and k not in parents:
                at = model.jnt_dofadr[model.body_jntadr[body]]
                self.data.qvel[at:at + 6] = *scene.velocity[k], *scene.spin[k]
        mujoco.mj_forward(model, self.data)
        solver = mujoco.mjtSolver(model.opt.solver).name.removeprefix("mjSOL_").capitalize()
        self.settings = f"mujoco {mujoco.__version__}, {solver}, double precision, 1 thread"

    def _add_bodies(self, spec: mujoco.MjSpec, parents: dict[int, tuple[int, int]]) -> None:
        scene, bodies = self.scene, {}
        for k in [*parents, *(k for k in range(len(scene.shape)) if k not in parents)]:      # parents before their children
            geom = _geom(scene, k)
            if scene.fixed[k]:
                spec.worldbody.add_geom(pos=list(scene.position[k]), **geom)
                continue
            if k in parents:
                up, number = parents[k]
                above, start = (bodies[up], scene.position[up]) if up in bodies else (spec.worldbody, 0.0)
                body = above.add_body(name=f"b{k}", pos=list(scene.position[k] - start))
                body.add_joint(type=mujoco.mjtJoint.mjJNT_BALL, pos=list(scene.anchors[number] - scene.position[k]))
            else:
                body = spec.worldbody.add_body(name=f"b{k}", pos=list(scene.position[k]))
                body.add_freejoint()
            body.add_geom(**geom)
            bodies[k] = body

    def step(self) -> None:
        """One step."""
        mujoco.mj_step(self.model, self.data)

    def state(self) -> np.ndarray:
        """Poses and velocities; after a step the poses are those of its start, so they are recomputed."""
        for find in (mujoco.mj_kinematics, mujoco.mj_comPos, mujoco.mj_comVel):
            find(self.model, self.data)
        out, velocity = np.zeros((len(self.ids), 13)), np.empty(6)
        for row, body, start in zip(out, self.ids, self.scene.position):
            if not body:
                row[:3], row[6] = start, 1
                continue
            row[:3], row[3:7] = self.data.xpos[body], self.data.xquat[body][[1, 2, 3, 0]]
            mujoco.mj_objectVelocity(self.model, self.data, mujoco.mjtObj.mjOBJ_BODY, body, velocity, 0)
            row[7:10], row[10:13] = velocity[3:], velocity[:3]
        return out


def _parents(scene: NeutralScene) -> dict[int, tuple[int, int]]:
    """Body -> (its parent, number of the joint), level by level from the fixed bodies along the shortest path."""
    ties: dict[int, list[tuple[int, int]]] = {}
    for number, (a, b) in enumerate(scene.joints):
        ties.setdefault(int(a), []).append((int(b), number))
        ties.setdefault(int(b), []).append((int(a), number))
    found: dict[int, tuple[int, int]] = {}
    level = [k for k in ties if scene.fixed[k]]
    while level:
        below = []
        for up in level:
            for k, number in ties[up]:
                if k not in found and not scene.fixed[k]:
                    found[k] = up, number
                    below.append(k)
        level = below
    return found


def _geom(scene: NeutralScene, k: int) -> dict:
    kind = mujoco.mjtGeom.mjGEOM_BOX if scene.shape[k] == BOX else mujoco.mjtGeom.mjGEOM_SPHERE
    made = {"type": kind, "size": list(scene.half[k]), "mass": float(scene.mass[k]),
            "friction": [float(scene.friction[k]), *ROLLING]}
    if scene.group[k]:
        made.update(contype=0, conaffinity=0)
    return made
