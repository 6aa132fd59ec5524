"""Neutral scenes: a scene's document as plain arrays for every engine.

Only features of all engines are neutral: boxes and spheres that start unrotated, fixed or free, friction, and ball sockets
between bodies of one group, which touch nothing.  `neutral` reports any other feature of a document.  Capsules, hulls and
compounds are neutral too, though not every adapter builds them: `uncommon` names them.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from app.headless.errors import InputError

if TYPE_CHECKING:
    from physics.definitions.body_definition import BodyDefinition
    from scenes import Document

FOLDER = "benchmark"                      # category of the scenes with letters: A is `benchmark/a_...`
BOX, SPHERE, OTHER = 0, 1, 2              # NeutralScene.shape
NEUTRAL = "box", "sphere", "capsule", "convex", "compound"
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
PLANE = "is a plane"
FLOOR = "; make it a large static box, or time the scene itself with `impulse run`"


@dataclass(frozen=True)
class NeutralScene:
    """n bodies and m ball sockets at time 0; SI units, z up."""

    name: str
    shape: np.ndarray          # (n,) BOX, SPHERE or OTHER
    solid: np.ndarray          # (n,) the shapes of `physics.definitions.shapes`
    half: np.ndarray           # (n, 3) half extents; a sphere's radius, three times [m]
    position: np.ndarray       # (n, 3) [m]
    velocity: np.ndarray       # (n, 3) [m/s]
    spin: np.ndarray           # (n, 3) [rad/s]
    mass: np.ndarray           # (n,) [kg]
    friction: np.ndarray       # (n,)
    fixed: np.ndarray          # (n,) bool: never moves
    group: np.ndarray          # (n,) int: not 0 touches nothing
    joints: np.ndarray         # (m, 2) int: the two bodies
    anchors: np.ndarray        # (m, 3) centre of each ball [m]
    steps: int
    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)     # [m/s2]
    dt: float = 1 / 60         # [s]

    @property
    def free(self) -> np.ndarray:
        """(n,) bool: bodies that move."""
        return ~self.fixed

    @property
    def volume(self) -> np.ndarray:
        """(n,) [m3]."""
        return np.array([solid.volume for solid in self.solid], float)

    @property
    def inertia(self) -> np.ndarray:
        """(n, 3) moments about the principal axes [kg m2]."""
        return self.mass[:, None] * np.array([solid.unit_inertia for solid in self.solid], float).reshape(-1, 3)

    @property
    def principal_axes(self) -> np.ndarray:
        """(n, 4) rotation from the principal axes to the body's own."""
        return np.array([solid.principal_axes for solid in self.solid], float).reshape(-1, 4)

    @property
    def uncommon(self) -> str | None:
        """Why adapters of boxes and spheres alone cannot step the scene, None if they can."""
        found = next((solid.name for solid, shape in zip(self.solid, self.shape) if shape == OTHER), None)
        return f"no {found} in this comparison" if found else None


def letters() -> dict[str, str]:
    """Letter -> id of the scenes for comparing engines."""
    from scenes import catalog
    names = [name for name in catalog.names() if name.startswith(f"{FOLDER}/") and name.split("/")[1][1:2] == "_"]
    return {name.split("/")[1][0].upper(): name for name in names}


def spelt_out(words: Sequence[str]) -> tuple[str, ...]:
    """The words, each once; a word of several capital letters, such as GHIJ, stands for each of these scenes."""
    known = letters()
    apart = [list(word) if len(word) > 1 and set(word) <= known.keys() else [word] for word in words]
    return tuple(dict.fromkeys(word for part in apart for word in part))


def load(word: str) -> "Document":
    """The document for a letter, a scene's name or a path."""
    import scenes
    return scenes.load(letters().get(word.upper(), word))


