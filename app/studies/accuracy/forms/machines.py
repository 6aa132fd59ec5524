"""Machines: pulleys, gears, racks, motors, cranks and shafts."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import GRAVITY, NONE, Push, Setup, ball, box, floor
from physics.joints import BallSocket, Fixed, Gear, Hinge, Pulley, Rack, Slider

RADIUS = 0.1                                     # [m]


def _pulley(masses: tuple[float, float], ratio: float, seconds: float) -> Setup:
    bodies = tuple(ball(name, RADIUS, (x, 0, 0), mass=mass) for name, x, mass in zip(("left", "right"), (-1, 1), masses))
    rope = Pulley(a="left", b="right", anchor_a=(-1, 0, 0), anchor_b=(1, 0, 0), ground_a=(-1, 0, 5), ground_b=(1, 0, 5),
                  ratio=ratio)
    return Setup(bodies, seconds, (rope,))


@closed_form("a = g (M - m) / (M + m)", "Atwood 1784", "m/s")
def atwood() -> Trial:
    """Atwood's machine."""
    return Trial(GRAVITY / 5, _pulley((2, 3), 1, 1.0), lambda m: -m.velocity("right")[-1, 2])


@closed_form("a = g (M - 2 m) / (M + 4 m)", "virtual work", "m/s")
def tackle() -> Trial:
    """A block and tackle of two ropes."""
    return Trial(GRAVITY / 7, _pulley((1, 3), 2, 1.0), lambda m: -m.velocity("right")[-1, 2])


def _over_the_edge(velocity: float, mass: float, seconds: float) -> Setup:
    """A puck of 1 kg on a smooth table, 1 m from a hole, on a string through it to a weight."""
    puck = ball("puck", RADIUS, (1, 0, RADIUS), velocity=(0, velocity, 0), friction=0, group=1)
    weight = ball("weight", RADIUS, (0, 0, -3), mass=mass, friction=0, group=2)
    rail = Slider(a=None, b="puck", anchor=(1, 0, RADIUS), axis=(1, 0, 0))
    string = Pulley(a="puck", b="weight", anchor_a=(1, 0, RADIUS), anchor_b=(0, 0, -3), ground_a=(0, 0, RADIUS), ground_b=NONE)
    bodies = (puck, weight) if velocity == 0 else (floor(0.0, group=2), puck, weight)
    return Setup(bodies, seconds, (string, rail) if velocity == 0 else (string,))


@closed_form("a = g M / (M + m)", "Newton", "m/s")
def over_the_edge() -> Trial:
    """A weight pulls a puck over the edge of a table."""
    return Trial(GRAVITY / 3 * 0.4, _over_the_edge(0.0, 0.5, 0.4), lambda m: -m.velocity("weight")[-1, 2])


@closed_form("r = const, m v^2 / r = M g", "the string's force", "m")
def circling_puck() -> Trial:
    """A puck in a circle holds up a weight through a hole."""
    setup = _over_the_edge(math.sqrt(2 * GRAVITY), 2.0, 6.0)
    return Trial(1.0, setup, lambda m: float(np.hypot(*m.position("puck")[:, :2].T)[-120:].mean()))


@closed_form("w^2 = 3 m / (m + M) W^2", "small radial swings at constant angular momentum", "s")
def breathing_puck() -> Trial:
    """The circle of a puck on a string breathes."""
    speed = math.sqrt(2 * GRAVITY)
    setup = _over_the_edge(1.03 * speed, 2.0, 8.0)
    radius = 1.03 ** (2 / 3)                                 # of the circle with this angular momentum: r^3 = L^2 / (m M g)
    rate = 1.03 * speed / radius ** 2
    return Trial(2 * math.pi / rate, setup, lambda m: m.period(np.hypot(*m.position("puck")[:, :2].T), radius))


def _wheels(radii: tuple[float, ...], ratios: tuple[float, ...], torque: float) -> Setup:
    """Wheels on parallel hinges, geared in a row; a torque acts on the first."""
    at = [(2.0 * k, 0.0, 0.0) for k in range(len(radii))]
    wheels = tuple(ball(f"wheel {k}", radius, place) for k, (radius, place) in enumerate(zip(radii, at)))
    hinges = tuple(Hinge(a=None, b=f"wheel {k}", anchor=place, axis=(0, 1, 0)) for k, place in enumerate(at))
    gears = tuple(Gear(a=f"wheel {k}", b=f"wheel {k + 1}", axis_a=(0, 1, 0), axis_b=(0, 1, 0), ratio=ratio)
                  for k, ratio in enumerate(ratios))
    return Setup(wheels, 2.0, (*hinges, *gears), NONE, (Push("wheel 0", torque=(0, torque, 0)),))


@closed_form("a = tau / (I1 + I2 / n^2)", "energy", "rad/s")
def gears() -> Trial:
    """Two gears under a torque."""
    return Trial(0.8 / (0.4 * 0.25 + 0.4 * 0.64 / 9), _wheels((0.5, 0.8), (3,), 0.4), lambda m: m.spin("wheel 0")[-1, 1])


