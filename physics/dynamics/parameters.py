"""The numbers of one step that its kernels read, made from the settings once a step."""
from __future__ import annotations

from typing import NamedTuple

from physics.dynamics.softness import CONTACT_HERTZ_PER_SUBSTEP, RIGID, Softness, softness
from physics.settings import SolverSettings

GYROSCOPIC_CODES = {"off": 0, "explicit": 1, "implicit": 2}
EVERYTHING = 1_000_000                            # a stop that never comes


class ContactLaw(NamedTuple):
    """How a contact row answers overlap; see `normal_law` in contact_solver."""

    bias_rate: float              # [1/s]
    mass_scale: float
    impulse_scale: float
    slop: float                   # [m]
    push_speed: float             # [m/s]
    inverse_h: float              # [1/s]
    cone: int                     # 1: friction cone, 0: pyramid
    relaxing: int                 # 1: rows that had nothing to do while solving wait for the next substep
    threshold: float              # [m/s] approach speed above which a row with restitution waits, when relaxing


class Motion(NamedTuple):
    """What moves bodies besides constraints."""

    h: float                      # substep [s]
    gravity_x: float              # [m/s2]
    gravity_y: float
    gravity_z: float
    gyroscopic: int               # GYROSCOPIC_CODES
    max_speed: float              # [m/s]
    max_rotation: float           # [rad] in one substep


class Stop(NamedTuple):
    """Where the step ends: after verb `stage` (5-10) of a substep and, for solving, before sweep `iteration`."""

    stage: int
    substep: int
    iteration: int


NO_STOP = Stop(EVERYTHING, EVERYTHING, EVERYTHING)


class Parameters(NamedTuple):
    """All of a step."""

    motion: Motion
    solve: ContactLaw             # rows while positions are still to be moved
    relax: ContactLaw             # rows afterwards: no push
    push: ContactLaw              # rows on pseudo velocities
    substeps: int
    iterations: int
    relax_iterations: int
    split: int                    # 1: pseudo velocities are solved
    warm_start: float
    impulse_ratio: float          # this step's h over the last one's: impulses carried over scale with it
    restitution_threshold: float  # [m/s]
    friction_override: float      # every pair's friction, negative: each pair's own
    restitution_override: float   # likewise
    stop: Stop


class Overrides(NamedTuple):
    """Friction and restitution for every pair, None: each pair's own."""

    friction: float | None = None
    restitution: float | None = None


def _laws(settings: SolverSettings, h: float) -> tuple[ContactLaw, ContactLaw, ContactLaw]:
    """Laws of solving, relaxing and pushing: the stabilizations differ in these coefficients only."""
    unlimited = settings.max_speed
    cone = int(settings.friction_model == "cone")

    def law(soft: Softness, slop: float = 0.0, push_speed: float = unlimited, relaxing: int = 0) -> ContactLaw:
        return ContactLaw(*soft, slop=slop, push_speed=push_speed, inverse_h=1 / h, cone=cone, relaxing=relaxing,
                          threshold=settings.restitution_threshold)

    rigid, baumgarte = law(RIGID), law(Softness(settings.beta / h, 1.0, 0.0), settings.slop)
    if settings.stabilization == "soft":
        hertz = min(settings.contact_hertz, CONTACT_HERTZ_PER_SUBSTEP / h)
        soft = softness(hertz, settings.contact_damping_ratio, h)
        return law(soft, push_speed=settings.push_speed), law(RIGID, relaxing=1), rigid
    if settings.stabilization == "baumgarte":
        return baumgarte, rigid, rigid
    return rigid, rigid, baumgarte               # none and split_impulse: only the latter solves the push


def parameters(settings: SolverSettings, gravity: tuple[float, float, float], dt: float, *, last_h: float,
               overrides: Overrides = Overrides(), stop: Stop = NO_STOP) -> Parameters:
    """The numbers of a step of dt > 0 [s]; `last_h` is the substep of the step before, 0 when there was none."""
    h = dt / settings.substeps
    solve, relax, push = _laws(settings, h)
    soft = settings.stabilization == "soft"
    return Parameters(
        motion=Motion(h, *gravity, GYROSCOPIC_CODES[settings.gyroscopic], settings.max_speed, settings.max_rotation),
        solve=solve, relax=relax, push=push, substeps=settings.substeps, iterations=settings.iterations,
        relax_iterations=settings.relax_iterations if soft else 0, split=int(settings.stabilization == "split_impulse"),
        warm_start=settings.warm_start, impulse_ratio=h / last_h if last_h > 0 else 1.0,
        restitution_threshold=settings.restitution_threshold,
        friction_override=-1.0 if overrides.friction is None else overrides.friction,
        restitution_override=-1.0 if overrides.restitution is None else overrides.restitution, stop=stop)
