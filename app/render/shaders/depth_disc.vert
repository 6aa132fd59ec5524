#include "scene.glsl"
layout(location = 0) in vec3 corner;         // of the unit disc
layout(location = 2) in vec3 position;
layout(location = 4) in vec3 radius;
uniform mat4 matrix;                         // world -> clip of the map
uniform vec3 toward;                         // unit vector to where the map is seen from
uniform float lift;                          // disc's place along it, in radii

// Seen along parallel rays a sphere casts the shadow of its great disc, which never shades the lit half.
void main() {
    vec3 side = normalize(cross(abs(toward.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0), toward));
    vec3 p = position + (side * corner.x + cross(toward, side) * corner.y + toward * lift) * radius.x;
    gl_Position = matrix * vec4(p, 1.0);
}
