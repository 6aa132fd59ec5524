"""Runners of the cases about turns that hinges count: before, while and after they have a drive, a stop or a snapshot."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from app.studies.validate.runners.joint_measures import Counter
from physics import Body, Box, Hinge, World
from physics.joint import Joint

Y = (0.0, 1.0, 0.0)


def wheel_on_hinge(world: World, spin: float, swapped: int = 0) -> tuple[Body, Joint]:
    """A flat wheel that spins on a hinge without a drive [rad/s]."""
    wheel = world.add_body(shape=Box(half=(0.3, 0.05, 0.3)), mass=1, angular_velocity=(0, spin, 0))
    partners = {"a": wheel, "b": None} if swapped else {"a": None, "b": wheel}
    return wheel, world.add_joint(Hinge(**partners, anchor=(0, 0, 0), axis=Y))


@runner("E35")
def turns(run: Run) -> Measured:
    """A wheel without a drive, whose hinge gets a limit one radian ahead."""
    found = []
    for point in run.points:
        dt, spin = point["dt"], point["spin"]
        world = run.world(gravity=(0, 0, 0), dt=dt)
        _, joint = wheel_on_hinge(world, spin)
        half = round(run["seconds"] / dt / 2)
        for _ in range(half):
            world.step()
        if point["before"] == "motor":
            joint.set(motor_speed=spin, motor_torque=1)
            joint.set(motor_torque=0)
        kept = world.snapshot()
        if point["before"] == "restored":
            for _ in range(half):
                world.step()
            world.restore(kept)
        for _ in range(half):
            world.step()
        angle, ahead = joint.measure, np.sign(spin)
        joint.set(**{"upper" if spin > 0 else "lower": angle + ahead})
        after = joint.measure
        for _ in range(round(1 / dt)):
            world.step()
        found.append({"angle over spin times time": angle / (spin * 2 * half * dt),
                      "angle after as before the limit was set": after / angle,
                      "where it stops, from the limit": joint.measure - angle - ahead})
    return found


@runner("E35b")
def stop_set_later(run: Run) -> Measured:
    """A wheel that turns slowly; its stop is set while it turns."""
    found = []
    for point in run.points:
        sign = -1 if point["swapped"] else 1
        world, counter = run.world(gravity=(0, 0, 0), dt=point["dt"]), Counter()
        wheel, joint = wheel_on_hinge(world, run["spin"], point["swapped"])
        for n in range(round(4 / point["dt"])):
            world.step()
            counter.read(2 * float(np.arctan2(wheel.rotation[1], wheel.rotation[3])))
            if n == round(run["set_after"] / point["dt"]):
                joint.set(**({"lower": -run["stop"]} if point["swapped"] else {"upper": run["stop"]}))
        found.append({"angle": counter.angle, "measured angle": sign * joint.measure})
    return found
