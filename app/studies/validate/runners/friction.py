"""Runners of the cases about friction: sliding, sticking, rolling."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Body, Box, Plane, Sphere, World


def incline(world: World, angle: float, friction: float = 1.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A plane through the origin that falls off towards +x; returns its downhill direction, normal, and a rotation onto it."""
    downhill, normal = np.array((np.cos(angle), 0, -np.sin(angle))), np.array((np.sin(angle), 0, np.cos(angle)))
    world.add_body(shape=Plane(normal=tuple(normal)), type="static", friction=friction)
    return downhill, normal, np.array((0, np.sin(angle / 2), 0, np.cos(angle / 2)))


def step_for(world: World, run: Run) -> None:
    """Step for the run's `seconds`."""
    for _ in range(run.steps(run["seconds"])):
        world.step()


@runner("C01")
def stop_distance(run: Run) -> Measured:
    """Boxes side by side that slide on level ground."""
    world = run.world()
    world.add_body(shape=Plane(), type="static", friction=1)
    boxes = [world.add_body(shape=Box(half=tuple(run["half"])), position=(0, 3 * k, run["half"][2]), velocity=(run["v0"], 0, 0),
                            friction=point["mu"] ** 2) for k, point in enumerate(run.points)]
    step_for(world, run)
    return [{"distance": box.position[0], "final speed": float(np.linalg.norm(box.velocity))} for box in boxes]


@runner("C02", "C02b")
def box_on_incline(run: Run) -> Measured:
    """A box laid on an incline."""
    found = []
    for point in run.points:
        angle = np.radians(point["theta"]) if "theta" in point else np.arctan(point["mu"]) + np.radians(point["beyond"])
        world = run.world()
        downhill, normal, rotation = incline(world, angle)
        start = run["half"][2] * normal
        box = world.add_body(shape=Box(half=tuple(run["half"])), position=start, rotation=rotation, friction=point["mu"] ** 2)
        step_for(world, run)
        found.append({"speed": float(box.velocity @ downhill), "drift": float((box.position - start) @ downhill)})
    return found


@runner("C03")
def anisotropy(run: Run) -> Measured:
    """Boxes that slide in different directions; each friction model in a world of its own."""
    stops = []
    for point in run.points:
        world, bearing = run.world(friction_model=point["friction_model"]), np.radians(point["bearing"])
        world.add_body(shape=Plane(), type="static", friction=run["mu"])
        box = world.add_body(shape=Box(half=tuple(run["half"])), position=(0, 0, run["half"][2]), friction=run["mu"],
                             velocity=(run["v0"] * np.cos(bearing), run["v0"] * np.sin(bearing), 0))
        step_for(world, run)
        stops.append(box.position[:2])
    along_x = {point["friction_model"]: np.linalg.norm(stop) for point, stop in zip(run.points, stops) if point["bearing"] == 0}
    return [{"distance ratio": float(np.linalg.norm(stop) / along_x[point["friction_model"]]),
             "bearing": float(np.degrees(np.arctan2(stop[1], stop[0])))} for point, stop in zip(run.points, stops)]


@runner("C04")
def twist(run: Run) -> Measured:
    """A cube that spins on its face."""
    world = run.world()
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    cube = world.add_body(shape=Box(half=(run["half"],) * 3), mass=run["mass"], position=(0, 0, run["z"]), friction=run["mu"],
                          angular_velocity=(0, 0, run["w0"]))
    step_for(world, run)
    return [{"spin": cube.angular_velocity[2], "drift": float(np.linalg.norm(cube.position[:2]))}]


