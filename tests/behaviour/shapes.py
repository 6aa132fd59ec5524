"""Runners of the cases about capsules, cylinders, cones and hulls: rolling, toppling, stacks, coins, wedges and seams."""
from __future__ import annotations

import itertools
import math

import numpy as np

from app.studies.validate.registry import Measured, lay_ground, runner
from app.studies.validate.run import Run
from physics import Box, Capsule, Cone, Convex, Cylinder, Sphere, World
from physics.bodies.rotation import rotate
from physics.definitions.shapes import Shape

ACROSS = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))          # the body's z axis along -y
GROUND = (60.0, 4.0, 0.5)                                    # half extents [m]


def box_of_points(half: tuple[float, float, float]) -> Convex:
    """A box as a hull."""
    return Convex([(x * half[0], y * half[1], z * half[2]) for x, y, z in itertools.product((-1, 1), repeat=3)])


def prism(corners: int, radius: float, half: float) -> Convex:
    """An upright prism over a regular polygon."""
    angles = 2 * math.pi * (np.arange(corners) + 0.5) / corners
    return Convex([(radius * math.cos(a), radius * math.sin(a), z) for z in (-half, half) for a in angles])


def die(size: float) -> Convex:
    """A cube whose corners are cut off, 24 corners."""
    inner = 0.8 * size
    points = {(x * a, y * b, z * c) for a, b, c in ((size, size, inner), (size, inner, size), (inner, size, size))
              for x, y, z in itertools.product((-1, 1), repeat=3)}
    return Convex(sorted(points))


def tilted_gravity(tilt: float, way: float = 0.0) -> tuple[float, float, float]:
    """Gravity on ground that goes down by `tilt` [rad] in the direction `way` from x [rad]."""
    down = 9.81 * math.sin(tilt)
    return (down * math.cos(way), down * math.sin(way), -9.81 * math.cos(tilt))


def about_z(angle: float) -> tuple[float, float, float, float]:
    """A turn about z."""
    return (0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2))


def round_shape(name: str, radius: float) -> Shape:
    """What rolls along x when its axis is along y."""
    return {"sphere": Sphere(radius=radius), "cylinder": Cylinder(radius, 1.5 * radius), "disc": Cylinder(radius, 0.2 * radius),
            "capsule": Capsule(radius, 2 * radius)}[name]


@runner("W01")
def rolls_down(run: Run) -> Measured:
    """How far what is round rolls down a slope from rest, over the way without turning, and the slip at the end."""
    found = []
    for point in run.points:
        world, radius = run.world(gravity=tilted_gravity(point["tilt"])), run["radius"]
        shape = round_shape(point["shape"], radius)
        lay_ground(world, point["floor"], GROUND, friction=1)
        body = world.add_body(shape=shape, position=(0, 0, radius), rotation=ACROSS, friction=1)
        for _ in range(run.steps(run["seconds"])):
            world.step()
        across, axial = body.inertia[0], body.inertia[2]
        assert axial <= across * 2
        sliding = 0.5 * 9.81 * math.sin(point["tilt"]) * run["seconds"] ** 2
        found.append({"way": float(body.position[0]) / sliding * (1 + axial / (body.mass * radius**2)),
                      "slip": float(body.angular_velocity[1]) * radius / float(body.velocity[0]),
                      "aside": abs(float(body.position[1]))})
    return found


@runner("W02")
def slides_then_rolls(run: Run) -> Measured:
    """What is left of the speed of what is thrown along the ground without spin, when it rolls."""
    found = []
    for point in run.points:
        world, radius, shape = run.world(), run["radius"], round_shape(point["shape"], run["radius"])
        lay_ground(world, point["floor"], GROUND, friction=run["mu"])
        body = world.add_body(shape=shape, position=(0, 0, radius), rotation=ACROSS, velocity=(run["v0"], 0, 0),
                              friction=run["mu"])
        for _ in range(run.steps(run["seconds"])):
            world.step()
        share = body.inertia[2] / (body.mass * radius**2)
        found.append({"speed": float(body.velocity[0]) / run["v0"] * (1 + share)})
    return found


