"""The numbers of one step that its kernels read, made from the settings once a step."""
from __future__ import annotations

from typing import NamedTuple

from physics.constraints.softness import CONTACT_HERTZ_PER_SUBSTEP, RIGID, Softness, softness
from physics.contacts.layout import AT_CENTRE, CONE, PYRAMID
from physics.definitions.settings import ROW_ORDERS, SolverSettings

GYROSCOPIC_CODES = {"off": 0, "explicit": 1, "implicit": 2}
FRICTION_CODES = {"pyramid": PYRAMID, "cone": CONE, "manifold_centre": AT_CENTRE}
EVERYTHING = 1_000_000                            # a stop that never comes


class ContactRowParameters(NamedTuple):
    """How a contact row answers overlap; see `normal_bias` in `contacts.normal`."""

    bias_rate: float              # [1/s]
    mass_scale: float
    impulse_scale: float
    slop: float                   # [m]
    push_speed: float             # [m/s]
    inverse_h: float              # [1/s]
    friction: int                 # FRICTION_CODES
    relaxing: int                 # 1: rows that had nothing to do while solving wait for the next substep
    threshold: float              # [m/s] approach speed above which a row with restitution waits, when relaxing


class JointRowParameters(NamedTuple):
    """How a held row of a joint answers its error; springs and motors keep their own numbers."""

    bias_rate: float              # [1/s]
    mass_scale: float
    impulse_scale: float
    inverse_h: float              # [1/s]
    curvature: float              # 1: held rows follow their circles (see constraints.curvature), 0: they do not
    bearing: int                  # 1: limits that bear are held like two-sided rows (see constraints.limit)
    over_relaxation: float        # change of an impulse over what its rows ask for
    block: int                    # 1: the rows of a part are solved together, 0: one after another


class JointParameters(NamedTuple):
    """How rows of joints answer in a step, and what they share."""

    solve: JointRowParameters
    last: JointRowParameters      # of the last sweep of a substep: without over-relaxation, which leaves a rest
    relax: JointRowParameters
    push: JointRowParameters
    h: float                      # substep [s]
    impulse_ratio: float          # this step's h over the last one's
    max_warm_start: float         # [N s]


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
    """Where the step ends: after stage `stage` (5-10) of a substep and, for solving, before sweep `iteration`."""

    stage: int
    substep: int
    iteration: int


NO_STOP = Stop(EVERYTHING, EVERYTHING, EVERYTHING)


class Parameters(NamedTuple):
    """All of a step."""

    motion: Motion
    solve: ContactRowParameters   # rows while positions are still to be moved
    relax: ContactRowParameters   # rows afterwards: no push
    push: ContactRowParameters    # rows on pseudo velocities
    substeps: int
    iterations: int
    relax_iterations: int
    relax_contacts: int           # 1: these sweeps take contacts
    relax_joints: int             # 1: these sweeps take joints
    joints: JointParameters
    split: int                    # 1: pseudo velocities of contacts are solved
    split_joints: int             # 1: pseudo velocities of joints are solved
    geometric_stiffness: int      # 1: bodies under tension turn as if they were heavier, see dynamics.geometric_stiffness
    force_stiffness: float        # [1/s2] ks of the method that solves for accelerations
    force_damping: float          # [1/s] and kd
    position_iterations: int      # passes of non-linear Gauss-Seidel after each substep
    correct: ContactRowParameters  # contacts in these; bias_rate is the share of the overlap corrected per pass
    correct_joints: float         # share of a joint's error corrected per pass
    warm_start: float
    impulse_ratio: float          # this step's h over the last one's: impulses carried over scale with it
    restitution_threshold: float  # [m/s]
    friction_override: float      # every pair's friction, negative: each pair's own
    restitution_override: float   # likewise
    row_order: int                # place in ROW_ORDERS; of the laboratory's Gauss-Seidel, as the next of its Jacobi
    jacobi_relaxation: float
    stop: Stop


class Overrides(NamedTuple):
    """Friction and restitution for every pair, None: each pair's own."""

    friction: float | None = None
    restitution: float | None = None


