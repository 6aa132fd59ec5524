#include "scene.glsl"
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 color;
flat out vec4 ink;

void main() {
    vec4 p = view_projection * vec4(position, 1.0);
    p.z -= 0.0004 * p.w;                     // before a surface it lies on, behind the lines around it
    ink = color;
    gl_Position = p;
}