@runner("W03")
def topples(run: Run) -> Measured:
    """The tilt at which what stands falls over, less that at which its weight is over its rim [rad]; it rises slowly."""
    found = []
    for point in run.points:
        radius, half, way = point["radius"], point["half"], point["way"]
        shape = {"cylinder": Cylinder, "cone": Cone}[point["shape"]](radius, half)
        height = half if point["shape"] == "cylinder" else half / 2
        world, limit, tilt = run.world(), math.atan2(radius, height), 0.0
        lay_ground(world, point["floor"], (20, 20, 1), friction=3)
        body = world.add_body(shape=shape, position=(0, 0, height), friction=3)
        while tilt < limit + run["beyond"] and azimuth(body, 0)[1] < run["fallen"]:
            tilt += run.dt * (run["fast"] if tilt < limit - run["beyond"] else run["slow"])
            world.gravity = tilted_gravity(tilt, way)
            world.step()
        found.append({"late": tilt - limit})
    return found


STACKED = {"cylinder": (Cylinder(0.3, 0.2), 0.2), "coin": (Cylinder(0.3, 0.05), 0.05),
           "cube": (box_of_points((0.25, 0.25, 0.25)), 0.25), "prism": (prism(8, 0.3, 0.2), 0.2), "die": (die(0.25), 0.25)}


@runner("W04")
def stacks(run: Run) -> Measured:
    """A stack of ten: how far its top has gone aside and down, over the height of one, and how fast it moves [m/s]."""
    found = []
    for point in run.points:
        world, (shape, half) = run.world(), STACKED[point["shape"]]
        lay_ground(world, point["floor"], (5, 5, 1), friction=0.6)
        bodies = [world.add_body(shape=shape, position=(0, 0, half * (2 * k + 1)), rotation=about_z(0.3 * k), friction=0.6)
                  for k in range(run["count"])]
        for _ in range(run.steps(run["seconds"])):
            world.step()
        places = np.array([body.position for body in bodies])
        sunk = half * (2 * len(bodies) - 1) - places[-1, 2]
        found.append({"aside": float(np.hypot(*places[:, :2].T).max()) / half, "sunk": float(sunk),
                      "speed": max(float(np.linalg.norm(body.velocity)) for body in bodies)})
    return found


@runner("W05")
def dice(run: Run) -> Measured:
    """Dice that are thrown: whether they lie on a face, and are at rest."""
    found = []
    for point in run.points:
        world, size, rng = run.world(), 0.1, np.random.default_rng(point["seed"])
        world.sleep = True
        lay_ground(world, point["floor"], (20, 20, 1), friction=0.6, restitution=0.3)
        bodies = [world.add_body(shape=die(size), position=(5.0 * k - 17.5, 0, 0.6), rotation=rng.normal(size=4), friction=0.6,
                                 velocity=(*rng.uniform(-2, 2, 2), 0), angular_velocity=rng.uniform(-10, 10, 3), restitution=0.3)
                  for k in range(8)]
        for _ in range(run.steps(run["seconds"])):
            world.step()
        off = max(abs(float(body.position[2]) - size) for body in bodies)
        found.append({"height": off / size, "asleep": float(np.mean([body.asleep for body in bodies]))})
    return found


def leaning(angle: float) -> np.ndarray:
    """The rotation by which a body's z axis leans towards x."""
    return np.array((0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2)))


def azimuth(body, before: float) -> tuple[float, float]:
    """(angle of the body's axis about z, unwrapped near `before`, its angle from z) [rad]."""
    axis = rotate(np.array(body.rotation), np.array((0.0, 0.0, 1.0)))
    now = math.atan2(axis[1], axis[0])
    return before + (now - before + math.pi) % (2 * math.pi) - math.pi, math.acos(max(-1.0, min(1.0, float(axis[2]))))


@runner("W06")
def coin(run: Run) -> Measured:
    """A coin that rolls about on its rim while its centre stays: the rate of its axis about z over that of steady motion."""
    found = []
    for point in run.points:
        radius, half, lean, world = run["radius"], run["half"], point["lean"], run.world()
        lay_ground(world, point["floor"], (5, 5, 1), friction=2)
        body = world.add_body(shape=Cylinder(radius, half), position=(0, 0, radius * math.sin(lean) + half * math.cos(lean)),
                              rotation=leaning(lean), friction=2)
        across, axial = body.inertia[0], body.inertia[2]
        torque = body.mass * 9.81 * (radius * math.cos(lean) - half * math.sin(lean))
        rate = math.sqrt(torque * radius / (math.sin(lean) * (across * radius * math.cos(lean) - axial * half * math.sin(lean))))
        axis = np.array((math.sin(lean), 0, math.cos(lean)))
        down = np.array((math.cos(lean), 0, -math.sin(lean)))                 # from the centre to the rim
        body.angular_velocity = -rate * math.sin(lean) / radius * (radius * down - half * axis)
        angle, lowest, highest = 0.0, lean, lean
        for _ in range(run.steps(run["seconds"])):
            world.step()
            angle, now = azimuth(body, angle)
            lowest, highest = min(lowest, now), max(highest, now)
        found.append({"rate": angle / run["seconds"] / rate, "lean": (highest - lowest) / lean,
                      "centre": float(np.hypot(*body.position[:2])) / radius})
    return found


