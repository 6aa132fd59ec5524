"""Rapier, an engine in Rust: single precision, and the same soft steps as ours."""
from __future__ import annotations

import numpy as np
import rapier3d as rp

from app.studies.neutral_scene import NeutralScene
from app.studies.rapier3d_shapes import colliders


class Engine:
    """A world of Rapier."""

    threaded = True

    @staticmethod
    def cannot(scene: NeutralScene) -> str | None:
        """None: it steps every neutral scene."""
        return None

    def __init__(self, scene: NeutralScene, threads: int):
        self.world = world = rp.PhysicsWorld(gravity=scene.gravity)
        world.set_num_threads(threads)
        world.integration_parameters.dt = scene.dt
        self.handles = [world.add_body(_body(scene, k), _colliders(scene, k)) for k in range(len(scene.shape))]
        for (a, b), anchor in zip(scene.joints, scene.anchors):
            joint = rp.SphericalJointBuilder().local_anchor1(tuple(anchor - scene.position[a]))
            world.impulse_joints.insert(self.handles[a], self.handles[b],
                                        joint.local_anchor2(tuple(anchor - scene.position[b])).build(), True)
        self.step = world.step
        how = world.integration_parameters
        self.settings = (f"rapier3d {rp.__version__}, {how.num_solver_iterations} substeps, single precision, "
                         f"{threads} thread{'s' * (threads > 1)}")

    def state(self) -> np.ndarray:
        """Poses and velocities."""
        out = np.empty((len(self.handles), 13))
        for row, handle in zip(out, self.handles):
            body = self.world.rigid_bodies[handle]
            t, q, v, w = body.translation, body.rotation, body.linvel, body.angvel
            row[:] = t.x, t.y, t.z, q.i, q.j, q.k, q.w, v.x, v.y, v.z, w.x, w.y, w.z
        return out


def _body(scene: NeutralScene, k: int) -> rp.RigidBodyBuilder:
    kind = rp.RigidBodyType.FIXED if scene.fixed[k] else rp.RigidBodyType.DYNAMIC
    at, velocity, spin = (tuple(map(float, v[k])) for v in (scene.position, scene.velocity, scene.spin))
    return rp.RigidBodyBuilder(kind).translation(at).linvel(velocity).angvel(spin).can_sleep(False)


def _colliders(scene: NeutralScene, k: int) -> list[rp.ColliderBuilder]:
    made = []
    for collider in colliders(rp, scene.solid[k]):
        collider = collider.density(float(scene.mass[k] / scene.solid[k].volume)).friction(float(scene.friction[k]))
        collider = collider.restitution(0.0)
        if scene.group[k]:
            collider = collider.collision_groups(rp.InteractionGroups(rp.Group.GROUP_2, rp.Group.GROUP_1))
        made.append(collider)
    return made
