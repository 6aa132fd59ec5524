#include "scene.glsl"
layout(location = 0) in vec3 corner;         // of the square -1..1
layout(location = 2) in vec2 low;            // [pixels] from the lower left of the picture
layout(location = 3) in vec2 high;

void main() { gl_Position = vec4(mix(low, high, corner.xy * 0.5 + 0.5) / picture.xy * 2.0 - 1.0, 0.0, 1.0); }
