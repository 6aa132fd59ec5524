#include "scene.glsl"
#include "sky.glsl"
layout(location = 0) in vec3 corner;         // of the square -1..1
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 radius_;
layout(location = 5) in vec4 color;
out vec3 world;
flat out vec3 centre;
flat out float radius;
flat out vec4 turn;
flat out vec4 paint;
#ifdef FLAT
flat out vec4 haze;                          // rgb: light of the air before the sphere; w: share of its own light
#endif
uniform float border;                        // [pixels] added around the sphere

// A square through the centre that covers the sphere as the eye sees it.
void main() {
    vec3 back = eye.xyz - position;
    float away = max(length(back), 1e-4);
    back /= away;
    centre = position;
    radius = radius_.x + border * eye.w * away;
    turn = rotation;
    paint = vec4(color.rgb * color.rgb, color.a);
    vec3 side = normalize(cross(abs(back.z) < 0.99 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0), back));
    float reach = radius * away * inversesqrt(max(away * away - radius * radius, 1e-3 * away * away)) + 1.5 * eye.w * away;
    world = position + (side * corner.x + cross(back, side) * corner.y) * reach;
#ifdef FLAT
    haze.w = clearness(away);
    haze.rgb = sky(-back) * (1.0 - haze.w);
#endif
    gl_Position = view_projection * vec4(world, 1.0);
}