@runner("W07")
def cone_around_its_tip(run: Run) -> Measured:
    """A cone that rolls on its side around its tip: the rate about z over that at the beginning, and where its tip is."""
    found = []
    for point in run.points:
        radius, half, rate, world = run["radius"], run["half"], point["rate"], run.world()
        lay_ground(world, point["floor"], (5, 5, 1), friction=1)
        steep = math.atan2(radius, 2 * half)                                  # of the axis, and half the cone's angle
        out = np.array((math.cos(steep), 0, math.sin(steep)))                 # from the tip along the axis
        centre = 1.5 * half * out
        body = world.add_body(shape=Cone(radius, half), position=centre, rotation=leaning(-math.pi / 2 - steep), friction=1)
        spin = np.array((-rate / math.tan(steep), 0, 0))
        body.velocity, body.angular_velocity = np.cross(spin, centre), spin
        angle, start = azimuth(body, math.pi)[0], azimuth(body, math.pi)[0]
        for _ in range(run.steps(run["seconds"])):
            world.step()
            angle, lean = azimuth(body, angle)
        tip = body.world_point((0, 0, 1.5 * half))
        found.append({"rate": (angle - start) / run["seconds"] / rate, "lean": lean - (math.pi / 2 + steep),
                      "tip": float(np.linalg.norm(tip)) / half})
    return found


SLIDING = {"box": Box(half=(0.2, 0.2, 0.1)), "hull": box_of_points((0.2, 0.2, 0.1)), "cylinder": Cylinder(0.2, 0.1)}


@runner("W08")
def wedges(run: Run) -> Measured:
    """How far a body that starts from rest slides down a static wedge [m]."""
    found = []
    for point in run.points:
        tilt, mu, length, world = point["tilt"], point["mu"], 6.0, run.world()
        high = length * math.tan(tilt)
        points = [(x, y, z) for y in (-2, 2) for x, z in ((0, 0), (0, high), (length, 0))]
        shape = Convex(points)
        world.add_body(shape=shape, type="static", position=shape.centre, friction=mu)
        normal, down = np.array((math.sin(tilt), 0, math.cos(tilt))), np.array((math.cos(tilt), 0, -math.sin(tilt)))
        start = np.array((0, 0, high)) + 0.6 * down
        body = world.add_body(shape=SLIDING[point["body"]], position=start + 0.1 * normal, friction=mu, rotation=leaning(tilt))
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append({"way": float((body.position - start - 0.1 * normal) @ down)})
    return found


def track(run: Run, boxes: int, friction: float) -> World:
    """A track of flush boxes along x."""
    world = run.world()
    for k in range(boxes):
        world.add_body(shape=Box(half=(0.25, 1, 0.25)), type="static", friction=friction, position=(0.5 * k, 0, -0.25))
    return world


@runner("W09")
def over_seams(run: Run) -> Measured:
    """What is left of the speed of what rolls or slides over sixty seams, and how high it hopped [m]."""
    found = []
    for point in run.points:
        speed, radius, rolls = point["speed"], run["radius"], point["shape"] not in ("puck", "hull")
        world = track(run, 64, 0.6 if rolls else 0.0)
        flat = {"puck": Cylinder(0.3, radius), "hull": box_of_points((0.3, 0.3, radius))}
        shape, turn = (round_shape(point["shape"], radius), ACROSS) if rolls else (flat[point["shape"]], (0, 0, 0, 1))
        body = world.add_body(shape=shape, position=(0.1, 0, radius), rotation=turn, velocity=(speed, 0, 0),
                              angular_velocity=(0, speed / radius if rolls else 0, 0), friction=0.6 if rolls else 0)
        top = 0.0
        for _ in range(run.steps(30 / speed)):
            world.step()
            top = max(top, float(body.position[2]) - radius)
            if body.position[0] > 30.2 or body.velocity[0] < speed / 2:
                break
        found.append({"left": float(body.velocity[0]) / speed, "hop": top})
    return found
