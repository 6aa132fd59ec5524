"""Energy inside a step: what every row, gravity, forces, damping and turning gave to the kinetic energy.

`kinetic` is the energy of bodies at any moment, `work` the account of a step, which adds up to its change.  `record` notes the
work of all causes but rows; the folder looks no farther than the record.
"""
