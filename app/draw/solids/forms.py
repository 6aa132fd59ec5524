"""Forms: the triangles of shapes that have some of their own, hulls and height fields."""
from __future__ import annotations

from typing import Any

from app.draw.solids.field_form import FieldForm, field_form_of
from app.draw.solids.hull_form import HullForm, form_of
from physics.definitions.shapes import Convex, HeightField

Form = HullForm | FieldForm
FORMED = {Convex.kind: form_of, HeightField.kind: field_form_of}       # kind of shape -> its form


def formed(shape: Any) -> Form | None:
    """The form of a shape; None of one that has no triangles of its own."""
    return FORMED[shape.kind](shape) if getattr(shape, "kind", None) in FORMED else None
