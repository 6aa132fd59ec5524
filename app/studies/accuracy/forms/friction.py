"""Dry friction: what stops, holds, slips, topples, and what is carried along."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import GRAVITY, NONE, Push, Setup, about, box, floor, plane, tilted
from physics.joints import Slider

MU = 0.4
CRATE = (0.25, 0.25, 0.1)                        # half extents [m]
ON_FLOOR = (0.0, 0.0, CRATE[2])


def _sliding(velocity: tuple, seconds: float, friction: float = MU) -> Setup:
    return Setup((floor(friction), box("crate", CRATE, ON_FLOOR, velocity=velocity, friction=friction)), seconds)


@closed_form("s = v^2 / (2 mu g)", "Coulomb", "m")
def stopping_way() -> Trial:
    """A crate at 8 m/s stops."""
    return Trial(64 / (2 * MU * GRAVITY), _sliding((8, 0, 0), 3.0), lambda m: m.position("crate")[-1, 0])


@closed_form("t = v / (mu g)", "Coulomb", "s")
def stopping_time() -> Trial:
    """A crate at 8 m/s takes its time to stop."""
    return Trial(8 / (MU * GRAVITY), _sliding((8, 0, 0), 3.0), lambda m: m.when(m.velocity("crate")[:, 0], 1e-3))


@closed_form("direction stays", "friction is round", "rad")
def sliding_askew() -> Trial:
    """A crate that slides askew goes straight on."""
    angle = math.radians(30)
    setup = _sliding((6 * math.cos(angle), 6 * math.sin(angle), 0), 3.0)
    return Trial(angle, setup, lambda m: math.atan2(*m.position("crate")[-1, [1, 0]]))


@closed_form("v = g t (sin a - mu cos a)", "Coulomb", "m/s")
def down_a_slope_with_friction() -> Trial:
    """A crate slides down 30 degrees."""
    angle = math.radians(30)
    setup = Setup((floor(MU), box("crate", CRATE, ON_FLOOR, friction=MU)), 2.0, gravity=tilted(angle))
    return Trial(2 * GRAVITY * (math.sin(angle) - MU * math.cos(angle)), setup, lambda m: m.velocity("crate")[-1, 0])


@closed_form("v = g t (sin a - mu cos a)", "Coulomb", "m/s")
def down_a_turned_box() -> Trial:
    """A crate slides down a real slope, a turned box."""
    angle = math.radians(30)
    turn, up = about((0, 1, 0), angle), np.array((math.sin(angle), 0, math.cos(angle)))
    slope = box("slope", (10, 1, 0.5), tuple(-0.5 * up), type="static", rotation=turn, friction=MU)
    setup = Setup((slope, box("crate", CRATE, tuple(CRATE[2] * up), rotation=turn, friction=MU)), 2.0)
    return Trial(2 * GRAVITY * (math.sin(angle) - MU * math.cos(angle)), setup,
                 lambda m: float(np.linalg.norm(m.velocity("crate")[-1])))


@closed_form("w = w0 - mu g R t m / I, R from the axis to a corner", "a box's weight stands on its corners", "rad/s")
def spinning_crate() -> Trial:
    """A spinning crate is slowed at its corners."""
    start = box("crate", CRATE, ON_FLOOR, angular_velocity=(0, 0, 20), friction=MU)
    arm, inertia = math.hypot(*CRATE[:2]), (CRATE[0] ** 2 + CRATE[1] ** 2) / 3
    return Trial(20 - MU * GRAVITY * arm * 0.5 / inertia, Setup((floor(MU), start), 0.5), lambda m: m.spin("crate")[-1, 2])


def _two_crates(force: float) -> Setup:
    """A crate of 1 kg on one of 2 kg, which is pulled over a smooth floor."""
    under = box("under", (1.5, 0.4, 0.1), (0, 0, 0.1), mass=2, friction=MU)
    upper = box("upper", (0.2, 0.2, 0.2), (0, 0, 0.4), friction=MU)
    smooth = plane((0, 0, 1), friction=0.0, name="floor")
    return Setup((smooth, under, upper), 0.6, pushes=(Push("under", (force, 0, 0)),))


@closed_form("v = F t / (m + M)", "less than mu g", "m/s")
def carried_along() -> Trial:
    """A crate on a pulled one goes along."""
    return Trial(9 * 0.6 / 3, _two_crates(9.0), lambda m: m.velocity("upper")[-1, 0])


@closed_form("v = mu g t", "Coulomb", "m/s")
def left_behind() -> Trial:
    """A crate on one that is pulled hard slips."""
    return Trial(MU * GRAVITY * 0.6, _two_crates(18.0), lambda m: m.velocity("upper")[-1, 0])


@closed_form("v = (F - mu m g) t / M", "Coulomb", "m/s")
def pulled_away() -> Trial:
    """The lower crate, when the upper one slips."""
    return Trial((18 - MU * GRAVITY) * 0.6 / 2, _two_crates(18.0), lambda m: m.velocity("under")[-1, 0])


@closed_form("s = V t - V^2 / (2 mu g)", "Coulomb", "m")
def belt() -> Trial:
    """A crate laid on a belt of 2 m/s slips, then rides."""
    ground = box("belt", (10, 1, 0.1), (0, 0, -0.1), type="static", friction=MU, surface_velocity=(2, 0, 0))
    setup = Setup((ground, box("crate", CRATE, ON_FLOOR, friction=MU)), 3.0)
    return Trial(6 - 4 / (2 * MU * GRAVITY), setup, lambda m: m.position("crate")[-1, 0])


def _riding(share: float, turns: str, kind: str) -> Trial:
    """A crate on a table of this kind of body whose spin is called `turns`, with W^2 r = `share` mu g: its distance stays."""
    radius = 2.0
    rate = math.sqrt(share * MU * GRAVITY / radius)
    table = box("table", (4, 4, 0.1), (0, 0, -0.1), type=kind, friction=MU, **{turns: (0, 0, rate)})
    start = box("crate", CRATE, (radius, 0, CRATE[2]), velocity=(0, rate * radius, 0), angular_velocity=(0, 0, rate), friction=MU)
    return Trial(radius, Setup((table, start), 6.0), lambda m: math.hypot(*m.position("crate")[-1, :2]))


@closed_form("r = const", "Coulomb", "m", over=(0.25, 0.5, 0.95))
def platform(share: float) -> Trial:
    """A crate rides on a platform that turns slowly enough, W^2 r = {} mu g."""
    return _riding(share, "angular_velocity", "kinematic")


@closed_form("A = m g sin a cos a / (M + m sin^2 a)", "no friction", "m/s")
def wedge() -> Trial:
    """A block slides down a wedge that is free to slide away."""
    angle, seconds = math.radians(30), 0.6
    turn, up = about((0, 1, 0), angle), np.array((math.sin(angle), 0, math.cos(angle)))
    incline = box("wedge", (2, 0.5, 0.1), tuple(-0.1 * up), rotation=turn, mass=3, friction=0)
    block = box("block", (0.2, 0.2, 0.1), tuple(0.1 * up), rotation=turn, friction=0)
    setup = Setup((incline, block), seconds, (Slider(a=None, b="wedge", anchor=NONE, axis=(1, 0, 0)),))
    return Trial(-seconds * GRAVITY * math.sin(angle) * math.cos(angle) / (3 + math.sin(angle) ** 2), setup,
                 lambda m: m.velocity("wedge")[-1, 0])


def _ladder(angle: float, friction: float, seconds: float) -> Setup:
    """A ladder of 2 m on the floor and a smooth wall at x = 0, at an angle from level."""
    long, thick = 1.0, 0.005
    c, s = math.cos(angle), math.sin(angle)
    place = (long * c + thick * s, 0, long * s + thick * c)
    ladder = box("ladder", (long, 0.3, thick), place, rotation=about((0, 1, 0), angle), friction=friction)
    wall = plane((1, 0, 0), name="wall", friction=0.0)
    return Setup((floor(friction), wall, ladder), seconds)


@closed_form("tan a = 1.05 / (2 mu)", "moments about its foot", "m")
def ladder_stands() -> Trial:
    """A ladder on a rough floor stands at a smooth wall."""
    setup = _ladder(math.atan(1.05 / (2 * MU)), MU, 4.0)
    return Trial(0.0, setup, lambda m: float(np.abs(m.position("ladder") - m.position("ladder")[0]).max()), 0.01)


@closed_form("sin a = 2/3 sin a0; then its centre goes on at l sin a sqrt(g sin a0 / (2 l))",
             "energy and the force of the wall", "m/s")
def ladder_slides() -> Trial:
    """A smooth ladder leaves the wall as it slides."""
    angle = math.radians(70)
    s = math.sin(angle)
    return Trial(2 / 3 * s * math.sqrt(GRAVITY * s / 2), _ladder(angle, 0.0, 1.5), _speed_ahead)


def _speed_ahead(m: Motion) -> float:
    """The greatest speed along x until the ladder lies."""
    down = m.position("ladder")[:, 2] < 0.1
    end = int(np.argmax(down)) if down.any() else len(m.time)
    return float(m.velocity("ladder")[:end, 0].max())


@closed_form("90 or 0 degrees", "it topples where tan a > width / height", "rad", over=(0.95, 1.05))
def topples(share: float) -> Trial:
    """A tall block on a slope topples, or does not: slope over width by height is {}."""
    width, height = 0.1, 0.4
    block = box("block", (width, 0.3, height), (0, 0, height), friction=2)
    setup = Setup((floor(2.0), block), 6.0, gravity=tilted(math.atan(share * width / height)))
    return Trial(math.pi / 2 if share > 1 else 0.0, setup, lambda m: m.tilt("block", (0, 0, 1))[-1], math.radians(1))


@closed_form("r = const", "Coulomb; the disc's surface turns, not the body", "m", over=(0.25, 0.5, 0.95))
def turning_surface(share: float) -> Trial:
    """A crate rides on a disc whose surface turns slowly enough, W^2 r = {} mu g."""
    return _riding(share, "surface_spin", "static")


@closed_form("w^2 = m g l (cos a0 - cos a) / (I / 2), about its foot", "energy; friction holds the foot", "rad/s")
def falling_stick() -> Trial:
    """A stick on rough ground falls over: its spin at 50 degrees."""
    half, lean, last = (0.01, 0.3, 0.5), math.radians(10), math.radians(50)
    arm, edge = math.hypot(half[0], half[2]), math.atan2(half[0], half[2])     # from the lower edge to the centre, its angle
    place = (arm * math.sin(lean - edge), 0, arm * math.cos(lean - edge))
    stick = box("stick", half, place, rotation=about((0, 1, 0), lean), friction=10)
    inertia = (half[0] ** 2 + half[2] ** 2) * 4 / 3
    speed = math.sqrt(2 * GRAVITY * arm * (math.cos(lean - edge) - math.cos(last - edge)) / inertia)
    return Trial(speed, Setup((floor(10.0), stick), 2.0),
                 lambda m: m.at(m.spin("stick")[:, 1], m.when(m.tilt("stick", (0, 0, 1)), last - lean)))
