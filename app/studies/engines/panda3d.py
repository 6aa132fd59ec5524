"""Bullet in panda3d: single precision, sequential impulses, one thread."""
from __future__ import annotations

import math

import numpy as np
from panda3d import bullet, core

from app.studies.neutral_scene import BOX, NeutralScene


class Engine:
    """A world of Bullet, whose step also writes poses to the scene graph."""

    threaded = False

    @staticmethod
    def cannot(scene: NeutralScene) -> str | None:
        """Other shapes than boxes and spheres."""
        return scene.uncommon

    def __init__(self, scene: NeutralScene, threads: int):
        self.world = world = bullet.BulletWorld()
        world.setGravity(core.Vec3(*scene.gravity))
        self.dt, self.root, self.shapes = scene.dt, core.NodePath("root"), {}
        self.bodies = [self._body(scene, k) for k in range(len(scene.shape))]
        for (a, b), anchor in zip(scene.joints, scene.anchors):
            arms = [core.Point3(*(anchor - scene.position[k])) for k in (a, b)]
            world.attach(bullet.BulletSphericalConstraint(self.bodies[a][0], self.bodies[b][0], *arms))
        sweeps = core.ConfigVariableInt("bullet-solver-iterations", 10).getValue()
        self.settings = (f"panda3d {core.PandaSystem.getVersionString()}, Bullet {bullet.getBulletVersion() / 100:.2f}, "
                         f"{sweeps} iterations, single precision, 1 thread")

    def _body(self, scene: NeutralScene, k: int) -> tuple[bullet.BulletRigidBodyNode, core.NodePath]:
        key = (int(scene.shape[k]), *scene.half[k])
        if key not in self.shapes:
            box = scene.shape[k] == BOX
            self.shapes[key] = (bullet.BulletBoxShape(core.Vec3(*scene.half[k])) if box
                                else bullet.BulletSphereShape(float(scene.half[k, 0])))
        node = bullet.BulletRigidBodyNode(str(k))
        node.addShape(self.shapes[key])
        node.setMass(0.0 if scene.fixed[k] else float(scene.mass[k]))
        node.setFriction(math.sqrt(scene.friction[k]))              # Bullet multiplies the coefficients of a pair
        node.setRestitution(0.0)
        node.setDeactivationEnabled(False)
        path = self.root.attachNewNode(node)
        path.setPos(*scene.position[k])
        if scene.group[k]:
            path.setCollideMask(core.BitMask32.allOff())
        self.world.attach(node)
        if not scene.fixed[k]:
            node.setLinearVelocity(core.Vec3(*scene.velocity[k]))
            node.setAngularVelocity(core.Vec3(*scene.spin[k]))
        return node, path

    def step(self) -> None:
        """One step, without substeps."""
        self.world.doPhysics(self.dt, 0)

    def state(self) -> np.ndarray:
        """Poses and velocities."""
        out = np.empty((len(self.bodies), 13))
        for row, (node, path) in zip(out, self.bodies):
            t, q = path.getPos(), path.getQuat()
            row[:] = t.x, t.y, t.z, q.getI(), q.getJ(), q.getK(), q.getR(), *node.getLinearVelocity(), *node.getAngularVelocity()
        return out
