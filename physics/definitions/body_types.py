"""The three types of bodies: which move by forces, which stand still, which move as they are told."""

DYNAMIC, STATIC, KINEMATIC = 0, 1, 2                         # Bodies.type
BODY_TYPES = {"dynamic": DYNAMIC, "static": STATIC, "kinematic": KINEMATIC}
