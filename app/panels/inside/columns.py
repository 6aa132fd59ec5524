"""Columns of the table of rows, as the window shows them."""
from __future__ import annotations

from typing import NamedTuple

from app.headless.si_format import number
from app.published.view import BodyTable, View
from physics.introspection.row_table import WORLD_UID, RowTable


DIGITS = 3


class Column(NamedTuple):
    """One column."""

    name: str                      # in `RowTable`
    title: str
    help: str
    shown: bool = False            # at first
    width: float = 60.0            # [design px]


COLUMNS = (
    Column("kind", "kind", "What the row asks for: no overlap, slip or turning, a place held, a limit, a motor, a spring", True,
           48),
    Column("a", "a", "Body a", True, 46),
    Column("b", "b", "Body b", True, 46),
    Column("state", "state", "open: no impulse; sticking, sliding: friction or resistance within, at its bound; free: inside",
           True, 52),
    Column("impulse", "impulse", "Of the whole step [N s] or [N m s]", True, 54),
    Column("error", "error", "Separation, or error of a joint's row at the end of the step [m] or [rad]", True),
    Column("speed", "J V", "Speed along the row at the end of the step [m/s] or [rad/s]", True),
    Column("residual", "residual", "How far the impulse is from what the row's own equation and bounds want at the end", True),
    Column("bias", "bias", "The solver wants J V + bias = 0"),
    Column("bias_push", "push", "Part of the bias that removes an error"),
    Column("bias_speculative", "specul.", "Part of the bias that lets a gap close"),
    Column("bias_restitution", "bounce", "Part of the bias that makes a bounce"),
    Column("bias_surface", "surface", "Part of the bias of moving surfaces"),
    Column("bias_spring", "spring", "Part of the bias of a spring"),
    Column("bias_motor", "motor", "Part of the bias of a motor"),
    Column("bias_curvature", "curvat.", "Part of the bias that follows the curvature of the motion"),
    Column("k", "K", "J M^-1 J^T [1/kg] or [1/(kg m2)]"),
    Column("effective_mass", "eff. mass", "As the solver uses it [kg] or [kg m2]"),
    Column("lower", "lower", "Lower bound of the impulse in the last substep"),
    Column("upper", "upper", "Upper bound of the impulse in the last substep"),
    Column("warm", "warm", "What warm starting gave in the last substep"),
    Column("change", "change", "What the last sweep changed"),
    Column("substep_impulse", "last h", "Impulse of the last substep"),
    Column("mass_scale", "m scale", "Share of the velocity error that a sweep removes"),
    Column("impulse_scale", "i scale", "Share of the impulse that a soft row gives back"),
    Column("friction", "mu", "Coefficient of friction rows; arm of rolling and spinning rows [m]"),
    Column("restitution", "e", "Coefficient of restitution of normal rows"),
    Column("feature", "feature", "By which a contact point is known again in the next step"),
    Column("joint", "joint", "Number of the joint"),
    Column("color", "colour", "In the constraint graph: rows of one colour share no body"),
    Column("order", "turn", "In the sweep; rows of one turn are solved at once"),
)


def text_of(rows: RowTable, column: Column, row: int, bodies: BodyTable, digits: int = DIGITS) -> str:
    """A cell; numbers have so many significant digits."""
    value = getattr(rows, column.name)[row]
    if column.name in ("a", "b"):
        return name_of(int(value), bodies, int(getattr(rows, f"child_{column.name}")[row]))
    if value.dtype.kind == "U":
        return str(value)
    if value.dtype.kind == "i":
        return "" if value < 0 else str(int(value))
    return number(float(value), digits).replace("e-0", "e-")


def title_of(rows: RowTable, row: int, bodies: BodyTable) -> str:
    """What a row is, and of which bodies."""
    one = name_of(int(rows.a[row]), bodies, int(rows.child_a[row]))
    other = name_of(int(rows.b[row]), bodies, int(rows.child_b[row]))
    return f"{rows.kind[row]}, {one} and {other}"


def name_of(uid: int, bodies: BodyTable, child: int = -1) -> str:
    """The name of a body, else its number; of a child of a compound also which one it is, counted from 1, and its shape."""
    if uid == WORLD_UID:
        return "world"
    row = bodies.index(uid)
    name = (bodies.names[row] if row is not None else "") or str(uid)
    parts = getattr(bodies.shapes[row], "parts", ()) if row is not None else ()
    return f"{name} (part {child + 1}: {type(parts[child].shape).__name__.lower()})" if 0 <= child < len(parts) else name


def joint_title(uid: int, view: View, ends: str = "") -> str:
    """The name of a joint; without one its type, or its number where the view has no joints, and then its `ends`."""
    joints = view.joints.table if view.joints is not None else None
    row = None if joints is None else joints.index(uid)
    if row is None:
        return f"joint {uid}{ends}"
    return joints.names[row] or joints.kinds[row].replace("_", " ") + ends
