#include "dither.glsl"
in vec3 color;
out vec4 result;

void main() { result = vec4(dithered(color), 1.0); }
