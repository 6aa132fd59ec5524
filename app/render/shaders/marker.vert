#include "scene.glsl"
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 color;
layout(location = 4) in float size;          // [pixels] diameter
flat out vec4 ink;
flat out float width;

// A dot on the screen, moved towards the eye by its own size so that the surface it marks does not bury half of it.
void main() {
    vec3 back = eye.xyz - position;
    float away = max(length(back), 1e-4), reach = 0.5 * size + 1.0;
    vec4 p = view_projection * vec4(position + back / away * min(0.5 * away, 1.2 * reach * eye.w * away), 1.0);
    ink = color;
    width = size;
    gl_Position = p;
    gl_PointSize = size + 1.0;                 // as far as anything is seen of it
}