def _contact_parameters(settings: SolverSettings, h: float) -> tuple[ContactRowParameters, ...]:
    """How contact rows answer in solving, relaxing and pushing: the stabilizations differ in these coefficients only."""
    unlimited = settings.max_speed
    friction = FRICTION_CODES[settings.friction_model]

    def rows(soft: Softness, slop: float = 0.0, push_speed: float = unlimited, relaxing: int = 0) -> ContactRowParameters:
        return ContactRowParameters(*soft, slop=slop, push_speed=push_speed, inverse_h=1 / h, friction=friction,
                                    relaxing=relaxing, threshold=settings.restitution_threshold)

    rigid, baumgarte = rows(RIGID), rows(Softness(settings.beta / h, 1.0, 0.0), settings.slop)
    if settings.stabilization == "soft":
        hertz = min(settings.contact_hertz, CONTACT_HERTZ_PER_SUBSTEP / h)
        soft = softness(hertz, settings.contact_damping_ratio, h)
        return rows(soft, push_speed=settings.push_speed), rows(RIGID, relaxing=1), rigid
    if settings.stabilization == "baumgarte":
        return baumgarte, rigid, rigid
    return rigid, rigid, baumgarte               # none and split_impulse: only the latter solves the push


def _joint_parameters(settings: SolverSettings, h: float, impulse_ratio: float) -> JointParameters:
    """How rows of joints answer; a limit that is not reached yet is the same row in all of them."""
    mode = settings.joint_stabilization
    curvature = float(mode not in ("none", "baumgarte"))

    def rows(soft: Softness, over_relaxation: float = 1.0) -> JointRowParameters:
        return JointRowParameters(*soft, inverse_h=1 / h, curvature=curvature, bearing=int(mode == "split_impulse"),
                                  over_relaxation=over_relaxation, block=int(settings.block_solve))

    rigid, pushing, over = rows(RIGID), Softness(settings.beta / h, 1.0, 0.0), settings.joint_over_relaxation
    solve = RIGID
    if mode == "soft":
        hertz = min(settings.joint_hertz, CONTACT_HERTZ_PER_SUBSTEP / h)
        solve = softness(hertz, settings.joint_damping_ratio, h)
    elif mode == "baumgarte":
        solve = pushing
    return JointParameters(rows(solve, over), rows(solve), rigid, rows(pushing), h, impulse_ratio, settings.max_warm_start)


def parameters(settings: SolverSettings, gravity: tuple[float, float, float], dt: float, *, last_h: float,
               overrides: Overrides = Overrides(), stop: Stop = NO_STOP) -> Parameters:
    """The numbers of a step of dt > 0 [s]; `last_h` is the substep of the step before, 0 when there was none."""
    h = dt / settings.substeps
    solve, relax, push = _contact_parameters(settings, h)
    modes = (settings.stabilization, settings.joint_stabilization)
    ratio = h / last_h if last_h > 0 else 1.0
    return Parameters(
        motion=Motion(h, *gravity, GYROSCOPIC_CODES[settings.gyroscopic], settings.max_speed, settings.max_rotation),
        solve=solve, relax=relax, push=push, substeps=settings.substeps, iterations=settings.iterations,
        relax_iterations=settings.relax_iterations if "soft" in modes else 0,
        relax_contacts=int(modes[0] == "soft"), relax_joints=int(modes[1] == "soft"),
        joints=_joint_parameters(settings, h, ratio), split=int(modes[0] == "split_impulse"),
        split_joints=int(modes[1] == "split_impulse"), geometric_stiffness=int(settings.geometric_stiffness),
        force_stiffness=settings.force_stiffness, force_damping=settings.force_damping,
        position_iterations=settings.position_iterations if "position" in modes else 0,
        correct=push._replace(bias_rate=settings.beta if modes[0] == "position" else 0.0, slop=settings.slop),
        correct_joints=settings.beta if modes[1] == "position" else 0.0,
        warm_start=settings.warm_start, impulse_ratio=ratio,
        restitution_threshold=settings.restitution_threshold,
        friction_override=-1.0 if overrides.friction is None else overrides.friction,
        restitution_override=-1.0 if overrides.restitution is None else overrides.restitution,
        row_order=ROW_ORDERS.index(settings.row_order), jacobi_relaxation=settings.jacobi_relaxation, stop=stop)
