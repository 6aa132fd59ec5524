// What lies between a surface and the picture: sky, fog, tone curve.  For fragment shaders.
#include "sky.glsl"
#include "tone.glsl"
#include "dither.glsl"

vec3 tone(vec3 c) { return dithered(tone_curve(c)); }
