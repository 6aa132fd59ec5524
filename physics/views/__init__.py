"""Views: what callers read of a world after a step.

Contacts, joints, events, overlaps of sensors, energy, ray casts, profile.  Nothing here changes a world.
"""
