"""Bullet in pybullet: double precision, 50 iterations, one thread."""
from __future__ import annotations

import math
from importlib.metadata import version

import numpy as np
import pybullet as p

from app.studies.neutral_scene import BOX, NeutralScene


class Engine:
    """A world of Bullet, its bodies in maximal coordinates."""

    threaded = False

    @staticmethod
    def cannot(scene: NeutralScene) -> str | None:
        """A scene with joints: those between rigid bodies have a fixed maximum impulse of 500 N s; other shapes than boxes and
        spheres."""
        return "its joints give way at an impulse of 500 N s" if len(scene.joints) else scene.uncommon

    def __init__(self, scene: NeutralScene, threads: int):
        p.connect(p.DIRECT)
        p.setGravity(*scene.gravity)
        p.setTimeStep(scene.dt)
        self.shapes = {}
        self.bodies = [self._body(scene, k) for k in range(len(scene.shape))]
        self.step = p.stepSimulation
        sweeps = p.getPhysicsEngineParameters()["numSolverIterations"]
        self.settings = f"pybullet {version('pybullet')}, {sweeps} iterations, double precision, 1 thread"

    def _body(self, scene: NeutralScene, k: int) -> int:
        key = (int(scene.shape[k]), *scene.half[k])
        if key not in self.shapes:
            box = scene.shape[k] == BOX
            self.shapes[key] = (p.createCollisionShape(p.GEOM_BOX, halfExtents=list(scene.half[k])) if box
                                else p.createCollisionShape(p.GEOM_SPHERE, radius=float(scene.half[k, 0])))
        mass = 0.0 if scene.fixed[k] else float(scene.mass[k])
        body = p.createMultiBody(mass, self.shapes[key], -1, list(scene.position[k]), useMaximalCoordinates=1)
        p.changeDynamics(body, -1, lateralFriction=math.sqrt(scene.friction[k]), restitution=0.0, linearDamping=0.0,
                         angularDamping=0.0, activationState=p.ACTIVATION_STATE_DISABLE_SLEEPING)
        if not scene.fixed[k]:
            p.resetBaseVelocity(body, list(scene.velocity[k]), list(scene.spin[k]))
        if scene.group[k]:
            p.setCollisionFilterGroupMask(body, -1, 0, 0)
        return body

    def state(self) -> np.ndarray:
        """Poses and velocities."""
        out = np.empty((len(self.bodies), 13))
        for row, body in zip(out, self.bodies):
            (t, q), (v, w) = p.getBasePositionAndOrientation(body), p.getBaseVelocity(body)
            row[:] = *t, *q, *v, *w
        return out
