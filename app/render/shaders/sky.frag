#include "scene.glsl"
#include "air.glsl"
in vec3 view;
out vec4 result;

void main() { result = vec4(tone(sky(normalize(view))), 1.0); }
