"""Runners of the cases about resting contact and stacks."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Body, Box, Plane, Sphere, World


@runner("D01")
def settle(run: Run) -> Measured:
    """A box dropped on a large static one."""
    world = run.world(gravity=(0, 0, -run["gravity"]))
    world.add_body(shape=Box(half=(50, 50, 10)), type="static", position=(0, 0, -10), friction=run["mu"])
    box = world.add_body(shape=Box(half=(1, 1, 1)), position=(0, 0, run["z0"]), friction=run["mu"])
    for _ in range(run["steps"]):
        world.step()
    return [{"height": box.position[2], "tilt": float(np.abs(box.rotation[:2]).max())}]


@runner("D02")
def slop(run: Run) -> Measured:
    """Boxes side by side that start inside the ground."""
    world = run.world()
    world.add_body(shape=Plane(), type="static")
    boxes = [world.add_body(shape=Box(half=(1, 1, 1)), position=(4 * k, 0, 1 - point["part"] * run["slop"]))
             for k, point in enumerate(run.points)]
    for _ in range(run.steps(run["seconds"])):
        world.step()
    return [{"overlap": 1 - box.position[2], "speed": float(np.linalg.norm(box.velocity)),
             "spin": float(np.linalg.norm(box.angular_velocity))} for box in boxes]


@runner("D03", "D03b")
def stack(run: Run) -> Measured:
    """Cubes of 1 m on top of each other, exactly touching."""
    world = run.world()
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    for k in range(run["count"]):
        world.add_body(shape=Box(half=(0.5,) * 3), mass=run["mass"], position=(0, 0, 0.5 + k), friction=run["mu"])
    for _ in range(run.steps(run["seconds"])):
        world.step()
    places = world.positions[1:]
    return [{"drift": float(np.linalg.norm(places[:, :2], axis=1).max()), "height lost": run["count"] - 0.5 - places[-1, 2],
             "kinetic energy": world.energy().kinetic}]


def pyramid(world: World, base: int, half: float, **material: float) -> None:
    """Rows of touching boxes in the plane y = 0, each row one shorter than the one below, the lowest on the ground."""
    for row in range(base):
        for k in range(base - row):
            world.add_body(shape=Box(half=(half,) * 3), position=((2 * k + row - base + 1) * half, 0, (2 * row + 1) * half),
                           **material)


@runner("D04", "D04b")
def standing_pyramid(run: Run) -> Measured:
    """How far the box strays that strays farthest."""
    world = run.world()
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    pyramid(world, run["base"], run["half"], density=run["density"], friction=run["mu"])
    start = world.positions[1:].copy()
    for _ in range(run["steps"]):
        world.step()
    off = world.positions[1:] - start
    upright = 1 - 2 * (world.rotations[1:, :2] ** 2).sum(1)              # vertical part of the body's own vertical
    return [{"farthest drift": float(np.linalg.norm(off, axis=1).max()), "farthest sideways": float(np.abs(off[:, :2]).max()),
             "largest tilt": float(np.arccos(np.clip(upright, -1, 1)).max()), "deepest fall": float(-off[:, 2].min())}]


@runner("D05", "D05b")
def card_house(run: Run) -> Measured:
    """Pairs of cards leaning against each other, a flat one across each two of them; everything exactly touching."""
    world, t, length = run.world(), run["thickness"], run["height"]
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    card, lean = Box(half=(t, run["depth"], length)), run["angle"]
    rise, pitch = length * np.cos(lean) + t * np.sin(lean), 2 * (length * np.sin(lean) + t * np.cos(lean))

    def put(x: float, z: float, angle: float) -> Body:
        return world.add_body(shape=card, position=(x, 0, z), rotation=(0, np.sin(angle / 2), 0, np.cos(angle / 2)),
                              friction=run["mu"])

    z = 0.0
    for level in range(run["levels"]):
        left, pairs = level * pitch, run["levels"] - level
        for k in range(pairs):
            put(left + 2 * k * pitch, z + rise, lean)
            top = put(left + (2 * k + 1) * pitch, z + rise, -lean)
        for k in range(pairs - 1):
            put(left + (2 * k + 1.5) * pitch, z + 2 * rise + t, np.pi / 2)
        z += 2 * rise + 2 * t
    start = top.position[2]
    for _ in range(run.steps(run["seconds"])):
        world.step()
    return [{"top card's fall": abs(float(top.position[2] - start))}]


@runner("D07")
def loaded_pyramid(run: Run) -> Measured:
    """Pyramids whose highest box is heavy and falls on them."""
    found, base, half = [], run["base"], run["half"]
    for point in run.points:
        world = run.world()
        world.add_body(shape=Plane(), type="static", friction=run["mu"])
        pyramid(world, base, half, density=run["density"], friction=run["mu"])
        start = world.positions[1:].copy()
        world.remove(world.bodies[-1])
        world.add_body(shape=Box(half=(half,) * 3), position=start[-1] + (0, 0, run["drop"]),
                       density=point["load"] * run["density"], friction=run["mu"])
        for _ in range(run.steps(run["seconds"])):
            world.step()
        finite = bool(np.isfinite(world.positions).all() and np.isfinite(world.velocities).all())
        found.append({"all finite": float(finite), "overlap at the end": world.max_penetration(),
                      "farthest drift": float(np.linalg.norm(world.positions[1:] - start, axis=1).max())})
    return found


@runner("D06")
def convergence(run: Run) -> Measured:
    """Two balls on top of each other, one step from nothing with more and more sweeps: the last ratio of their errors."""
    found, radius = [], run["radius"]
    for point in run.points:
        world = run.world()
        world.add_body(shape=Plane(), type="static")
        for k, mass in enumerate((1, point["r"])):
            world.add_body(shape=Sphere(radius=radius), mass=mass, position=(0, 0, radius * (2 * k + 1)))
        start = world.snapshot()
        exact = run["g"] * run.dt * np.array((1 + point["r"], point["r"]))
        errors = []
        for sweeps in (run["sweeps"], run["sweeps"] + 1):
            world.restore(start)
            world.solver = run.settings(iterations=sweeps)
            world.step()
            contacts = world.contact_arrays()
            order = np.argsort(contacts.positions[:, 2])
            errors.append(np.abs(contacts.normal_impulses[order] - exact).max())
        found.append({"error ratio of a sweep": errors[1] / errors[0]})
    return found


@runner("D08")
def unloading(run: Run) -> Measured:
    """Three balls on top of each other, of which the heavy one vanishes."""
    world, radius = run.world(), run["radius"]
    world.add_body(shape=Plane(), type="static")
    balls = [world.add_body(shape=Sphere(radius=radius), density=density, position=(0, 0, radius * (2 * k + 1)))
             for k, density in enumerate(run["densities"])]
    rises = []
    for n in range(run.steps(run["seconds"])):
        if n == run["remove_at"]:
            world.remove(balls[-1])
        world.step()
        rises.append(max(ball.velocity[2] for ball in balls[:2]))
    return [{"fastest rise": max(rises[run["remove_at"]:]), "fastest rise before": max(rises[:run["remove_at"]])}]


@runner("E03")
def overlap(run: Run) -> Measured:
    """Bodies without gravity that start inside smooth ground."""
    world, size = run.world(gravity=(0, 0, 0)), run["size"]
    world.add_body(shape=Plane(), type="static", friction=0)
    shapes = {"sphere": Sphere(radius=size), "box": Box(half=(size,) * 3)}
    bodies = {name: world.add_body(shape=shapes[name], position=(3 * k, 0, size - run["overlap"]))
              for k, name in enumerate(run["shapes"])}
    after = {}
    for n in range(1, run["steps"] + 1):
        world.step()
        after[n] = {f"{name} speed": float(body.velocity[2]) for name, body in bodies.items()}
        after[n] |= {f"{name} overlap": size - float(body.position[2]) for name, body in bodies.items()}
    return [after[point["n"]] for point in run.points]


@runner("E06")
def warm_start_pays(run: Run) -> Measured:
    """A column of balls with and without the impulses of the last step: how fast it still moves."""
    speed = {}
    for name, share in (("warm", 1), ("cold", 0)):
        world, radius = run.world(warm_start=share), run["radius"]
        world.add_body(shape=Plane(), type="static")
        for k in range(run["count"]):
            world.add_body(shape=Sphere(radius=radius), mass=1, position=(0, 0, radius * (2 * k + 1)))
        for _ in range(run["steps"]):
            world.step()
        speed[name] = float(np.abs(world.velocities).max()) / (run["g"] * run.dt)
    return [{"warm speed in g dt": speed["warm"], "cold over warm": speed["cold"] / speed["warm"]}]


@runner("E25")
def soft_rest(run: Run) -> Measured:
    """A ball at rest on a soft contact."""
    world, radius = run.world(), run["radius"]
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius))
    for _ in range(run.steps(run["seconds"])):
        world.step()
    return [{"overlap": radius - ball.position[2]}]
