"""The parameters of one step for its kernels, made from the settings once a step."""
from __future__ import annotations

import math
from typing import NamedTuple

from physics.bodies.tumbling import CONSERVING, JOINED, TOPS
from physics.constraints.softness import (
    CONTACT,
    JOINT,
    MOST,
    RIGID,
    TOGETHER,
    Following,
    Softness,
    resolved_hertz,
    softness,
)
from physics.contacts.layout import AT_CENTRE, CONE, PYRAMID
from physics.contacts.position_correction import LARGEST_OVERLAP
from physics.definitions.length_scale import scaled
from physics.definitions.method_names import OURS
from physics.definitions.settings import ROW_ORDERS, SolverSettings

NOBODY_TUMBLES, WITHOUT_JOINTS, ON_JOINTS = 0, 1, 2          # bodies whose spin changes by itself, see `bodies.tumbling`
OFF = 0                                                      # of GYROSCOPIC_CODES
GYROSCOPIC_CODES = {"off": OFF, "explicit": 1, "implicit": 2, "conserving": CONSERVING}
FRICTION_CODES = {"pyramid": PYRAMID, "cone": CONE, "manifold_centre": AT_CENTRE}
EVERYTHING = 1_000_000                            # a stop that is never reached
SIMILAR_STEP = 1.1                                # ratio of substeps up to which stored impulses are good first guesses
LARGEST_GROWTH = 10.0                             # of stored impulses where substeps get longer; more keeps more of the
                                                  # loads, and throws stacks by the errors that it multiplies
FRESH_ITERATIONS = 10                             # sweeps where they are not: as many as presets without substeps take


class ContactRowParameters(NamedTuple):
    """Parameters of contact rows; see `normal_bias` in `contacts.normal`."""

    bias_rate: float              # [1/s]
    mass_scale: float
    impulse_scale: float
    slop: float                   # [m]
    push_speed: float             # [m/s]
    inverse_h: float              # [1/s]
    friction: int                 # FRICTION_CODES
    relaxing: int                 # 1: rows without impulse that are apart, or about to bounce, are left out
    threshold: float              # [m/s] approach speed above which a row with restitution is left out, when relaxing
    most: float                   # [m] of overlap beyond the slop that a pass over positions counts
    settled_speed: float          # [m/s] changes of a manifold below which relaxing does not repeat it,
    settled_share: float          # beyond this share of its impulses
    lead: float = 0.0             # [s] time of the step for which arms hold where a body rolls, see `contacts.turning`


class JointRowParameters(NamedTuple):
    """Parameters of rows of joints; springs and motors have softness of their own."""

    bias_rate: float              # [1/s]
    mass_scale: float
    impulse_scale: float
    inverse_h: float              # [1/s]
    curvature: float              # 1: rows include their curvature (see constraints.curvature), 0: they do not
    turning: float                # the same of rows that hold or limit; of soft ones more, see constraints.solver
    hold_active_limits: int       # 1: active limits are held like two-sided rows (see constraints.limit)
    over_relaxation: float        # factor on the change of an impulse
    block: int                    # 1: the rows of a part are solved together, 0: one after another
    push_speed: float             # [m/s] or [rad/s] as set: gaps of joints are not of the size of bodies; of the laboratory
    held_rate: float              # [1/s] bias_rate of held rows where they are rigid, as driven rows feel it, else 0


class JointParameters(NamedTuple):
    """Parameters of rows of joints in the sweeps of a step."""

    solve: JointRowParameters
    last: JointRowParameters      # of the last sweep of a substep, without over-relaxation
    relax: JointRowParameters
    push: JointRowParameters
    h: float                      # substep [s]
    impulse_ratio: float          # this step's h over the last one's
    max_warm_start: float         # [N s]
    most_hertz: float             # [Hz] stiffest spring that is swept among other joints
    held_feel: int                # 1: held turns include what held moves answer (see constraints.reaction)


