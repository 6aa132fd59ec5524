"""Contacts: the rows of touching pairs - normal, friction, restitution speeds - prepared, solved and stored, sixteen contacts
at a time.

Input are manifolds and bodies, output impulses and changed velocities. `layout` defines the slots of a block. `constraints` does
the same for joints; `dynamics` calls both.
"""
