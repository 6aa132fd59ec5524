// The three faces of a box that may look at a place, out of the faces +x, +y and +z of the mesh: which way each of them is
// turned, 1 or -1.  `toward` leads from the box's middle to the place, in the box's own axes.
vec3 side_of(vec3 toward) { return vec3(toward.x < 0.0 ? -1.0 : 1.0, toward.y < 0.0 ? -1.0 : 1.0, toward.z < 0.0 ? -1.0 : 1.0); }

// A face is turned to the other side by two mirrors, so that it stays counter-clockwise from outside.
vec3 turned(vec3 corner, vec3 face, float side) { return corner * (1.0 + (side - 1.0) * (face + face.zxy)); }