class Motion(NamedTuple):
    """Parameters of the motion of bodies without constraints."""

    h: float                      # substep [s]
    gravity_x: float              # [m/s2]
    gravity_y: float
    gravity_z: float
    gyroscopic: int               # GYROSCOPIC_CODES, JOINED or TOPS for CONSERVING with joints on tumbling bodies
    max_speed: float              # [m/s]
    max_rotation: float           # [rad] in one substep
    pushed: int                   # 1: Bodies.push holds pseudo velocities
    forced: int                   # 1: Bodies.force holds forces


class DescentParameters(NamedTuple):
    """Parameters of `avbd` in the laboratory."""

    alpha: float                  # share of an old error that sweeps keep
    beta: float                   # [N/m2] growth of a row's stiffness by its error; 0: as its bodies' inertia asks for
    gamma: float                  # share of its stiffness that a row keeps between substeps
    after: int                    # 1: old errors are removed by a sweep of positions alone, and alpha is 1
    length: float                 # size of things [m]
    substeps: int


class Stop(NamedTuple):
    """Where the step ends: after stage `stage` (5-10) of a substep and, for solving, before sweep `iteration`."""

    stage: int
    substep: int
    iteration: int


NO_STOP = Stop(EVERYTHING, EVERYTHING, EVERYTHING)


class Parameters(NamedTuple):
    """All parameters of a step."""

    motion: Motion
    solve: ContactRowParameters   # rows before positions are integrated
    relax: ContactRowParameters   # rows afterwards: without bias
    push: ContactRowParameters    # rows on pseudo velocities
    substeps: int
    iterations: int
    relax_iterations: int
    relax_contacts: int           # 1: relax sweeps include contacts
    relax_joints: int             # 1: relax sweeps include joints
    joints: JointParameters
    together: JointParameters     # of joints that are solved together
    split: int                    # 1: pseudo velocities of contacts are solved
    split_joints: int             # 1: pseudo velocities of joints are solved
    geometric_stiffness: int      # 1: bodies under tension get more inertia, see dynamics.geometric_stiffness
    force_stiffness: float        # [1/s2] ks of the force-based method
    force_damping: float          # [1/s] kd of the force-based method
    position_iterations: int      # passes of non-linear Gauss-Seidel after each substep
    correct: ContactRowParameters  # contacts in these passes; bias_rate is the share of the overlap corrected per pass
    correct_joints: float         # share of a joint's error corrected per pass
    warm_start: float
    impulse_ratio: float          # this step's h over the last one's: stored impulses scale with it
    restitution_threshold: float  # [m/s]
    friction_override: float      # every pair's friction, negative: each pair's own
    restitution_override: float   # likewise
    row_order: int                # place in ROW_ORDERS; of projected Gauss-Seidel in the laboratory
    jacobi_relaxation: float      # of Jacobi in the laboratory
    descent: DescentParameters
    resisting: int                # 1: a body resists rolling or spinning, see `contacts.rolling`
    rolling: int                  # 1: a body may roll on a rim or a side, see `contacts.rolling_points`
    reverse: int                  # 1: this step sweeps colours last to first, see `dynamics.sweeps`
    stop: Stop


class Overrides(NamedTuple):
    """Friction and restitution for every pair, None: each pair's own."""

    friction: float | None = None
    restitution: float | None = None


class Circumstances(NamedTuple):
    """What the parameters of a step depend on besides settings, gravity and its length."""

    last_h: float = 0.0           # substep of the step before [s], 0 when there was none
    held_h: float = 0.0           # substep than which contacts are no stiffer [s], see `softness.held_h`
    overrides: Overrides = Overrides()
    stop: Stop = NO_STOP
    tumbling: int = WITHOUT_JOINTS  # which bodies tumble
    forced: bool = True           # whether a force acts on a body
    length_scale: float = 1.0     # size of things [m]
    resisting: bool = False       # whether a body resists rolling or spinning
    reverse: int = 0              # 1: colours are swept last to first
    rolling: bool = False         # whether a body may roll on a rim or a side


