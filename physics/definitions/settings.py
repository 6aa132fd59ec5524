"""All tunables of the solver and of the world.

`SolverSettings` has the names under `solver:` in a scene and in `--set solver.X`, `WorldSettings`
those under `world:`.  Both are frozen: `replace` makes the changed copy.  beta and the softness numbers are per
substep h = dt / substeps.
"""
from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, NamedTuple

from physics.definitions.known_names import constant
from physics.definitions.method_names import OURS, method_names, mistake_names
from physics.definitions.tunable import SettingError, check, nearest, tunable, tunables
from physics.definitions.vectors import vector

STABILIZATIONS = ("none", "baumgarte", "split_impulse", "soft", "position")
FRICTION_MODELS = ("cone", "pyramid", "manifold_centre")
CONTINUOUS = ("off", "fixed", "all")
GYROSCOPIC = ("off", "explicit", "implicit", "conserving")
PRECISIONS = ("single", "double")
JOINTS = "joints"               # group of the settings for joints alone
JOINT_SOLVES = ("sweep", "direct", "auto")
ROW_ORDERS = ("color", "natural", "reverse", "random")
MOST_SUBSTEPS = 64
SHORTEST_STEP = 1e-6            # [s] in which sound goes 5 mm through steel: in less no body is rigid
LEAST_HERTZ = 1e-6              # [Hz] one swing in eleven days, longer than any run; (2 pi hertz h)^2 is a number of single
                                # precision in each of MOST_SUBSTEPS substeps of SHORTEST_STEP
LARGEST_GRAVITY = 1000.0        # [m/s2] of each component


def _modes(*used: str, of: tuple[str, ...] = ("stabilization",)):
    """A function of the settings that says why a tunable has no effect, for one that only these stabilizations read.

    `of` names the settings that may choose them: those of contacts, of joints, or both.
    """
    def reason(settings: "SolverSettings") -> str | None:
        chosen = {name: getattr(settings, name) for name in of}
        if set(chosen.values()) & set(used):
            return None
        said = " and ".join(f"{name.replace('_', ' ')} {value!r}" for name, value in chosen.items())
        return f"not used by {said} (only by {', '.join(used)})"
    return reason


def _method(name: str):
    """A function of the settings that says why a tunable has no effect, for one that only this method reads."""
    return lambda settings: None if settings.method == name else f"not used by the method {settings.method} (only by {name})"


def _alpha(settings: "SolverSettings") -> str | None:
    """Why `avbd_alpha` has no effect, or None."""
    return _method("avbd")(settings) or ("not used with post-stabilization" if settings.avbd_post_stabilization else None)


def _swept(settings: "SolverSettings") -> str | None:
    """Why a tunable of joints' sweeps has no effect."""
    return "not used by joint_solve direct (only by sweep, and where auto sweeps)" if settings.joint_solve == "direct" else None


BOTH = ("stabilization", "joint_stabilization")


