"""The three types of bodies: dynamic ones move by forces, static ones never, kinematic ones with a prescribed velocity."""

DYNAMIC, STATIC, KINEMATIC = 0, 1, 2                         # Bodies.type
BODY_TYPES = {"dynamic": DYNAMIC, "static": STATIC, "kinematic": KINEMATIC}
