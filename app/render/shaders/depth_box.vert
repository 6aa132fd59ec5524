#include "scene.glsl"
#include "half_cube.glsl"
layout(location = 0) in vec3 corner;         // of the faces +x, +y and +z of the cube -1..1
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
uniform mat4 matrix;                         // world -> clip of the map
uniform vec3 toward;                         // unit vector to where the map is seen from

// Mirrored as a whole to the sides that look there; which way round the triangles are does not matter.
void main() {
    vec3 local = corner * side_of(unrotate(rotation, toward)) * half_size;
    gl_Position = matrix * vec4(rotate(rotation, local) + position, 1.0);
}