@constant
@dataclass(frozen=True, kw_only=True)
class SolverSettings:
    """How a step is solved; see the help of each field.  Raises SettingError for a value out of range."""

    method: str = tunable(OURS, choices=method_names(), unlisted=mistake_names(), label="Method",
                          help="What solves the constraints; sequential_impulse is fast, all others are the laboratory's")
    substeps: int = tunable(4, limits=(1, MOST_SUBSTEPS), slider=(1, 16), label="Substeps",
                            help="More: stiffer stacks and heavier loads stand, in proportion to the time it costs")
    iterations: int = tunable(1, limits=(0, 200), slider=(0, 50), label="Iterations",
                              help="Solver sweeps per substep. More: impulses closer to the exact answer, slower")
    relax_iterations: int = tunable(1, limits=(0, 50), slider=(0, 8), label="Relax iterations",
                                    unused=_modes("soft", of=BOTH),
                                    help="Sweeps without push after positions moved. More: less energy from the push")
    position_iterations: int = tunable(2, limits=(0, 50), slider=(0, 8), label="Position iterations",
                                       unused=_modes("position", of=BOTH),
                                       help="Passes that move bodies out of error after each substep. More: less error left")
    stabilization: str = tunable("soft", choices=STABILIZATIONS, label="Stabilization",
                                 help="How overlap is removed: not at all, as velocity, as pseudo velocity, as a spring, "
                                      "by moving bodies")
    joint_stabilization: str = tunable("soft", choices=STABILIZATIONS, group=JOINTS, label="Joint stabilization",
                                       help="How joints that drifted apart come together; baumgarte is unstable under "
                                            "heavy loads")
    friction_model: str = tunable("cone", choices=FRICTION_MODELS, label="Friction model",
                                  help="cone: same limit in every direction; pyramid: two limits; manifold_centre: once a "
                                       "contact, with twist")
    beta: float = tunable(0.2, limits=(0, 1), slider=(0, 1), label="Baumgarte beta",
                          unused=_modes("baumgarte", "split_impulse", "position", of=BOTH),
                          help="Share of the overlap removed per substep. More: faster recovery, more energy, jitter")
    slop: float = tunable(0.005, limits=(0, 0.1), slider=(0, 0.05), unit="m", label="Slop",
                          unused=_modes("baumgarte", "split_impulse", "position"),
                          help="Overlap that is left alone. More: calmer contacts that sink in more")
    margin: float = tunable(0.02, limits=(0, 0.1), slider=(0, 0.1), unit="m", label="Speculative margin",
                            help="Distance at which contacts start to exist. More: fewer missed hits, more contacts")
    flush_tolerance: float = tunable(0.001, limits=(0, 0.1), slider=(0, 0.01), unit="m", label="Flush tolerance",
                                     help="Faces of fixed boxes that differ by less are flush: bodies pass the seam between "
                                          "them. More: small steps are not felt. 0: every edge is an obstacle")
    continuous: str | bool = tunable("fixed", choices=CONTINUOUS, aliases=(("true", "all"), ("false", "off")),
                                     label="Continuous collision",
                                     help="Look ahead along the motion of bodies: they meet what is thin, land without sinking "
                                          "in and pass over edges that they only graze, unless they turn fast. fixed: to bodies "
                                          "that are not dynamic. all, or true: dynamic ones to one another too, slower. off, or "
                                          "false")
    warm_start: float = tunable(1.0, limits=(0, 1), slider=(0, 1), label="Warm start",
                                help="Share of the last impulses used as first guess. Less: softer, slower to converge")
    max_warm_start: float = tunable(1e5, limits=(0, 1e12), slider=(1, 1e6), unit="N s", log=True, group=JOINTS,
                                    label="Warm start limit",
                                    help="Largest impulse of a joint's row that the next step, or substep, starts from")
    restitution_threshold: float = tunable(1.0, limits=(0, 100), slider=(0, 5), unit="m/s", label="Restitution threshold",
                                           help="Approach speed below which nothing bounces. More: calmer, less bouncy")
    contact_hertz: float = tunable(0.0, limits=(0, 100_000), least=LEAST_HERTZ, fades=True, slider=(0, 240), unit="Hz",
                                   label="Contact frequency", unused=_modes("soft"),
                                   help="Stiffness of soft contacts, at most 0.25 / h. More: less overlap at rest. "
                                        "0: follows the substep, 0.18 / h, below 4 substeps as with 4; above 0.2 / h stacks ring")
    contact_damping_ratio: float = tunable(10.0, limits=(0, 100), slider=(0, 20), label="Contact damping ratio",
                                           unused=_modes("soft"),
                                           help="More: overlap is pushed out more slowly and without a bounce")
    joint_hertz: float = tunable(0.0, limits=(0, 100_000), least=LEAST_HERTZ, fades=True, slider=(0, 240), unit="Hz",
                                 group=JOINTS, label="Joint frequency", unused=_modes("soft", of=("joint_stabilization",)),
                                 help="Stiffness of soft joints, at most 0.25 / h. More: joints drift less. 0: follows the "
                                      "substep, 0.25 / h; 64 / h, all but rigid, for joints that are solved directly")
    joint_damping_ratio: float = tunable(1.0, limits=(0, 100), slider=(0, 20), group=JOINTS, label="Joint damping ratio",
                                         unused=_modes("soft", of=("joint_stabilization",)),
                                         help="More: joints that drifted apart come together more slowly")
    joint_over_relaxation: float = tunable(1.0, limits=(0.5, 1.9), slider=(1, 1.9), group=JOINTS, label="Joint over-relaxation",
                                           unused=_swept,
                                           help="Change of joints' impulses in a sweep, over what one row asks for. More: "
                                                "chains converge faster; near 2 they ring")
    geometric_stiffness: bool = tunable(False, group=JOINTS, label="Geometric stiffness", unused=_swept,
                                        help="Links that joints pull harder than a substep can follow turn as if they "
                                             "were heavier. Off: they whirl, and chains with a heavy end burst")
    joint_solve: str = tunable("auto", choices=JOINT_SOLVES, group=JOINTS, label="Joint solve",
                               unused=_method(OURS),
                               help="sweep: joint after joint, with contacts; direct: all joints of linked bodies at once and "
                                    "exactly; auto: direct but for nets of more than seven by seven")
    block_solve: bool = tunable(True, group=JOINTS, label="Block solve", unused=_swept,
                                help="Solve the two or three rows of a joint's part together. Off: one after another, slower "
                                     "to converge")
    force_stiffness: float = tunable(400.0, limits=(0, 1e6), slider=(0, 1000), unit="1/s2", label="Force stiffness (ks)",
                                     unused=_method("force_based"),
                                     help="Pull of a joint's error on its acceleration. More: drifts less, until it bursts")
    force_damping: float = tunable(40.0, limits=(0, 1e4), slider=(0, 100), unit="1/s", label="Force damping (kd)",
                                   unused=_method("force_based"),
                                   help="The same of the error's speed. 2 sqrt(ks) is critical; less: it swings longer")
    push_speed: float = tunable(3.0, limits=(0, 500), slider=(0, 20), unit="m/s", label="Push speed",
                                unused=_modes("soft"),
                                help="Fastest speed at which soft contacts push overlap out. More: faster, more violent")
    contact_reuse: float = tunable(0.1, limits=(0, 0.5), slider=(0, 0.5), label="Contact reuse", unused=_modes("soft"),
                                   help="How far boxes move, in half sizes, until contacts are found anew. "
                                        "0: each step. More: calmer stacks, less exact when tipping")
    gyroscopic: str = tunable("conserving", choices=GYROSCOPIC, label="Gyroscopic term",
                              help="off: no precession; explicit: gains energy; implicit: loses some; conserving: keeps "
                                   "momentum and energy")
    row_order: str = tunable("natural", choices=ROW_ORDERS, label="Row order", unused=_method("projected_gauss_seidel"),
                             help="In which order a sweep takes rows: by colours, by bodies, backwards, or shuffled each time")
    jacobi_relaxation: float = tunable(1.0, limits=(0.01, 4), slider=(0.1, 2), label="Jacobi relaxation",
                                       unused=_method("jacobi"),
                                       help="Share of what each row asks for. More: faster, until bodies fly apart")
    avbd_alpha: float = tunable(0.99, limits=(0, 1), slider=(0.8, 1), label="AVBD alpha", unused=_alpha,
                                help="Share of an old error that a substep leaves. Less: faster correction, more energy")
    avbd_beta: float = tunable(0.0, limits=(0, 1e12), slider=(1, 1e9), unit="N/m2", label="AVBD beta", log=True,
                               unused=_method("avbd"),
                               help="Growth of a row's stiffness in a sweep, by its error. More: stiffer sooner, until bodies "
                                    "hardly move any more. 0: in proportion to the inertia of its bodies")
    avbd_gamma: float = tunable(0.99, limits=(0, 1), slider=(0.8, 1), label="AVBD gamma", unused=_method("avbd"),
                                help="Share of its stiffness that a row begins the next substep with. Less: softer at first")
    avbd_post_stabilization: bool = tunable(True, label="AVBD post-stabilization", unused=_method("avbd"),
                                            help="Old errors are removed after each substep, by moving bodies. Off: within it, "
                                                 "as speed, the share that alpha leaves")
    max_speed: float = tunable(500.0, limits=(1, 100_000), slider=(10, 1000), unit="m/s", label="Maximum speed", log=True,
                               help="Faster bodies are slowed down to this")
    max_rotation: float = tunable(100.0, limits=(0.01, 1000), slider=(0.1, 1000), unit="rad", log=True,
                                  label="Maximum rotation",
                                  help="Largest turn of a body in one substep; faster spins are slowed down to it")

    def __post_init__(self) -> None:
        check(self)

    def replace(self, **changes: Any) -> "SolverSettings":
        """A copy with these settings changed; the SettingError for an unknown one names the nearest that exists."""
        for name in changes:
            if name not in tunables(type(self)):
                close = nearest(name, list(tunables(type(self))))
                raise SettingError(name, f"there is no solver setting {name!r}; {close}".rstrip("; "))
        return dataclasses.replace(self, **changes)

    @staticmethod
    def preset(name: str) -> "SolverSettings":
        """The settings of a preset, one of PRESETS."""
        if name not in PRESETS:
            raise SettingError("preset", f"there is no preset {name!r}; {nearest(name, list(PRESETS))}"
                                         f"allowed are {', '.join(PRESETS)}")
        return PRESETS[name]

    def unused(self, name: str) -> str | None:
        """Why the setting `name` has no effect with these settings; None if it has one."""
        reason = tunables(type(self))[name].unused
        return reason(self) if reason else None


