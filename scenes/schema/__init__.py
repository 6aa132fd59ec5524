"""Schema: the content of a scene file - bodies, joints, values - as pydantic models, and mistakes with their places.

The lowest folder of scenes; imports physics alone.
"""
