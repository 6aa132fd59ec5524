"""Rows of contacts of compounds say which part touches: in keys, tables and titles."""
from __future__ import annotations

import numpy as np

from app.panels.inside.columns import COLUMNS, name_of, text_of, title_of
from app.published.inside import key_of, row_of
from app.simulation.publisher import table_of
from physics import Box, Compound, Plane, Sphere, World

LEGS = tuple((Box(half=(0.05, 0.05, 0.3)), (x, y, 0.3)) for x in (-0.5, 0.5) for y in (-0.5, 0.5))
TABLE = Compound(children=((Box(half=(0.6, 0.6, 0.05)), (0, 0, 0.65)), *LEGS, (Sphere(radius=0.1), (0, 0, 0.8))))


def tables() -> World:
    """A table that stands on the floor, whose part 1 is its top and part 6 a ball on it, and a ball that lies on the top."""
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static", name="floor")
    world.add_body(shape=TABLE, position=TABLE.centre, name="table")
    world.add_body(shape=Sphere(radius=0.1), position=(0.4, 0, 0.8), name="ball")
    for _ in range(5):
        world.step()
    return world


def normals(world: World) -> tuple:
    """(rows, numbers of the normal rows)."""
    rows = world.rows()
    return rows, np.flatnonzero(rows.kind == "normal")


def test_every_row_has_a_key_of_its_own():
    """Legs touch the floor with the same features."""
    rows = tables().rows()
    keys = [key_of(rows, row) for row in range(rows.size)]
    assert len(set(keys)) == rows.size
    assert [row_of(rows, key) for key in keys] == list(range(rows.size))


def test_which_children_touch():
    rows, found = normals(tables())
    touching = {(int(rows.a[k]), int(rows.child_a[k]), int(rows.b[k]), int(rows.child_b[k])) for k in found}
    assert {(pair[0], pair[2]) for pair in touching} <= {(2, 1), (1, 2), (2, 3), (3, 2)}
    of_table = {(child, other) for a, child_a, b, child_b in touching
                for child, other, owner in ((child_a, b, a), (child_b, a, b)) if owner == 2}
    assert of_table == {(1, 1), (2, 1), (3, 1), (4, 1), (0, 3)}
    assert all((child_a if a != 2 else child_b) == -1 for a, child_a, b, child_b in touching)


def test_names():
    """Of the table, and of what is none."""
    world = tables()
    bodies, (rows, found) = table_of(list(world.bodies)), normals(world)
    assert name_of(2, bodies, 2) == "table (part 3: box)" and name_of(2, bodies, 5) == "table (part 6: sphere)"
    assert name_of(2, bodies) == "table" and name_of(3, bodies, 0) == "ball" and name_of(-1, bodies, 0) == "world"
    on_top = next(k for k in found if 3 in (rows.a[k], rows.b[k]))
    column = next(one for one in COLUMNS if one.name == ("a" if rows.a[on_top] == 2 else "b"))
    assert text_of(rows, column, on_top, bodies) == "table (part 1: box)"
    assert "table (part 1: box)" in title_of(rows, on_top, bodies) and "ball" in title_of(rows, on_top, bodies)