class Preset(NamedTuple):
    """A named set of solver settings."""

    name: str                     # in files
    title: str                    # in the window and the manual
    about: str                    # one line of description
    settings: SolverSettings


PRESET_LIST = (
    Preset("classic", "Classic", "Baumgarte: overlap becomes speed; joints by pseudo velocities",
           SolverSettings(substeps=1, iterations=10, stabilization="baumgarte", joint_stabilization="split_impulse",
                          geometric_stiffness=True)),
    Preset("split_impulse", "Split impulse", "Overlap is pushed out by pseudo velocities, which are forgotten after the step",
           SolverSettings(substeps=1, iterations=10, stabilization="split_impulse", friction_model="manifold_centre",
                          joint_stabilization="split_impulse", geometric_stiffness=True)),
    Preset("soft_step", "Soft step", "Substeps with stiff, damped springs, and a sweep after them that takes their push back",
           SolverSettings()),
    Preset("ngs", "NGS (position correction)", "Velocities first, then non-linear Gauss-Seidel moves bodies out of what is left",
           SolverSettings(substeps=1, iterations=10, position_iterations=4, stabilization="position",
                          joint_stabilization="position", geometric_stiffness=True)),
)
PRESETS: dict[str, SolverSettings] = {preset.name: preset.settings for preset in PRESET_LIST}
"""The settings of each preset by its name, as `SolverSettings.preset` takes it."""