@runner("C07")
def balls_on_a_box(run: Run) -> Measured:
    """A box pulled over the ground with balls on it: it slides, they roll; both accelerations are known."""
    friction, n, m, g = run["mu_ground"], run["count"], run["ball_mass"], run["g"]
    drag = friction * (run["box_mass"] + n * m) * g
    ball_force = (run["force"] - drag) / (run["box_mass"] * (3.5 / m + n / run["box_mass"]))
    a_ball, a_box = ball_force / m, 3.5 * ball_force / m
    found = []
    for point in run.points:
        world, direction = run.world(), np.array((point["x"], point["y"], 0))
        world.add_body(shape=Plane(), type="static", friction=friction)
        box = world.add_body(shape=Box(half=(10, 10, 0.5)), mass=run["box_mass"], position=(0, 0, 0.5 - 2e-5), friction=friction)
        for k in range(n):
            world.add_body(shape=Sphere(radius=run["radius"]), mass=m, friction=run["mu_ball"] ** 2 / friction,
                           position=(2 * (k % 5) - 4, 2 * (k // 5) - 4, 1 + run["radius"] - 4e-5))
        errors = []
        for _ in range(run.steps(run["seconds"])):
            box.apply_force(run["force"] * direction)
            world.step()
            off = world.velocities[1:] - world.time * np.outer((a_box, *[a_ball] * n), direction)
            squares = (off**2).sum(1)
            errors.append(squares[0] + squares[1:].mean())
        found.append({"mean squared velocity error": float(np.mean(errors))})
    return found


@runner("C05")
def slip_to_roll(run: Run) -> Measured:
    """A ball that is thrown without spin on level ground."""
    world, radius = run.world(), run["radius"]
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius), velocity=(run["v0"], 0, 0), friction=run["mu"])
    until = np.nan
    for _ in range(run.steps(run["seconds"])):
        world.step()
        slip = ball.velocity[0] - radius * ball.angular_velocity[1]
        if np.isnan(until) and slip < 1e-3 * run["v0"]:
            until = world.time
    rolled = run["seconds"] - 2 * run["v0"] / (7 * run["mu"] * run["g"])
    return [{"final speed": ball.velocity[0], "final rim speed": radius * ball.angular_velocity[1],
             "time until it rolls": until, "distance until it rolls": ball.position[0] - ball.velocity[0] * rolled}]


@runner("C06")
def ball_on_incline(run: Run) -> Measured:
    """Balls side by side on an incline."""
    world, radius = run.world(), run["radius"]
    downhill, normal, _ = incline(world, run["angle"])
    balls = [world.add_body(shape=Sphere(radius=radius), position=radius * normal + (0, 3 * k, 0), friction=point["mu"] ** 2)
             for k, point in enumerate(run.points)]
    step_for(world, run)
    return [{"speed": float(ball.velocity @ downhill), "rim speed": radius * float(ball.angular_velocity[1])} for ball in balls]


@runner("C08")
def spinning_ball(run: Run) -> Measured:
    """A ball that spins about the vertical on level ground."""
    world, radius = run.world(), run["radius"]
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius), angular_velocity=(0, 0, run["w0"]),
                          friction=run["mu"])
    step_for(world, run)
    return [{"spin": float(ball.angular_velocity[2])}]


def normal_impulse(world: World, body: Body) -> float:
    """Sum over the contact points of a body in the last step [N s]."""
    contacts = world.contact_arrays()
    return float(contacts.normal_impulses[(contacts.bodies == body.uid).any(1)].sum())


@runner("C09")
def resting_impulse(run: Run) -> Measured:
    """Bodies at rest, for each share of impulses that is kept."""
    found, size = [], run["size"]
    shapes = {"sphere": Sphere(radius=size), "box": Box(half=(size,) * 3)}
    for point in run.points:
        world = run.world(warm_start=point["warm_start"])
        world.add_body(shape=Plane(), type="static")
        bodies = {name: world.add_body(shape=shapes[name], mass=run["mass"], position=(3 * k, 0, size))
                  for k, name in enumerate(run["shapes"])}
        for _ in range(run["steps"]):
            world.step()
        found.append({name: normal_impulse(world, body) for name, body in bodies.items()})
    return found
