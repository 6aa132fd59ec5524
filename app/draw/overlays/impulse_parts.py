"""The impulse at each contact in its two parts: normal, and friction."""
from __future__ import annotations

from app.draw import colors
from app.draw.arrows import arrows
from app.draw.contact_marks import marks_of, metres
from app.draw.overlay import NOTHING, Primitives, Shown


def draw(shown: Shown) -> Primitives:
    """Two arrows at each contact, in the scale of impulses."""
    marks = marks_of(shown, lines=True) if shown.options.impulse_parts else None
    if marks is None:
        return NOTHING
    contacts = marks.contacts
    long = metres(contacts, shown.view, shown.options, shown.camera)
    parts = ((contacts.normals * contacts.normal_impulses[:, None], colors.NORMAL), (contacts.tangent_impulses, colors.RUB))
    drawn = [arrows(contacts.positions, way * long, tint, shown.camera, 2.4) for way, tint in parts]
    return Primitives(tuple(shafts for shafts, _ in drawn), fills=tuple(heads for _, heads in drawn), counts=marks.counts)
