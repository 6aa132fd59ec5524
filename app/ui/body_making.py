"""The body that is being made with the mouse: its shape, where it would stand, and its size.

A click on the scene makes it there, in its usual size; a drag sets the size: its longest half side is as long as the drag.  Until
then it is shown translucent where it will be: standing on what is under the pointer, beside it where that is steep, and above
what has no room for it.
"""
from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from app.simulation.commands import Command, CreateBody
from app.simulation.commands.editing import LARGEST, SHAPES, SMALLEST

GRID = 0.25                # [m] places along x and y are multiples of it, or nearer than that to the middle of a body the middle
CLICK = 4.0                # [px] a press with less motion is a click
STEP = 0.05                # of the usual size: sizes are multiples of it
STEEP = 0.5                # cosine of the slope from which bodies stand beside a face
NEAR = 0.25                # [px] between the pixels whose points give the slope of a face
AWAY = 1.0, 1.1, 1.25, 1.5, 2.0, 3.0    # tried distances from a steep face, of the body's reach towards it


class Spot(NamedTuple):
    """A place for a body."""

    foot: np.ndarray                   # (3,) what is under the pointer [m]
    out: np.ndarray | None = None      # (3,) horizontal unit vector away from a steep face there
    top: np.ndarray | None = None      # (3,) above the middle of the body there, if that is near [m]


class BodyMaking:
    """Its shape, a word of SHAPES; "" while none is being made."""

    def __init__(self, submit: Callable[[Command], None]):
        self._submit = submit
        self.open = False                                  # the card with the shapes is
        self.shape = ""
        self.size = 1.0                                    # of the usual size
        self.spot: Spot | None = None                      # where it would stand
        self._view: Any = None                             # the bodies there
        self._pressed: tuple[float, float] | None = None   # the pixel of the press
        self._awaited = False                              # one that a key adds is about to come

    @property
    def active(self) -> bool:
        """Whether a press on the scene makes a body."""
        return bool(self.shape)

    def begin(self, shape: str) -> None:
        """Wait for a press on the scene; a floor is made at once."""
        self.cancel()
        if shape == "plane":
            self._submit(CreateBody(shape, (0.0, 0.0, 0.0)))
        else:
            self.shape = shape

    def cancel(self) -> None:
        """Make none."""
        self.shape, self.size, self.spot, self._pressed = "", 1.0, None, None

    def await_one(self) -> None:
        """A key adds one."""
        self._awaited = True

    def came(self) -> bool:
        """Whether one was awaited until now."""
        awaited, self._awaited = self._awaited, False
        return awaited

    def point(self, stage: Any, x: float, y: float) -> None:
        """The pointer is at a pixel of the scene: there it would stand."""
        if self._pressed is None:
            self.spot, self._view = _spot(stage, x, y), stage.view

    def away(self) -> None:
        """The pointer is on no scene."""
        if self._pressed is None:
            self.spot = None

    def press(self, stage: Any, x: float, y: float) -> None:
        """Choose the place."""
        self.point(stage, x, y)
        self._pressed = x, y

    def drag(self, stage: Any, x: float, y: float) -> None:
        """Set the size: the longest half side goes from the place to the pointer."""
        if self._pressed is None:
            return
        (begun_x, begun_y), foot = self._pressed, self.spot.foot
        self._view = stage.view
        if np.hypot(x - begun_x, y - begun_y) <= CLICK:
            self.size = 1.0
            return
        length = float(np.linalg.norm(_in_plane(stage, x, y, foot[2]) - _in_plane(stage, begun_x, begun_y, foot[2])))
        longest = float(np.abs(np.array(self._reach(1.0))).max())
        self.size = min(max(round(length / longest / STEP) * STEP, SMALLEST), LARGEST)

    def release(self, stage: Any) -> None:
        """Make it where it stands now, show the arrows that move it, and put the tool away."""
        if self.shape and self.spot is not None:
            x, y, z = map(float, self._centre())
            self._submit(CreateBody(self.shape, (round(x, 4), round(y, 4), round(z, 4)), round(self.size, 4)))
            stage.gizmo = stage.gizmo or "move"
        self.cancel()

    @property
    def preview(self) -> Any:
        """The body as it would be, a `scenes.preview.Preview`; None without a place."""
        if not self.shape or self.spot is None:
            return None
        from scenes.editing.bounds import half_extents
        from scenes.preview import Preview
        shape = self._form(self.size)
        return Preview(np.array([self._centre()], np.float32), np.array([(0, 0, 0, 1)], np.float32),
                       np.array([half_extents(shape)], np.float32), np.array([shape.kind], np.uint8), (shape,), 1)

    def _form(self, size: float) -> Any:
        """The shape in a size."""
        from scenes.schema.body import ShapeSection, shape_of
        from scenes.schema.shapes import scaled
        return shape_of(ShapeSection.model_validate(scaled(SHAPES[self.shape], size)))

    def _reach(self, size: float) -> tuple[np.ndarray, np.ndarray]:
        """Its lowest and its highest coordinates (3,) [m] about its position."""
        from physics.bodies.shape_reach import extents
        return extents(self._form(size), np.eye(3))

    def _centre(self) -> np.ndarray:
        """Its position (3,) [m]: the first place with room, else above what stands at the last of them."""
        from scenes.editing.bounds import Bounds
        from scenes.editing.free_place import lift
        low, high = self._reach(self.size)
        up = 0.0
        for foot in self._feet():
            centre = foot - (0.0, 0.0, low[2])
            up = lift(Bounds(centre + low, centre + high), _firm(self._view, centre + low, centre + high))
            if not up:
                break
        return centre + (0.0, 0.0, up)

    def _feet(self) -> list[np.ndarray]:
        """Where it may stand (3,) [m], the best first."""
        from physics.bodies.shape_reach import support
        from physics.definitions.shapes.axes import matrix_of
        from scenes.editing.free_place import GAP
        foot, out, top = self.spot
        feet = [] if top is None else [top]
        if out is None:
            return feet or [foot]
        shape = self._form(self.size)
        reach = float(support(shape, (-out @ matrix_of(shape.principal_axes))[None])[0])
        return feet + [foot + (far * reach + GAP) * out for far in AWAY]


