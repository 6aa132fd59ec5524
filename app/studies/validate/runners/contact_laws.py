"""Runners of the cases about the laws of contact: how far a step leaves Signorini's condition, Coulomb's cone and maximum
dissipation, and the force at which a box begins to slip.

    Signorini      v >= 0, N >= 0, v N = 0 for the normal speed v that is left and the normal impulse N of each point
    cone           |T| <= mu N for the friction impulse T
    dissipation    T v = -mu N |v| for the sliding velocity v: friction takes as much power as the cone allows

Sources: Le Lidec, Jallet, Montaut, Laptev, Schmid, Carpentier, "Contact Models in Robotics", 2024, for the criteria.
"""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Box, Plane, World


def residuals(world: World, places: np.ndarray, friction: float) -> dict[str, float]:
    """The residuals of a world's last step [m/s], each the largest of all points; `places` are the bodies' at its begin.

    Impulses count as shares of the largest one, so that a point that carries nothing matters little.
    """
    contacts, index = world.contact_arrays(), {body.uid: k for k, body in enumerate(world.bodies)}
    normal, friction_impulse = contacts.normal_impulses, contacts.tangent_impulses
    if not len(normal) or normal.max() <= 0:
        return {"Signorini": 0.0, "cone": 0.0, "dissipation": 0.0}
    speed = np.zeros((len(normal), 3))
    for side, sign in ((0, -1), (1, 1)):
        rows = np.array([index[uid] for uid in contacts.bodies[:, side]])
        arm = contacts.positions - places[rows]
        speed += sign * (world.velocities[rows] + np.cross(world.angular_velocities[rows], arm))
    along = (speed * contacts.normals).sum(1)
    sliding = speed - along[:, None] * contacts.normals
    share, friction_share = normal / normal.max(), friction_impulse / normal.max()
    closing = np.where(contacts.separations <= 0, np.maximum(-along, 0), 0)
    kept = friction * share * np.linalg.norm(sliding, axis=1) + (friction_share * sliding).sum(1)
    return {"Signorini": float(np.maximum(closing, np.abs(share * along)).max()),
            "cone": float(np.maximum(np.linalg.norm(friction_share, axis=1) - friction * share, 0).max()),
            "dissipation": float(np.abs(kept).max())}


@runner("X03")
def contact_laws(run: Run) -> Measured:
    """A stack of boxes on a plane, whose lowest one is pulled: the largest residuals from some step on."""
    world, count, half = run.world(), run["count"], run["half"]
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    boxes = [world.add_body(shape=Box(half=(half,) * 3), mass=run["mass"], position=(0, 0, (2 * k + 1) * half),
                            friction=run["mu"]) for k in range(count)]
    worst: dict[str, float] = {}
    for step in range(run["steps"]):
        boxes[0].apply_force((run["pull"] * count * run["mass"] * run["g"], 0, 0))
        places = world.positions.copy()
        world.step()
        if step >= run["watched_from"]:
            found = residuals(world, places, run["mu"])
            worst = {name: max(value, worst.get(name, 0.0)) for name, value in found.items()}
    return [worst]


@runner("X04")
def slip(run: Run) -> Measured:
    """A box on level ground under a force that grows: the share of mu m g at which it moves, and its speed in the end."""
    found, half = [], run["half"]
    for point in run.points:
        world, bearing = run.world(), np.radians(point["bearing"])
        world.add_body(shape=Plane(), type="static", friction=run["mu"])
        box = world.add_body(shape=Box(half=tuple(half)), mass=run["mass"], position=(0, 0, half[2]), friction=run["mu"])
        limit, steps = run["mu"] * run["mass"] * run["g"], run.steps(run["seconds"])
        began, along = np.nan, np.array((np.cos(bearing), np.sin(bearing), 0))
        for step in range(1, steps + 1):
            force = run["most"] * limit * step / steps
            box.apply_force(force * along, at=box.position - (0, 0, half[2]))          # at the ground: it does not tip
            world.step()
            if np.isnan(began) and np.linalg.norm(box.velocity[:2]) > run["moves"]:
                began = force / limit
        found.append({"force when it slips": began, "speed at the end": float(box.velocity @ along),
                      "speed aside": float(np.linalg.norm(np.cross(box.velocity, along)[:2]))})
    return found
