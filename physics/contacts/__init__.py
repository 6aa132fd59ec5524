"""Contacts: the rows of touching pairs - normal, friction, restitution speeds - prepared, solved and stored, sixteen contacts
at a time.

In go manifolds and bodies, out come impulses and changed velocities. `layout` says what stands where in a block. Siblings:
`constraints` for joints; `dynamics` calls both.
"""
