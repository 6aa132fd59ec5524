#include "scene.glsl"
#include "sphere_hit.glsl"
uniform vec4 ink;
out vec4 result;

void main() {
    if (sphere_hit().cover < 0.5) discard;
    result = ink;
}