def _contact_parameters(settings: SolverSettings, h: float, length_scale: float,
                        fall: float, held_h: float) -> tuple[ContactRowParameters, ...]:
    """Contact row parameters of solving, relaxing and pushing: the stabilizations differ in these coefficients only.

    `fall` is the speed that gravity adds in a substep [m/s], `held_h` as in Circumstances.
    """
    unlimited = settings.max_speed
    friction = FRICTION_CODES[settings.friction_model]
    lead = 0.5 * (settings.substeps - 1) * h if settings.method == OURS else 0.0

    def rows(soft: Softness, slop: float = 0.0, push_speed: float = unlimited, relaxing: int = 0,
             settled_share: float = 0.0) -> ContactRowParameters:
        return ContactRowParameters(*soft, slop=slop, push_speed=push_speed, inverse_h=1 / h, friction=friction,
                                    relaxing=relaxing, threshold=settings.restitution_threshold,
                                    most=LARGEST_OVERLAP * length_scale, settled_speed=fall, settled_share=settled_share,
                                    lead=lead)

    rigid, baumgarte = rows(RIGID), rows(Softness(settings.beta / h, 1.0, 0.0), settings.slop)
    if settings.stabilization == "soft":
        hertz = resolved_hertz(settings.contact_hertz, CONTACT, h, settings.substeps, held_h)
        soft = softness(hertz, settings.contact_damping_ratio, h)
        return rows(soft, push_speed=settings.push_speed), rows(RIGID, relaxing=1, settled_share=soft.impulse_scale), rigid
    if settings.stabilization == "baumgarte":
        return baumgarte, rigid, rigid
    return rigid, rigid, baumgarte               # none and split_impulse: only the latter solves pseudo velocities


def turning_of(soft: Softness | JointRowParameters, curvature: float) -> float:
    """JointRowParameters.turning of rows of this softness: from one substep to the next J V grows by twice the curvature."""
    return curvature * (1 + 2 * soft.impulse_scale / soft.mass_scale)


def _joint_parameters(settings: SolverSettings, h: float, impulse_ratio: float, push_speed: float,
                      following: Following = JOINT) -> JointParameters:
    """Joint row parameters; a limit that is not reached is the same row in all sweeps."""
    mode = settings.joint_stabilization
    curvature = float(_has_curvature(settings))
    held_rate = settings.beta / h if mode == "baumgarte" else 0.0

    def rows(soft: Softness, over_relaxation: float = 1.0, held_rate: float = 0.0) -> JointRowParameters:
        return JointRowParameters(*soft, inverse_h=1 / h, curvature=curvature, turning=turning_of(soft, curvature),
                                  hold_active_limits=int(mode == "split_impulse"), over_relaxation=over_relaxation,
                                  block=int(settings.block_solve), push_speed=push_speed, held_rate=held_rate)

    rigid, pushing, over = rows(RIGID), Softness(settings.beta / h, 1.0, 0.0), settings.joint_over_relaxation
    solve, relax = RIGID, rigid
    if mode == "soft":
        solve = softness(resolved_hertz(settings.joint_hertz, following, h, settings.substeps), settings.joint_damping_ratio, h)
        if following == TOGETHER and settings.joint_hertz == 0:
            relax = rows(solve._replace(bias_rate=0.0))           # so stiff that it is as good as rigid, and the same matrix
    elif mode == "baumgarte":
        solve = pushing
    return JointParameters(rows(solve, over, held_rate), rows(solve, 1.0, held_rate), relax, rows(pushing), h, impulse_ratio,
                           settings.max_warm_start, MOST / h if settings.method == OURS else math.inf,
                           int(settings.method != "avbd"))


