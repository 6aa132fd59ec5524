"""Runners of the cases about free bodies: fall, force, torque, spin."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Body, Box, Sphere, World
from physics.bodies.rotation import rotate, rotate_back


def spin_momentum(body: Body) -> np.ndarray:
    """I w in the world [N m s]."""
    return rotate(body.rotation, body.inertia * rotate_back(body.rotation, body.angular_velocity))


def spin_energy(body: Body) -> float:
    """w . I w / 2 [J]."""
    return 0.5 * float(body.angular_velocity @ spin_momentum(body))


def turned(body: Body) -> float:
    """Angle from no rotation [rad], 0 to 2 pi about +z or +x."""
    return 2 * float(np.arctan2(np.linalg.norm(body.rotation[:3]), body.rotation[3]))


@runner("A01")
def fall(run: Run) -> Measured:
    """A ball without anything to hit."""
    world = run.world()
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, run["z0"]), velocity=(run["vx"], 0, run["v0"]))
    found, wanted = [], [point["n"] for point in run.points]
    for n in range(1, max(wanted) + 1):
        world.step()
        if n in wanted:
            found.append({"speed z": ball.velocity[2], "height": ball.position[2], "distance x": ball.position[0],
                          "speed x": ball.velocity[0]})
    return found


@runner("A02")
def pushed_cube(run: Run) -> Measured:
    """A cube pushed in its first steps and turned in all of them."""
    world = run.world()
    cube = world.add_body(shape=Box(half=(run["half"],) * 3), mass=run["mass"])
    for n in range(run["n"]):
        if n < run["force_steps"]:
            cube.apply_force((run["force"], 0, 0))
        cube.apply_torque((0, 0, run["torque"]))
        world.step()
    angle = 2 * float(np.arctan2(cube.rotation[2], cube.rotation[3]))
    return [{"speed x": cube.velocity[0], "speed z": cube.velocity[2], "spin z": cube.angular_velocity[2],
             "angle": angle % (2 * np.pi)}]


def _flying_box(run: Run, dt: float | None = None, **solver) -> tuple[World, Body]:
    world = run.world(gravity=(0, 0, -run["gravity"]), dt=dt, **solver)
    half = tuple(0.5 * length for length in run["size"])
    return world, world.add_body(shape=Box(half=half), mass=run["mass"], velocity=run["v0"], angular_velocity=run["w0"])


@runner("A03")
def steady_spin(run: Run) -> Measured:
    """A box that spins about a principal axis."""
    world, box = _flying_box(run)
    v0, w0, start = np.array(run["v0"]), run["w0"][0], spin_momentum(box)
    worst = {"position error": 0.0, "velocity error": 0.0, "spin momentum error": 0.0, "angle error": 0.0}
    for n in range(1, run.steps(run["seconds"]) + 1):
        world.step()
        angle = 2 * float(np.arctan2(box.rotation[0], box.rotation[3])) - w0 * n * run.dt
        errors = {"position error": np.abs(box.position - v0 * n * run.dt).max(),
                  "velocity error": np.abs(box.velocity - v0).max(),
                  "spin momentum error": np.linalg.norm(spin_momentum(box) - start) / np.linalg.norm(start),
                  "angle error": abs((angle + np.pi) % (2 * np.pi) - np.pi)}
        worst = {name: max(worst[name], float(error)) for name, error in errors.items()}
    return [worst]


@runner("A04", "X02")
def tumbling_throw(run: Run) -> Measured:
    """A thrown box that spins about its middle axis: momentum, energy and the moments when it turns over."""
    return [_tumbled(run, point.get("step", run.dt), {name: point[name] for name in ("gyroscopic",) if name in point})
            for point in run.points]


def _tumbled(run: Run, dt: float, solver: dict) -> dict[str, float]:
    world, box = _flying_box(run, dt, **solver)
    start, energy, place, speed = spin_momentum(box), world.energy().total, box.position.copy(), box.velocity.copy()
    flips, worst_momentum, worst_energy, worst_place = [], 0.0, 0.0, 0.0
    before = rotate_back(box.rotation, box.angular_velocity)[1]
    for _ in range(round(run["seconds"] / dt)):
        world.step()
        now = rotate_back(box.rotation, box.angular_velocity)[1]
        if now * before < 0:
            flips.append(world.time - dt * now / (now - before))
        before = now
        worst_momentum = max(worst_momentum, float(np.linalg.norm(spin_momentum(box) - start) / np.linalg.norm(start)))
        worst_energy = max(worst_energy, abs(world.energy().total - energy) / energy)
        fall = 0.5 * run["gravity"] * world.time ** 2
        worst_place = max(worst_place, float(np.linalg.norm(box.position - place - world.time * speed + (0, 0, fall))))
    flips += [np.nan] * 3
    return {"spin momentum error": worst_momentum, "energy error": worst_energy, "position error": worst_place,
            "first flip": flips[0], "second flip": flips[1], "third flip": flips[2]}


@runner("A05")
def tumbling(run: Run) -> Measured:
    """A box that tumbles without gravity."""
    world = run.world(gravity=(0, 0, 0))
    box = world.add_body(shape=Box(half=tuple(run["half"])), mass=run["mass"], angular_velocity=run["w0"])
    energy, momentum, largest = spin_energy(box), spin_momentum(box), 0.0
    for _ in range(run["steps"]):
        world.step()
        largest = max(largest, spin_energy(box) / energy)
    return [{"largest energy ratio": largest, "energy ratio at the end": spin_energy(box) / energy,
             "change of spin momentum": float(np.linalg.norm(spin_momentum(box) - momentum))}]


@runner("A06")
def long_spin(run: Run) -> Measured:
    """Boxes side by side that spin for a long time."""
    world = run.world(gravity=(0, 0, 0))
    boxes = [world.add_body(shape=Box(half=tuple(run["half"])), mass=run["mass"], position=(10 * k, 0, 0),
                            angular_velocity=point["w0"]) for k, point in enumerate(run.points)]
    start = [spin_energy(box) for box in boxes]
    largest = [0.0] * len(boxes)
    for _ in range(run["steps"]):
        world.step()
        for k, box in enumerate(boxes):
            largest[k] = max(largest[k], spin_energy(box) / start[k])
    return [{"largest energy ratio": ratio} for ratio in largest]


@runner("A07", "A07b")
def heavy_spin(run: Run) -> Measured:
    """A tilted box of 48 kg that tumbles: how its momentum and its axis of spin wander."""
    axis = np.full(3, 1 / np.sqrt(3)) * np.sin(run["tilt"] / 2)
    found = []
    for point in run.points:
        world = run.world(gravity=(0, 0, 0))
        box = world.add_body(shape=Box(half=tuple(run["half"])), density=run["density"], angular_velocity=point["w0"],
                             rotation=(*axis, np.cos(run["tilt"] / 2)))
        momentum, energy, spin = spin_momentum(box), spin_energy(box), np.array(point["w0"], float)
        cosines, spins, lengths, energies = [], [], [], []
        for _ in range(run["steps"]):
            world.step()
            now = spin_momentum(box)
            cosines.append(_cosine(now, momentum))
            spins.append(_cosine(box.angular_velocity, spin))
            lengths.append(abs(np.linalg.norm(now) / np.linalg.norm(momentum) - 1))
            energies.append(spin_energy(box) / energy)
        found.append({"smallest cosine": min(cosines), "smallest cosine of the spin": min(spins),
                      "change of momentum's length": max(lengths), "largest energy ratio": max(energies)})
    return found


def _cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))
