"""Runners of the cases about what substeps buy: stiffness follows the substep, so more of them carry more and lose less."""
from __future__ import annotations

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import BallSocket, Box, Fixed, Plane, Sphere


def with_gains(values: list[float], name: str) -> Measured:
    """Each value, and by what it is less than the one before."""
    gains = [before / value for before, value in zip([values[0], *values], values)]
    return [{name: value, "gain": gain} for value, gain in zip(values, gains)]


@runner("S10")
def load(run: Run) -> Measured:
    """A heavy box on a light one: how far it sank."""
    found = []
    for point in run.points:
        world = run.world(substeps=point["n"], iterations=1)
        world.add_body(shape=Plane(), type="static")
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5), mass=1)
        top = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 1.5), mass=run["ratio"])
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append(1.5 - float(top.position[2]))
    return with_gains(found, "sunk")


@runner("S11", "S11b")
def sag(run: Run) -> Measured:
    """A cantilever of boxes: how far its end hangs down."""
    found = []
    for point in run.points:
        world, before = run.world(substeps=point["n"], iterations=1), None
        for k in range(run["links"]):
            link = world.add_body(shape=Box(half=(0.25, 0.1, 0.1)), position=(0.25 + 0.5 * k, 0, 0), density=1000)
            world.add_joint(Fixed(a=before, b=link, anchor=(0.5 * k, 0, 0)))
            before = link
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append(-float(before.position[2]))
    return with_gains(found, "sag")


@runner("S12")
def double_pendulum(run: Run) -> Measured:
    """A double pendulum from the horizontal: what it lost of its energy."""
    found = []
    for point in run.points:
        world = run.world(substeps=point["n"], iterations=1, dt=point["dt"])
        first, second = (world.add_body(shape=Sphere(radius=0.1), position=(x, 0, 0), mass=1) for x in (1, 2))
        world.add_joint(BallSocket(a=None, b=first, anchor=(0, 0, 0)))
        world.add_joint(BallSocket(a=first, b=second, anchor=(1, 0, 0)))
        before = world.energy().total
        for _ in range(round(run["seconds"] / point["dt"])):
            world.step()
        found.append(before - world.energy().total)
    return with_gains(found, "lost")
