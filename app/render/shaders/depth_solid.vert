#include "scene.glsl"
#include "solid_place.glsl"
uniform mat4 matrix;                         // world -> clip of the map

void main() {
    Corner c = corner_of();
    gl_Position = matrix * vec4(rotate(c.turn, c.local) + c.middle, 1.0);
}
