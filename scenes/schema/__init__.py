"""Schema: what a scene file may say - bodies, joints, values - as pydantic models, and every mistake with its place.

The lowest room of scenes; imports physics alone.
"""
