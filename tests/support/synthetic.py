"""Views made by hand: worlds to draw and to click on without any physics."""
from __future__ import annotations

import numpy as np

from app.published.view import BodyTable, ContactTable, MouseSpring, View

SPHERE, BOX, PLANE = 0, 1, 2
DYNAMIC, STATIC, KINEMATIC = 0, 1, 2
GROUND = (PLANE, STATIC, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0))


def view_of_bodies(bodies, **fields) -> View:
    """A view of `bodies`, each (kind, type, position, size[, rotation[, offset[, sensor[, shape]]]]); `fields` go to the View."""
    n = len(bodies)
    column = lambda index, default: [body[index] if len(body) > index else default for body in bodies]      # noqa: E731
    types = np.array(column(1, 0), np.uint8)
    table = BodyTable(
        uids=np.arange(1, n + 1, dtype=np.int64), names=tuple(f"body_{i}" for i in range(n)),
        kinds=np.array(column(0, 0), np.uint8),
        sizes=np.array(column(3, None), np.float32).reshape(n, 3), offsets=np.array(column(5, 0.0), np.float32),
        types=types, masses=np.where(types == DYNAMIC, 1.0, np.inf), sensors=np.array(column(6, False), bool),
        shapes=tuple(column(7, None)))
    positions = np.array(column(2, None), np.float32).reshape(n, 3)
    rotations = np.array(column(4, (0.0, 0.0, 0.0, 1.0)), np.float32).reshape(n, 4)
    still = np.zeros((n, 3), np.float32)
    values = dict(step=0, time=0.0, dt=1 / 60, table=table, positions=positions, rotations=rotations,
                  previous_positions=positions, previous_rotations=rotations, velocities=still, angular_velocities=still)
    return View(**(values | fields))


def pyramid(levels: int = 8, balls: int = 40, seed: int = 3) -> View:
    """A four-sided pyramid of unit boxes with balls around it, on the ground, with contacts under the front row."""
    random = np.random.default_rng(seed)
    bodies = [GROUND]
    for level in range(levels):
        side = levels - level
        for i in range(side):
            for j in range(side):
                turn = random.normal() * 0.012
                at = ((i - (side - 1) / 2) * 1.06, (j - (side - 1) / 2) * 1.06, level + 0.5)
                bodies.append((BOX, DYNAMIC, at, (0.5, 0.5, 0.5), (0.0, 0.0, np.sin(turn), np.cos(turn))))
    for _ in range(balls):
        angle, away = random.random() * 2 * np.pi, levels * (0.8 + 0.9 * random.random() ** 0.6)
        radius, turn = random.choice((0.35, 0.5, 0.7)), random.normal(size=4)
        at = (away * np.cos(angle), away * np.sin(angle), radius)
        bodies.append((SPHERE, DYNAMIC, at, (radius,) * 3, turn / np.linalg.norm(turn)))
    return view_of_bodies(bodies, contacts=front_contacts(levels), contact_count=2 * levels)


def front_contacts(levels: int) -> ContactTable:
    """Two contact points under each box of the row nearest to -y."""
    middle = (levels - 1) / 2
    points = [((i - middle) * 1.06 + side, -middle * 1.06 - 0.48, 0.0) for i in range(levels) for side in (-0.48, 0.48)]
    k = len(points)
    return ContactTable(
        positions=np.array(points, np.float32), normals=np.tile(np.array((0, 0, 1), np.float32), (k, 1)),
        separations=np.zeros(k, np.float32), normal_impulses=np.linspace(1, 3, k, dtype=np.float32),
        tangent_impulses=np.zeros((k, 3), np.float32), bodies=np.ones((k, 2), np.int64))


def grabbed() -> View:
    """One box pulled by a mouse spring."""
    spring = MouseSpring(anchor=(0.3, -0.4, 1.4), target=(1.6, -0.8, 3.2), force=40.0)
    return view_of_bodies([GROUND, (BOX, DYNAMIC, (0, 0, 1.0), (0.5, 0.5, 0.5), (0.1, 0.2, 0.0, 0.974))], springs=(spring,))


def container() -> View:
    """Balls in a cube made of six planes, as in the scene `confined`."""
    walls = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            normal = [0.0, 0.0, 0.0]
            normal[axis] = sign
            walls.append((PLANE, STATIC, (0, 0, 0), tuple(normal), (0, 0, 0, 1), -2.25))
    side = (-1.5, -0.5, 0.5, 1.5)
    return view_of_bodies(walls + [(SPHERE, DYNAMIC, (x, y, z), (0.45,) * 3) for x in side for y in side for z in side])


def slope(degrees: float = 30.0) -> View:
    """Boxes on a tilted plane that runs into the ground."""
    angle = np.radians(degrees)
    normal, turn = (-np.sin(angle), 0.0, np.cos(angle)), (0.0, -np.sin(angle / 2), 0.0, np.cos(angle / 2))
    starts = [np.array((6.0, 1.6 * i, 6.0 * np.tan(angle))) + 0.5 * np.array(normal) for i in range(-3, 4)]
    boxes = [(BOX, DYNAMIC, tuple(start), (0.5,) * 3, turn) for start in starts]
    return view_of_bodies([GROUND, (PLANE, STATIC, (0, 0, 0), normal)] + boxes)
