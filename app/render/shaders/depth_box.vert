#include "scene.glsl"
layout(location = 0) in vec3 corner;
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
uniform mat4 matrix;                         // world -> clip of the map

void main() { gl_Position = matrix * vec4(rotate(rotation, corner * half_size) + position, 1.0); }