def _spot(stage: Any, x: float, y: float) -> Spot:
    """The place at a pixel, of the body that is seen there or of the plane z = 0: over the middle of the body where that is near,
    else on the grid, or beside a steep face."""
    from scenes.editing.bounds import Bounds
    hit = stage.pick(x, y)
    point = _in_plane(stage, x, y, 0.0) if hit is None else np.array(hit.point, float)
    out = None if hit is None else _way_out(stage, hit, x, y)
    along = np.ones(2, bool) if out is None else np.abs(out[:2]) < 0.1         # a step across the face would lead into it
    foot = np.array([*np.where(along, np.round(point[:2] / GRID) * GRID, point[:2]), point[2]])
    top = None
    if hit is not None and not hit.ground:
        middle = stage.view.positions[hit.row].astype(float)
        if np.hypot(*(point - middle)[:2]) < GRID:
            top = np.array([*middle[:2], point[2] if out is None else _bounds(stage.view, hit.row, Bounds(point, point)).high[2]])
    return Spot(foot, out, top)


def _way_out(stage: Any, hit: Any, x: float, y: float) -> np.ndarray | None:
    """(3,) the horizontal unit vector away from the face that is hit at a pixel; None where it is not steep.  Its normal is that
    of the triangle of three points that are seen close together."""
    sides = []
    for right, down in ((NEAR, 0.0), (0.0, NEAR)):
        found = (stage.pick(x + way * right, y + way * down) for way in (1, -1))
        point = next((other.point for other in found if other is not None and other.row == hit.row), None)
        if point is None:
            return None
        sides.append(np.asarray(point, float) - hit.point)
    normal = np.cross(*sides)
    length = float(np.linalg.norm(normal))
    if not length or abs(normal[2]) > STEEP * length:
        return None
    origin, _ = stage.viewport(x, y).ray(stage.motion.camera, x, y)
    out = np.array((*normal[:2], 0.0)) * np.sign(normal @ (origin - hit.point))
    return np.round(out / np.linalg.norm(out), 9)


def _firm(view: Any, low: np.ndarray, high: np.ndarray) -> list[Any]:
    """The bounds, `scenes.editing.bounds.Bounds`, of the bodies of a view that may be above, below or in these, (3,) each [m]."""
    from app.draw.solids.reach import radii_of
    table = view.table
    reach = radii_of(table.kinds, table.sizes)[:, None]
    near = (view.positions[:, :2] + reach > low[:2]).all(axis=1) & (view.positions[:, :2] - reach < high[:2]).all(axis=1)
    from scenes.editing.bounds import Bounds
    found = (_bounds(view, row, Bounds(low, high)) for row in np.flatnonzero(near & ~table.sensors).tolist())
    return [bounds for bounds in found if bounds is not None]


def _bounds(view: Any, row: int, here: Any) -> Any:
    """The bounds of the body in a row of a view, of a height field those over the rectangle of `here`; None for a plane."""
    from physics.definitions.shapes import Box, Plane, Sphere
    from scenes.editing.bounds import bounds_over
    table = view.table
    if table.kinds[row] == Plane.kind:
        return None
    size = tuple(map(float, table.sizes[row]))
    shape = table.shapes[row] or (Box(half=size) if table.kinds[row] == Box.kind else Sphere(radius=size[0]))
    return bounds_over(SimpleNamespace(shape=shape, position=view.positions[row], rotation=view.rotations[row]), here)


def _in_plane(stage: Any, x: float, y: float, height: float) -> np.ndarray:
    """The point (3,) [m] of a horizontal plane that is seen at a pixel; where it is not seen, one as far as the target."""
    viewport, camera = stage.viewport(x, y), stage.motion.camera
    origin, way = viewport.ray(camera, x, y)
    far = 10.0 * camera.distance
    if way[2] and 0.0 < (along := (height - origin[2]) / way[2]) < far:
        return origin + along * way
    return np.asarray(viewport.point_at(camera, x, y), float)