@closed_form("w3 = w1 / (n1 n2)", "each turns against the one before", "1")
def gear_train() -> Trial:
    """Three gears in a row: the last one's speed."""
    return Trial(1 / 6, _wheels((0.5, 0.6, 0.7), (2, 3), 0.4), lambda m: m.spin("wheel 2")[-1, 1] / m.spin("wheel 0")[-1, 1])


@closed_form("a = g / (1 + I / (m r^2))", "energy", "m/s")
def rack() -> Trial:
    """A rack falls and drives its pinion."""
    bodies = (ball("pinion", 0.3, NONE, group=1), box("rack", (0.05, 0.05, 1), (0.2, 0, 0), mass=2, group=1))
    joints = (Hinge(a=None, b="pinion", anchor=NONE, axis=(0, 1, 0)),
              Slider(a=None, b="rack", anchor=(0.2, 0, 0), axis=(0, 0, 1)),
              Rack(a="pinion", b="rack", axis_a=(0, 1, 0), axis_b=(0, 0, -1), radius=0.2))
    return Trial(GRAVITY / (1 + 0.4 * 0.09 / (2 * 0.04)), Setup(bodies, 1.0, joints), lambda m: -m.velocity("rack")[-1, 2])


def _motor(torque: float, gravity: tuple, seconds: float) -> Setup:
    """A level rod of 1 m and 1 kg on a motor at its end, whose speed it never reaches."""
    rod = box("rod", (0.5, 0.02, 0.02), (0.5, 0, 0))
    motor = Hinge(a=None, b="rod", anchor=NONE, axis=(0, -1, 0), motor_speed=100, motor_torque=torque)
    return Setup((rod,), seconds, (motor,), gravity)


ROD = (0.02 ** 2 + 0.25) / 3 + 0.25              # inertia of the rod about its end [m2]


@closed_form("w = tau t / I", "Euler", "rad/s")
def motor() -> Trial:
    """A motor of 0.5 N m turns a rod at its end."""
    return Trial(0.5 / ROD, _motor(0.5, NONE, 1.0), lambda m: -m.spin("rod")[-1, 1])


@closed_form("w' = (m g d - tau) / I", "the lever", "rad/s2")
def weak_motor() -> Trial:
    """A motor of 4.6 N m lets a rod fall that needs 4.905."""
    setup = _motor(4.6, (0, 0, -GRAVITY), 0.2)
    return Trial((GRAVITY / 2 - 4.6) / ROD, setup, lambda m: m.slope(m.spin("rod")[:, 1]))


@closed_form("w = (m g d - tau) / I dt", "the lever", "rad/s")
def weak_motor_first_step() -> Trial:
    """A motor of 4.6 N m in its first step."""
    setup = _motor(4.6, (0, 0, -GRAVITY), 1 / 60)
    return Trial((GRAVITY / 2 - 4.6) / ROD / 60, setup, lambda m: m.spin("rod")[-1, 1])


@closed_form("w' = (m g d - tau) / I", "the lever", "rad/s2")
def strong_motor() -> Trial:
    """A motor of 5.2 N m lifts a rod that needs 4.905."""
    setup = _motor(5.2, (0, 0, -GRAVITY), 0.2)
    return Trial((GRAVITY / 2 - 5.2) / ROD, setup, lambda m: m.slope(m.spin("rod")[:, 1]))


@closed_form("w = w0 - tau t / I", "Coulomb's friction of a bearing", "rad/s")
def brake() -> Trial:
    """A motor of speed 0 is a brake."""
    wheel = ball("wheel", 0.5, NONE, angular_velocity=(0, 0, 10))
    setup = Setup((wheel,), 1.0, (Hinge(a=None, b="wheel", anchor=NONE, axis=(0, 0, 1), motor_torque=0.4),), NONE)
    return Trial(6.0, setup, lambda m: m.spin("wheel")[-1, 2])


@closed_form("w = tau t / (I1 + I2 + m d^2 / 2)", "Steiner", "rad/s")
def welded() -> Trial:
    """Two welded boxes turn as one under a torque on one of them."""
    bodies = (box("left", (0.3, 0.3, 0.3), NONE), box("right", (0.3, 0.3, 0.3), (1, 0, 0)))
    weld = Fixed(a="left", b="right", anchor=(0.5, 0, 0))
    setup = Setup(bodies, 1.0, (weld,), NONE, (Push("left", torque=(0, 0, 0.5)),))
    return Trial(0.5 / (2 * 0.06 + 0.5), setup, lambda m: m.spin("right")[-1, 2])


@closed_form("a = F / m - g", "Newton", "m/s")
def lift() -> Trial:
    """A lift's motor of 30 N raises 2 kg."""
    cabin = box("cabin", (0.3, 0.3, 0.3), NONE, mass=2)
    rail = Slider(a=None, b="cabin", anchor=NONE, axis=(0, 0, 1), motor_speed=100, motor_force=30)
    return Trial(15 - GRAVITY, Setup((cabin,), 1.0, (rail,)), lambda m: m.velocity("cabin")[-1, 2])


