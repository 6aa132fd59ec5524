"""Seams between flush boxes: contacts with edges that a neighbour covers are left out.

`covered_contacts` has the rule and its kernel, `covered_faces` the geometry of a box's faces at a contact, `turned_contacts` what
remains of one.
"""
