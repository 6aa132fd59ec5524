"""Views: what people and programs read of a world after a step.

Contacts, joints, events, energy, ray casts, profile.  Read-only; nothing here changes a world.
"""
