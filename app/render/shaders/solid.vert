#include "scene.glsl"
#include "solid_place.glsl"
out vec3 world;
out vec3 local;
out vec3 way;                                // of a cylinder or cone along z where a flat end is; of a hull the face's normal
#if defined(HULL) || defined(FACETS) || defined(FIELD)
out float edge;                              // [m] to the nearest edge of the face; of a height field the spacing of its grid
#endif
flat out vec3 size;
flat out vec4 turn;
flat out vec4 paint;

void main() {
    Corner c = corner_of();
    local = c.local;
    way = c.way;
    size = c.size;
    turn = c.turn;
#ifdef HULL
    edge = inset;
#elif defined(FACETS) || defined(FIELD)
    edge = length(face) - 1.0;
#endif
    world = rotate(c.turn, c.local) + c.middle;
    paint = vec4(c.paint.rgb * c.paint.rgb, c.paint.a);
    gl_Position = view_projection * vec4(world, 1.0);
}
