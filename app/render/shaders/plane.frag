#include "scene.glsl"
#include "light.glsl"
#include "grid.glsl"
in vec3 world;
in vec2 at;
flat in vec3 normal;
#ifdef RINGS
in vec4 haze;                                // made at the corners of small triangles
#endif
out vec4 result;

void main() {
    float seen = sky_seen(world, normal), sunlit = shadow(world, normal);
    vec3 c = shade_matt(ground.rgb, normal, seen, sunlit * mix(0.8, 1.0, seen));
    if (ground.w > 0.0) c *= mix(1.0, ground.w, metre_lines(at));
#ifdef RINGS
    result = vec4(tone(c * haze.w + haze.rgb), 1.0);
#else
    vec3 view = world - eye.xyz;
    float away = length(view);
    result = vec4(tone(fog(c, away, view / away)), 1.0);
#endif
}