def _impulse_ratio(h: float, last_h: float) -> float:
    """By what impulses of substeps of last_h [s] are scaled to begin those of h; last_h = 0: there were none.

    Loads scale with the substep.  What answered a motion, or corrected an error, does not, nor does the rounding of either: after
    a much shorter substep such impulses would be multiplied into a blow.
    """
    return min(h / last_h, LARGEST_GROWTH) if last_h > 0 else 1.0


def _iterations(settings: SolverSettings, impulse_ratio: float) -> int:
    """Sweeps of a substep.

    Stored impulses scale with the substep, as weights do.  Those that answered a motion scale with them, and where the step
    changes by turns one sweep lets them grow: a stack twists and creeps aside.
    """
    similar = 1 / SIMILAR_STEP <= impulse_ratio <= SIMILAR_STEP
    return settings.iterations if similar or not settings.iterations else max(settings.iterations, FRESH_ITERATIONS)


def _gyroscopic(settings: SolverSettings, tumbling: int) -> int:
    """Motion.gyroscopic where these bodies tumble."""
    code = GYROSCOPIC_CODES[settings.gyroscopic]
    if tumbling == NOBODY_TUMBLES:
        return OFF
    if tumbling == ON_JOINTS and code == CONSERVING:
        return TOPS if _has_curvature(settings) else JOINED       # what leads in the spin of a top cancels against curvature
    return code


def _has_curvature(settings: SolverSettings) -> bool:
    """Whether rows of joints include their curvature."""
    return settings.joint_stabilization not in ("none", "baumgarte")


def parameters(settings: SolverSettings, gravity: tuple[float, float, float], dt: float,
               at: Circumstances = Circumstances()) -> Parameters:
    """The parameters of a step of dt > 0 [s] under these circumstances."""
    h, as_set, settings, overrides = dt / settings.substeps, settings, scaled(settings, at.length_scale), at.overrides
    solve, relax, push = _contact_parameters(settings, h, at.length_scale, h * math.hypot(*gravity), at.held_h)
    modes = (settings.stabilization, settings.joint_stabilization)
    ratio = _impulse_ratio(h, at.last_h)
    return Parameters(
        motion=Motion(h, *gravity, _gyroscopic(settings, at.tumbling), settings.max_speed, settings.max_rotation,
                      int("split_impulse" in modes), int(at.forced)),
        solve=solve, relax=relax, push=push, substeps=settings.substeps, iterations=_iterations(settings, ratio),
        relax_iterations=settings.relax_iterations if "soft" in modes else 0,
        relax_contacts=int(modes[0] == "soft"), relax_joints=int(modes[1] == "soft"),
        joints=_joint_parameters(settings, h, ratio, as_set.push_speed),
        together=_joint_parameters(settings, h, ratio, as_set.push_speed, TOGETHER), split=int(modes[0] == "split_impulse"),
        split_joints=int(modes[1] == "split_impulse"), geometric_stiffness=int(settings.geometric_stiffness),
        force_stiffness=settings.force_stiffness, force_damping=settings.force_damping,
        position_iterations=settings.position_iterations if "position" in modes else 0,
        correct=push._replace(bias_rate=settings.beta if modes[0] == "position" else 0.0, slop=settings.slop),
        correct_joints=settings.beta if modes[1] == "position" else 0.0,
        warm_start=settings.warm_start, impulse_ratio=ratio,
        restitution_threshold=settings.restitution_threshold,
        friction_override=-1.0 if overrides.friction is None else overrides.friction,
        restitution_override=-1.0 if overrides.restitution is None else overrides.restitution,
        row_order=ROW_ORDERS.index(settings.row_order), jacobi_relaxation=settings.jacobi_relaxation,
        descent=DescentParameters(settings.avbd_alpha, settings.avbd_beta, settings.avbd_gamma,
                                  int(settings.avbd_post_stabilization), at.length_scale, settings.substeps),
        resisting=int(at.resisting), rolling=int(at.rolling), reverse=at.reverse, stop=at.stop)
