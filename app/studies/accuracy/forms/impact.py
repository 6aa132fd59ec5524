"""Impacts: elastic, dead, off-centre, rough, and many in a row."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import GRAVITY, NONE, Setup, Vector, about, ball, box, floor
from physics.definitions.body_definition import BodyDefinition
from physics.joints import Distance, Hinge

RADIUS = 0.1                                     # [m]


def _meeting(mass: float, restitution: float, aside: float = 0.0, speed: float = 4.0) -> Setup:
    """A ball of 1 kg meets one of this mass, which rests, in empty space."""
    surface = {"restitution": restitution, "friction": 0}
    return Setup((ball("first", RADIUS, (-1, 0, 0), velocity=(speed, 0, 0), **surface),
                  ball("second", RADIUS, (0, aside, 0), mass=mass, **surface)), 4.0 / speed, gravity=NONE)


@closed_form("v2 = v", "Huygens", "m/s")
def equal_balls() -> Trial:
    """Equal elastic balls exchange their speeds."""
    return Trial(4.0, _meeting(1, 1), lambda m: m.velocity("second")[-1, 0])


@closed_form("v1 = v (m1 - e m2) / (m1 + m2)", "Newton's law of impact", "m/s")
def heavy_target() -> Trial:
    """A light ball bounces off a heavy one."""
    return Trial(4 * (1 - 0.8 * 20) / 21, _meeting(20, 0.8), lambda m: m.velocity("first")[-1, 0])


@closed_form("v = v m1 / (m1 + m2)", "momentum", "m/s")
def dead_impact() -> Trial:
    """A dead impact of unequal masses."""
    return Trial(1.0, _meeting(3, 0), lambda m: m.velocity("second")[-1, 0])


@closed_form("v2 = v cos a, sin a = b / (2 r)", "momentum along the normal", "m/s", over=(2, 4, 8))
def billiard_speed(speed: float) -> Trial:
    """An elastic ball, hit off its centre at {} m/s, goes along the line of centres."""
    return Trial(speed * math.sqrt(1 - 0.36), _meeting(1, 1, 0.6 * 2 * RADIUS, speed),
                 lambda m: float(np.linalg.norm(m.velocity("second")[-1])))


@closed_form("90 degrees", "momentum and energy", "rad")
def billiard_angle() -> Trial:
    """Two equal elastic balls part at a right angle."""
    def angle(m: Motion) -> float:
        u, v = (m.velocity(name)[-1] / np.linalg.norm(m.velocity(name)[-1]) for name in ("first", "second"))
        return math.acos(float(u @ v))

    return Trial(math.pi / 2, _meeting(1, 1, 0.6 * 2 * RADIUS), angle)


@closed_form("v1 = -v / 5", "one simultaneous elastic impact", "m/s", over=(2, 4))
def two_at_once(speed: float) -> Trial:
    """A ball that meets two touching ones in the middle at {} m/s comes back."""
    apart = RADIUS * 1.0001
    places: dict[str, Vector] = {"left": (0, apart, 0), "right": (0, -apart, 0)}
    setup = Setup((ball("cue", RADIUS, (-1, 0, 0), velocity=(speed, 0, 0), restitution=1, friction=0),
                   *(ball(name, RADIUS, at, restitution=1, friction=0) for name, at in places.items())), 1.0, gravity=NONE)
    return Trial(-speed / 5, setup, lambda m: m.velocity("cue")[-1, 0])


def _dropped(restitution: float, seconds: float, height: float = 2.0) -> Setup:
    start = ball("ball", RADIUS, (0, 0, RADIUS + height), restitution=restitution, friction=0)
    return Setup((floor(0.0, restitution), start), seconds)


def _tops(m: Motion) -> np.ndarray:
    """Heights of the turning points after each bounce, by the parabola through three states."""
    z = m.position("ball")[:, 2] - RADIUS
    found = [k for k in range(1, len(z) - 1) if z[k] > z[k - 1] and z[k] >= z[k + 1]]
    return np.array([z[k] - (z[k + 1] - z[k - 1]) ** 2 / (8 * (z[k + 1] - 2 * z[k] + z[k - 1])) for k in found])


@closed_form("h = h0 e^(2 n)", "Newton's law of impact", "m", over=(1, 2, 3))
def bounce(number: float) -> Trial:
    """A ball dropped from 2 m, restitution 0.8: height of the bounce {}."""
    return Trial(2 * 0.8 ** (2 * number), _dropped(0.8, 4.0), lambda m: _nth(_tops(m), int(number)))


@closed_form("h = h0", "energy", "m", over=(1, 5))
def elastic_bounce(number: float) -> Trial:
    """An elastic ball dropped from 2 m comes back to 2 m: bounce {}."""
    return Trial(2.0, _dropped(1.0, 7.5), lambda m: _nth(_tops(m), int(number)))


def _nth(tops: np.ndarray, number: int) -> float:
    return float(tops[number - 1]) if len(tops) >= number else 0.0


@closed_form("t = sqrt(2 h / g) (1 + 2 (e + e^2 + e^3))", "Galilei", "s")
def fourth_bounce() -> Trial:
    """When a ball dropped from 2 m meets the ground the fourth time."""
    e = 0.8

    def time(m: Motion) -> float:
        up = m.velocity("ball")[:, 2]
        hits = [k for k in range(len(up) - 1) if up[k] < 0 < up[k + 1]]
        return float(m.time[hits[3]]) + m.setup.dt / 2 if len(hits) > 3 else math.nan

    return Trial(math.sqrt(4 / GRAVITY) * (1 + 2 * (e + e * e + e ** 3)), _dropped(e, 6.0), time)


@closed_form("v = (3 M - m) / (M + m) sqrt(2 g h)", "elastic impacts one after the other", "m/s")
def stacked_drop() -> Trial:
    """A light ball on a heavy one, dropped together."""
    low, height, gap = 0.2, 1.0, 0.1
    bodies = (floor(0, 1), ball("heavy", low, (0, 0, low + height), mass=50, restitution=1, friction=0),
              ball("light", RADIUS, (0, 0, 2 * low + height + gap + RADIUS), restitution=1, friction=0))
    return Trial(149 / 51 * math.sqrt(2 * GRAVITY * height), Setup(bodies, 0.8),
                 lambda m: m.velocity("light")[:, 2].max(), 0.25)            # the light ball meets the heavy one a little later


@closed_form("v5 = v", "equal elastic balls", "m/s")
def cradle() -> Trial:
    """Newton's cradle with gaps: the last of five balls takes all."""
    balls = tuple(ball(f"ball {k}", RADIUS, (0.25 * k, 0, 0), velocity=(2 if k == 0 else 0, 0, 0), restitution=1, friction=0)
                  for k in range(5))
    return Trial(2.0, Setup(balls, 1.0, gravity=NONE), lambda m: m.velocity("ball 4")[-1, 0])


