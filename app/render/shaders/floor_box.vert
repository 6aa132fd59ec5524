#include "scene.glsl"
#include "half_cube.glsl"
#include "sky.glsl"
#include "surface.glsl"
#include "marks.glsl"
layout(location = 0) in vec3 corner;         // of squares on the faces of the cube -1..1
layout(location = 1) in vec3 face;           // the face's normal: +x, +y or +z
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
layout(location = 5) in vec4 color;
out vec4 haze;                               // rgb: light of the air before the box; w: share of the box's own light
out vec4 place;                              // in the shadow map; w: 1 where no shadow falls
out vec4 inside;                             // xy: [m] from the middle of the face; z: height [m]; w: open share of the sky
flat out vec4 reach;                         // xy: half size of the face [m]; z: width of the bevel [m]; w: 1 with metre lines
flat out vec3 albedo;
flat out vec3 normal;
out float rim;                               // 1 where the line of sight grazes the face, 0 where it meets it squarely

// Floors, walls and glass: matt, with the fog of the corners of squares that are small against its distance.
void main() {
    float side = dot(face, side_of(unrotate(rotation, eye.xyz - position)));
    vec3 local = turned(corner, face, side) * half_size, world = rotate(rotation, local) + position;
    gl_Position = view_projection * vec4(world, 1.0);
    normal = rotate(rotation, face * side);
    float rise = world.z - ambient_down.w;
    inside = vec4(dot(local, face.zxy), dot(local, face.yzx), rise, open_sky(rise, normal));
    int marks = marks_of(color.a);
    float smallest = min(half_size.x, min(half_size.y, half_size.z)), lines = (marks & GRID) != 0 && ground.w > 0.0 ? 1.0 : 0.0;
    reach = vec4(dot(half_size, face.zxy), dot(half_size, face.yzx), min(0.11 * smallest, 0.08), lines);
    albedo = color.rgb * color.rgb;
    if ((marks & HOVERED) != 0) albedo = mix(albedo, vec3(1.0), 0.16);
    vec3 view = world - eye.xyz;
    float away = max(length(view), 1e-6);
    haze.w = clearness(away);
    haze.rgb = sky(view / away) * (1.0 - haze.w);
    rim = 1.0 - abs(dot(view / away, normal));
    place = vec4(shadow_place(world, normal), sun_color.w > 0.0 ? shadow_fade(world) : 1.0);
}