def neutral(document: "Document") -> NeutralScene:
    """The neutral form of a document.  Raises InputError for features that other engines lack."""
    from physics.definitions.body_definition import BodyDefinition
    from scenes.running.runner import steps_of
    definitions = [BodyDefinition.checked(vars(plan)) for plan in document.bodies]
    for number, body in enumerate(definitions):
        if strange := _strange(body):
            raise InputError(f"{document.id}: body {body.name or number} {strange}; `bench` takes scenes of boxes, spheres, "
                             "capsules, hulls and compounds on ball sockets that start unrotated, which engines have in common; "
                             f"so it does with --peer none, where Impulse steps the same form{FLOOR if strange == PLANE else ''}")
    settings = _world_settings(document)
    scene = of_bodies(_short(document.id), definitions, max(1, steps_of(document, settings.dt)))
    joints = _joints(document, definitions)
    pairs = np.array([(joint.a, joint.b) for joint in joints], int).reshape(-1, 2)
    return replace(scene, gravity=settings.gravity, dt=settings.dt, joints=pairs,
                   anchors=_rows([j.keys["anchor"] for j in joints]))


def of_bodies(name: str, bodies: Sequence["BodyDefinition"], steps: int) -> NeutralScene:
    """The neutral scene of these bodies, without joints."""
    from physics.definitions.shapes import Box, Sphere
    codes = {Box: BOX, Sphere: SPHERE}
    solids = np.empty(len(bodies), object)
    solids[:] = [body.shape for body in bodies]
    half = [(body.shape.radius,) * 3 if isinstance(body.shape, Sphere) else body.shape.size for body in bodies]
    return NeutralScene(
        name=name, shape=np.array([codes.get(type(b.shape), OTHER) for b in bodies], int), solid=solids, half=_rows(half),
        position=_rows([b.position for b in bodies]), velocity=_rows([b.velocity for b in bodies]),
        spin=_rows([b.angular_velocity for b in bodies]), mass=np.array([b.final_mass for b in bodies], float),
        friction=np.array([b.friction for b in bodies], float), fixed=np.array([b.type == "static" for b in bodies], bool),
        group=np.array([b.group for b in bodies], int), joints=np.empty((0, 2), int), anchors=np.empty((0, 3)), steps=steps)


def _world_settings(document: "Document") -> Any:
    from scenes.running.overrides import world_settings
    from scenes.schema.values import given
    return world_settings(given(document.scene.world), {})


def _short(scene: str) -> str:
    """The letter of a scene that has one, else its name."""
    return next((letter for letter, name in letters().items() if name == scene), scene.split("/")[-1])


def _rows(values: list[Any]) -> np.ndarray:
    return np.array(values, float).reshape(-1, 3)


def _strange(body: Any) -> str | None:
    """The feature of a body that is not neutral, or None."""
    from physics.definitions.material import RESISTANCES
    from physics.definitions.shapes import Plane
    if isinstance(body.shape, Plane):
        return PLANE
    if body.shape.name not in NEUTRAL:
        return f"is a {body.shape.name.replace('_', ' ')}"
    if body.type == "kinematic":
        return "is kinematic"
    if tuple(body.rotation) != UPRIGHT:
        return "starts rotated"
    for name in ("restitution", "linear_damping", "angular_damping", *RESISTANCES):
        if getattr(body, name):
            return f"has {name}"
    if body.sensor or (body.category, body.mask) != (type(body).category, type(body).mask):
        return "is a sensor" if body.sensor else "has collision categories"
    if body.surface_velocity.any() or body.surface_spin.any():
        return "has a moving surface"
    return None


def _joints(document: "Document", bodies: list[Any]) -> tuple[Any, ...]:
    """The joints of a document, which must be plain ball sockets between bodies of one group."""
    for joint in document.joints:
        if joint.type != "ball_socket" or any(value is not None for key, value in joint.keys.items() if key in
                                              ("cone", "twist_lower", "twist_upper")):
            raise InputError(f"{document.id}: joint {joint.name or joint.type} is no plain ball socket; `bench` takes no others")
        if None in (joint.a, joint.b):
            raise InputError(f"{document.id}: joint {joint.name or joint.type} is one to the world; give it a fixed body")
    groups = {body.group for body in bodies}
    if (document.joints or groups != {0}) and (len(groups) != 1 or groups == {0}):
        raise InputError(f"{document.id}: its bodies must all be of one group, since it has joints or groups; "
                         "bodies that collide and bodies that do not cannot be told apart alike in all engines")
    return document.joints
