"""Runners of the cases about joints that count turns, on wheels that turn by much in a substep."""
from __future__ import annotations

import math

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import BallSocket, Body, Box, Cylinder, Gear, Hinge, Rack, Slider, World
from physics.bodies.rotation import rotate
from physics.joint import Joint

X, Z = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


class Angle:
    """The angle of a wheel about z since its beginning, from its poses and spins alone [rad]."""

    def __init__(self, wheel: Body):
        self.wheel, self.value = wheel, 0.0

    def read(self, dt: float) -> None:
        """After a step of dt [s]: of the angles that the pose can stand for, the one nearest to where the spin leads."""
        q, expected = self.wheel.rotation, self.value + dt * self.wheel.angular_velocity[2]
        folded = 2 * math.atan2(q[2], q[3])
        self.value = folded + 2 * math.pi * round((expected - folded) / (2 * math.pi))


def wheel_at(world: World, x: float, size: float, spin: float, *, mass: float = 1.0, swapped: int = 0) -> tuple[Body, Joint]:
    """A wheel with its axis along z on a hinge at the world."""
    wheel = world.add_body(shape=Cylinder(size, 0.05), mass=mass, position=(x, 0, 0), angular_velocity=(0, 0, spin))
    pair = {"a": wheel, "b": None} if swapped else {"a": None, "b": wheel}
    return wheel, world.add_joint(Hinge(**pair, anchor=(x, 0, 0), axis=Z))


@runner("T08")
def gears(run: Run) -> Measured:
    """A pinion and a wheel: free at a spin, or driven from rest by a torque."""
    found, ratio = [], run["ratio"]
    for point in run.points:
        dt, spin = point["dt"], point["spin"]
        world = run.world(gravity=(0, 0, 0), dt=dt)
        pinion, on = wheel_at(world, 0, 0.1, spin)
        wheel, under = wheel_at(world, 1, 0.1 * ratio, -spin / ratio, mass=ratio**2)
        world.add_joint(Gear(a=pinion, b=wheel, axis_a=Z, axis_b=Z, ratio=ratio))
        if spin == 0:
            on.set(motor_speed=1e4, motor_torque=run["torque"])
        one, other = Angle(pinion), Angle(wheel)
        for _ in range(round(run["seconds"] / dt)):
            world.step()
            one.read(dt)
            other.read(dt)
        inertia = 0.5 * 0.1**2 + 0.5 * ratio**2 * (0.1 * ratio)**2 / ratio**2
        due = spin or run["torque"] * run["seconds"] / inertia
        found.append({"spin of the pinion over what it should be": pinion.angular_velocity[2] / due,
                      "spin of the wheel over what it should be": wheel.angular_velocity[2] / -due * ratio,
                      "turns out of ratio": one.value + ratio * other.value,
                      "counted angle over the true one": max(on.measure / one.value, under.measure / other.value,
                                                             key=lambda share: abs(share - 1))})
    return found


@runner("T09")
def turns(run: Run) -> Measured:
    """A free wheel, whose hinge has nothing else, or a limit that it moves away from."""
    found = []
    for point in run.points:
        world = run.world(gravity=(0, 0, 0), dt=point["dt"])
        turned = -point["spin"] if point["swapped"] else point["spin"]
        _, hinge = wheel_at(world, 0, 0.1, point["spin"], swapped=point["swapped"])
        if point["drive"] == "limit":
            hinge.set(**{"lower" if turned > 0 else "upper": -np.sign(turned)})
        for _ in range(round(run["seconds"] / point["dt"])):
            world.step()
        found.append({"angle over spin times time": hinge.measure / (turned * run["seconds"])})
    return found


@runner("T10")
def rack(run: Run) -> Measured:
    """A rack on a slider, and the pinion that carries it along."""
    found, radius = [], run["radius"]
    for point in run.points:
        dt, spin = point["dt"], point["spin"]
        world = run.world(gravity=(0, 0, 0), dt=dt)
        pinion, _ = wheel_at(world, 0, radius, spin)
        bar = world.add_body(shape=Box(half=(0.5, 0.02, 0.02)), mass=1, position=(0, 1, 0), velocity=(radius * spin, 0, 0))
        world.add_joint(Slider(a=None, b=bar, anchor=(0, 1, 0), axis=X))
        world.add_joint(Rack(a=pinion, b=bar, axis_a=Z, axis_b=X, radius=radius))
        angle = Angle(pinion)
        for _ in range(round(run["seconds"] / dt)):
            world.step()
            angle.read(dt)
        found.append({"spin over that at the beginning": pinion.angular_velocity[2] / spin,
                      "speed of the rack over radius times spin": bar.velocity[0] / (radius * spin),
                      "path over radius times angle": float(np.asarray(bar.position)[0]) / (radius * angle.value)})
    return found


def spin_on_arm(world: World, spin: float, swapped: int, steps: int) -> float:
    """The spin of a wheel about its own axis after so many steps, at the end of an arm that falls and precesses [rad/s]."""
    across = (0.0, math.sin(math.pi / 4), 0.0, math.cos(math.pi / 4))                      # z to x
    wheel = world.add_body(shape=Cylinder(0.3, 0.05), mass=1, position=(0.4, 0, 0), rotation=across,
                           angular_velocity=(spin, 0, 0))
    arm = world.add_body(shape=Box(half=(0.2, 0.1, 0.1)), mass=0.3, position=(0.2, 0, 0))
    world.add_joint(BallSocket(a=None, b=arm, anchor=(0, 0, 0)))
    pair = {"a": wheel, "b": arm} if swapped else {"a": arm, "b": wheel}
    world.add_joint(Hinge(**pair, anchor=(0.4, 0, 0), axis=X))
    for _ in range(steps):
        world.step()
    return float(rotate(np.array(wheel.rotation, float), np.array(Z)) @ wheel.angular_velocity)


@runner("T11")
def gyroscope(run: Run) -> Measured:
    """A wheel on an arm, as body a and as body b of its hinge."""
    found = []
    for point in run.points:
        dt, spin = point["dt"], point["spin"]
        one, other = (spin_on_arm(run.world(dt=dt), spin, swapped, round(run["seconds"] / dt))
                      for swapped in (point["swapped"], 1 - point["swapped"]))
        found.append({"spin over that at the beginning": one / spin, "spin over that of the other order": one / other})
    return found


@runner("T12")
def long_wheels(run: Run) -> Measured:
    """Wheels that are as long as wide, or longer, all at once."""
    world, made = run.world(gravity=(0, 0, 0)), []
    for k, point in enumerate(run.points):
        wheel = world.add_body(shape=Cylinder(point["radius"], point["half_length"]), mass=1, position=(k, 0, 0),
                               angular_velocity=(0, 0, point["spin"]))
        pair = {"a": wheel, "b": None} if point["swapped"] else {"a": None, "b": wheel}
        made.append((wheel, world.add_joint(Hinge(**pair, anchor=(k, 0, 0), axis=Z)), point["spin"]))
    for _ in range(run.steps(run["seconds"])):
        world.step()
    return [{"spin over that at the beginning": wheel.angular_velocity[2] / spin, "tilt": joint.tilt}
            for wheel, joint, spin in made]