@closed_form("a = limit", "the limit holds", "rad")
def hinge_stop() -> Trial:
    """A rod falls onto the stop of its hinge and stays there."""
    rod = box("rod", (0.5, 0.02, 0.02), (0.5, 0, 0))
    return Trial(0.7, Setup((rod,), 4.0, (Hinge(a=None, b="rod", anchor=NONE, axis=(0, 1, 0), upper=0.7),)),
                 lambda m: m.angle("rod", (0, 1, 0))[-1])


@closed_form("a = limit", "turns are counted", "rad")
def stop_after_turns() -> Trial:
    """A hinge's stop after three turns."""
    rod = box("rod", (0.3, 0.05, 0.02), NONE)
    hinge = Hinge(a=None, b="rod", anchor=NONE, axis=(0, 0, 1), upper=20, motor_speed=8, motor_torque=5)
    return Trial(20.0, Setup((rod,), 5.0, (hinge,), NONE), lambda m: m.angle("rod", (0, 0, 1))[-1])


CRANK, CONROD = 0.2, 0.6                         # [m]


def _engine(seconds: float) -> Setup:
    """A crank at 6 rad/s, a connecting rod, and a piston that slides along x."""
    bodies = (box("crank", (CRANK / 2, 0.02, 0.02), (CRANK / 2, 0, 0), group=1, velocity=(0, 3 * CRANK, 0),
                  angular_velocity=(0, 0, 6)),
              box("rod", (CONROD / 2, 0.02, 0.02), (CRANK + CONROD / 2, 0, 0), group=1, velocity=(0, 3 * CRANK, 0),
                  angular_velocity=(0, 0, -6 * CRANK / CONROD)),
              box("piston", (0.05, 0.05, 0.05), (CRANK + CONROD, 0, 0), group=1))
    joints = (Hinge(a=None, b="crank", anchor=NONE, axis=(0, 0, 1), motor_speed=6, motor_torque=1000),
              Hinge(a="crank", b="rod", anchor=(CRANK, 0, 0), axis=(0, 0, 1)),
              Slider(a=None, b="piston", anchor=NONE, axis=(1, 0, 0)),
              BallSocket(a="rod", b="piston", anchor=(CRANK + CONROD, 0, 0)))
    return Setup(bodies, seconds, joints, NONE)


@closed_form("x = r cos a + sqrt(l^2 - r^2 sin^2 a)", "slider-crank", "m")
def piston() -> Trial:
    """A piston follows its crank: largest distance from the formula."""
    def strayed(m: Motion) -> float:
        angle = m.angle("crank", (0, 0, 1))
        exact = CRANK * np.cos(angle) + np.sqrt(CONROD ** 2 - (CRANK * np.sin(angle)) ** 2)
        return float(np.abs(m.position("piston")[:, 0] - exact).max())

    return Trial(0.0, _engine(4.0), strayed, 0.01 * CRANK)


@closed_form("a = w t", "a motor strong enough", "rad")
def crank_speed() -> Trial:
    """A crank keeps its motor's speed under its piston."""
    return Trial(24.0, _engine(4.0), lambda m: m.angle("crank", (0, 0, 1))[-1])


@closed_form("1 / cos b", "Cardano, Hooke", "1")
def universal_joint() -> Trial:
    """A universal joint between shafts at 30 degrees: fastest over mean speed."""
    bend, rate = math.radians(30), 3.0
    other = (math.cos(bend), 0, math.sin(bend))
    pin = (-math.sin(bend), 0, math.cos(bend))
    bodies = tuple(ball(name, 0.2, NONE, group=1) for name in ("driver", "cross", "driven"))
    joints = (Hinge(a=None, b="driver", anchor=NONE, axis=(1, 0, 0), motor_speed=rate, motor_torque=1000),
              Hinge(a="driver", b="cross", anchor=NONE, axis=(0, 1, 0)), Hinge(a="cross", b="driven", anchor=NONE, axis=pin),
              Hinge(a=None, b="driven", anchor=NONE, axis=other))
    return Trial(1 / math.cos(bend), Setup(bodies, 6.0, joints, NONE),
                 lambda m: float((m.spin("driven") @ np.array(other))[120:].max()) / rate)


@closed_form("a = g (M - mu m) / (M + m)", "Coulomb and the rope", "m/s")
def dragged_over_a_table() -> Trial:
    """A weight of 1 kg drags a crate of 2 kg over a rough table."""
    table = box("table", (2, 1, 0.5), (0, 0, -0.5), type="static", friction=0.3)
    crate = box("crate", (0.2, 0.2, 0.1), (0, 0, 0.1), mass=2, friction=0.3)
    weight = ball("weight", RADIUS, (3, 0, -1))
    rope = Pulley(a="crate", b="weight", anchor_a=(0, 0, 0.1), anchor_b=(3, 0, -1), ground_a=(3, 0, 0.1), ground_b=(3, 0, 0.1))
    return Trial(GRAVITY * (1 - 0.6) / 3, Setup((table, crate, weight), 1.0, (rope,)), lambda m: m.velocity("crate")[-1, 0])