@closed_form("floor(pi sqrt(M / m))", "Galperin 2003, pi by billiards", "1")
def galperin() -> Trial:
    """Galperin's balls at a mass ratio of 100 collide 31 times."""
    wall = box("wall", (1, 1, 1), (-1, 0, 0), type="static", restitution=1, friction=0)
    bodies = (wall, ball("light", 0.5, (20, 0, 0), restitution=1, friction=0),
              ball("heavy", 0.5, (30, 0, 0), mass=100, velocity=(-1.5, 0, 0), restitution=1, friction=0))
    def collisions(m: Motion) -> int:
        """Steps that change the light ball's speed; what goes on in the next one is the same collision."""
        changed = np.abs(np.diff(m.velocity("light")[:, 0])) > 0.01
        return int((changed[1:] & ~changed[:-1]).sum())

    return Trial(31.0, Setup(bodies, 60.0, gravity=NONE), collisions, 0.0)


def _rod_hit(at: float, restitution: float, hinged: bool) -> Setup:
    """A ball of 1 kg at 3 m/s hits a rod of 2 kg and 2 m at this distance from its middle; it may hang on a hinge at its end."""
    surface = {"restitution": restitution, "friction": 0}
    rod = box("rod", (0.02, 0.02, 1), NONE, mass=2, **surface)
    start = ball("ball", RADIUS, (-0.7, 0, -at), velocity=(3, 0, 0), **surface)
    hinge = (Hinge(a=None, b="rod", anchor=(0, 0, 1), axis=(0, 1, 0)),) if hinged else ()
    return Setup((rod, start), 0.35, hinge, NONE)


INERTIA = 2 * (0.02 ** 2 + 1) / 3                # of the rod about its middle [kg m2]


@closed_form("w = J d / I, J = (1 + e) v / (1 / m + 1 / M + d^2 / I)", "momentum", "rad/s")
def free_rod() -> Trial:
    """A free rod, hit off its middle, turns."""
    impulse = 2 * 3 / (1 + 1 / 2 + 0.49 / INERTIA)
    return Trial(-impulse * 0.7 / INERTIA, _rod_hit(0.7, 1, False), lambda m: m.spin("rod")[-1, 1])


