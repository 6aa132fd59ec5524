#include "scene.glsl"
#include "air.glsl"
out vec4 result;

// A plane seen from inside the solid: a pane of glass.
void main() { result = vec4(tone(horizon.rgb + ground.rgb), 0.10); }
