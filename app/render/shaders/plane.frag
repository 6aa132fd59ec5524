#include "scene.glsl"
#include "light.glsl"
#include "grid.glsl"
in vec3 world;
flat in vec3 normal;
out vec4 result;

void main() {
    vec3 view = world - eye.xyz;
    float away = length(view);
    vec3 ray = view / away;
    if (dot(ray, normal) > 0.0) {                                 // seen from inside the solid: a pane of glass
        result = vec4(tone(horizon.rgb + ground.rgb), 0.10);
        return;
    }
    float seen = sky_seen(world, normal), sunlit = shadow(world, normal);
    vec3 c = shade_matt(ground.rgb, normal, seen, sunlit * mix(0.8, 1.0, seen));
    if (ground.w > 0.0) {
        vec3 u = normalize(cross(abs(normal.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0), normal)), v = cross(normal, u);
        c = mix(c, c * ground.w, metre_lines(vec2(dot(world, u), dot(world, v))));
    }
    result = vec4(tone(fog(c, away, ray)), 1.0);
}
