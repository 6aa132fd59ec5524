#include "scene.glsl"
layout(location = 0) in vec3 corner;         // x: which one, 0 1 2
layout(location = 2) in vec3 first;
layout(location = 3) in vec3 second;
layout(location = 4) in vec3 third;
layout(location = 5) in vec4 color;
flat out vec4 ink;

void main() {
    vec4 p = view_projection * vec4(corner.x < 0.5 ? first : corner.x < 1.5 ? second : third, 1.0);
    p.z -= 0.0004 * p.w;                     // before a surface it lies on, behind the lines around it
    ink = color;
    gl_Position = p;
}
