"""Views: what callers read of a world after a step.

Contacts, joints, events, energy, ray casts, profile.  Nothing here changes a world.
"""