def _awake(settings: "WorldSettings") -> str | None:
    return None if settings.sleep else "not used while sleeping is off"


@constant
@dataclass(frozen=True, kw_only=True)
class WorldSettings:
    """Settings of a world other than its solver's.  Raises SettingError for a value out of range."""

    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)     # [m/s^2], each within +-1000
    dt: float = tunable(1 / 60, limits=(0, 1), least=SHORTEST_STEP, slider=(1 / 240, 1 / 30), unit="s", label="Time step",
                        help="Time between two steps. Less: more exact, slower. 0 is a step that changes nothing")
    precision: str = tunable("single", choices=PRECISIONS, label="Precision",
                             help="single: 32 bit, fast; double: 64 bit, for accuracy work, about half the speed")
    seed: int = tunable(0, limits=(0, 2**31 - 1), label="Seed", help="Start of every random choice in the scene")
    sleep: bool = tunable(True, label="Sleeping", help="Bodies at rest are left alone until something touches them")
    sleep_speed: float = tunable(0.05, limits=(0, 10), slider=(0, 0.5), unit="m/s", label="Sleep speed", unused=_awake,
                                 help="Faster than this is not at rest, even if it stays where it is. More: piles that still "
                                      "tremble fall asleep")
    sleep_time: float = tunable(0.5, limits=(0, 1000), slider=(0.1, 5), unit="s", label="Sleep time", unused=_awake,
                                help="How long bodies that touch must all be at rest before they fall asleep")
    sleep_way: float = tunable(0.01, limits=(0, 10), slider=(0, 0.05), label="Sleep way", unused=_awake,
                               help="Share of its size that a body at rest goes in the sleep time. More: piles fall asleep "
                                    "sooner, slow motion stops")
    sleep_horizon: float = tunable(5.0, limits=(0.001, 1e6), slider=(1, 100), unit="s", label="Sleep horizon", unused=_awake,
                                   help="What no contact holds is at rest if it would go no farther in this time, getting "
                                        "faster as now. Less: what rolls, hangs or swings falls asleep sooner")

    length_scale: float | None = tunable(None, limits=(1e-4, 1e4), slider=(0.01, 100), unit="m", log=True, label="Length scale",
                                         help="Size of the things for which the solver's lengths and speeds are; they are given "
                                              "for 1 m. None: found from the sizes of the dynamic bodies")

    def __post_init__(self) -> None:
        check(self)
        object.__setattr__(self, "gravity", tuple(vector("gravity", self.gravity, 3, LARGEST_GRAVITY).tolist()))

    def replace(self, **changes: Any) -> "WorldSettings":
        """A copy with these settings changed."""
        return dataclasses.replace(self, **changes)
