#include "scene.glsl"
#include "half_cube.glsl"
#include "sky.glsl"
#include "surface.glsl"
#include "marks.glsl"
layout(location = 0) in vec3 corner;         // of the cube -1..1
layout(location = 1) in vec3 face;           // its normal: +x, +y or +z
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
layout(location = 5) in vec4 color;
out vec3 skylit;                             // light from the sky with the fog before it
out vec3 sunlit;                             // what the sun adds where no shadow falls
out vec4 place;                              // in the shadow map; w: 1 where no shadow falls
out vec2 inside;                             // [m] from the middle of the face
flat out vec3 reach;                         // xy: half size of the face [m]; z: width of the bevel [m], too narrow to be seen

// A box so small on the screen that the light of its corners will do for its faces.
void main() {
    vec3 back = eye.xyz - position;
    float side = dot(face, side_of(unrotate(rotation, back)));
    vec3 local = turned(corner, face, side) * half_size;
    vec3 world = rotate(rotation, local) + position, normal = rotate(rotation, face * side);
    gl_Position = view_projection * vec4(world, 1.0);
    inside = vec2(dot(local, face.zxy), dot(local, face.yzx));
    float smallest = min(half_size.x, min(half_size.y, half_size.z));
    reach = vec3(dot(half_size, face.zxy), dot(half_size, face.yzx), min(0.11 * smallest, 0.08));
    vec3 albedo = color.rgb * color.rgb;
    if ((marks_of(color.a) & HOVERED) != 0) albedo = mix(albedo, vec3(1.0), 0.16);
    float away = length(back), clear = clearness(away);
    back /= away;
    vec2 middle = (light_matrix * vec4(position, 1.0)).xy;
    bool mapped = sun_color.w > 0.0 && min(middle.x, middle.y) > 0.0 && max(middle.x, middle.y) < 1.0;
    place = vec4(shadow_place(world, normal), mapped ? shadow_fade(position) : 1.0);
    skylit = mix(sky(-back), from_sky(albedo, back, normal, vec2(0.52, open_sky(world.z - ambient_down.w, normal))), clear);
    sunlit = from_sun(albedo, back, normal, 0.52) * clear;
}