@closed_form("w = J s / I, J = (1 + e) v / (1 / m + s^2 / I)", "angular momentum", "rad/s")
def hinged_rod() -> Trial:
    """A hanging rod, hit, turns about its hinge."""
    about_hinge = INERTIA + 2
    impulse = 1.5 * 3 / (1 + 1.6 ** 2 / about_hinge)
    return Trial(-impulse * 1.6 / about_hinge, _rod_hit(0.6, 0.5, True), lambda m: m.spin("rod")[6 * len(m.time) // 7, 1])


@closed_form("momentum after over before = 1, hit at I / (m d) from the hinge", "Huygens", "1")
def percussion() -> Trial:
    """A rod hit at its centre of percussion does not pull its hinge."""
    def kept(m: Motion) -> float:
        hit = int(np.argmax(np.abs(np.diff(m.velocity("ball")[:, 0])) > 0.1)) + 1
        return (2 * m.velocity("rod")[hit, 0] + m.velocity("ball")[hit, 0]) / 3

    return Trial(1.0, _rod_hit((INERTIA + 2) / 2 - 1, 0.5, True), kept)


def _skimming(friction: float, restitution: float, spin: Vector = NONE) -> tuple[BodyDefinition, ...]:
    """A ball comes down at an angle, without gravity."""
    return (floor(friction, restitution), ball("ball", RADIUS, (0, 0, RADIUS + 0.5), velocity=(6, 0, -3), friction=friction,
                                               restitution=restitution, angular_velocity=spin))


@closed_form("v_x = v0 - mu (1 + e) v_n", "Coulomb's law of impulses, sliding", "m/s")
def sliding_impact() -> Trial:
    """A ball that skims a slippery floor."""
    setup = Setup(_skimming(0.1, 0.6), 0.4, gravity=NONE)
    return Trial(6 - 0.1 * 1.6 * 3, setup, lambda m: m.velocity("ball")[-1, 0])


@closed_form("v_x = 5/7 v0", "sticking impact", "m/s")
def gripping_impact() -> Trial:
    """A ball that grips the floor as it bounces."""
    setup = Setup(_skimming(2.0, 0.6), 0.4, gravity=NONE)
    return Trial(30 / 7, setup, lambda m: m.velocity("ball")[-1, 0])


@closed_form("w = 3 v cos a / (l (1 + 3 cos^2 a))", "a dead impact of one point", "rad/s")
def rod_on_its_end() -> Trial:
    """A tilted rod falls on its end without friction."""
    angle, speed, long = math.radians(30), 3.0, 0.5
    rod = box("rod", (long, 0.02, 0.005), (0, 0, 0.6), rotation=about((0, 1, 0), angle), velocity=(0, 0, -speed), friction=0)
    inertia = (long ** 2 + 0.005 ** 2) / 3
    arm = long * math.cos(angle) - 0.005 * math.sin(angle)
    setup = Setup((floor(), rod), 0.2, gravity=NONE)
    return Trial(-speed * arm / (inertia + arm ** 2), setup, lambda m: m.spin("rod")[-1, 1])


@closed_form("v = v0 m1 / (m1 + m2)", "a dead impact along the rope", "m/s")
def rope_pulls_tight() -> Trial:
    """A rope of 1 m pulls tight between a flying ball and one at rest."""
    rope = Distance(a="rest", b="flies", anchor_a=NONE, anchor_b=(0.5, 0, 0), upper=1.0)
    bodies = (ball("rest", RADIUS, NONE, mass=2), ball("flies", RADIUS, (0.5, 0, 0), velocity=(3, 0, 0)))
    return Trial(1.0, Setup(bodies, 1.0, (rope,), NONE), lambda m: m.velocity("rest")[-1, 0])


@closed_form("v = v0 e^6", "Newton's law of impact", "m/s")
def between_walls() -> Trial:
    """A ball flies to and fro between walls: its speed after six bounces."""
    surface = {"restitution": 0.8, "friction": 0}
    walls = tuple(box(f"wall {x}", (0.5, 1, 1), (1.5 * x, 0, 0), type="static", **surface) for x in (-1, 1))
    setup = Setup((*walls, ball("ball", RADIUS, NONE, velocity=(8, 0, 0), **surface)), 4.0, gravity=NONE)

    def after_six(m: Motion) -> float:
        speed = m.velocity("ball")[:, 0]
        turns = np.nonzero(speed[1:] * speed[:-1] < 0)[0]
        return float(speed[turns[5] + 1])

    return Trial(8 * 0.8 ** 6, setup, after_six)


@closed_form("h = h0 e^2", "Newton's law of impact", "m")
def box_bounce() -> Trial:
    """A box dropped flat from 2 m, restitution 0.8: height of its bounce."""
    start = box("ball", (RADIUS,) * 3, (0, 0, RADIUS + 2), restitution=0.8, friction=0)
    return Trial(1.28, Setup((floor(0.0, 0.8), start), 1.8), lambda m: _nth(_tops(m), 1))
