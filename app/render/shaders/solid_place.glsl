// A corner of a solid: its place in the solid's axes, the way in which its surface lies there, and the body that it belongs to.
// CAPSULE, CYLINDER or CONE: a mesh of unit size, an instance for each body.  HULL: corners of all bodies, whose rows are texels.
// FACETS: a hull's mesh, an instance for each body; normals are longer than 1 by the distance from the nearest edge.
// FIELD: of a height field, in either of these ways; in place of the distance the spacing of its grid, 0 at its edge.
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 face;           // normal, or way to grow; of a capsule, the end: (0, 0, 1) or (0, 0, -1)
#ifdef HULL
layout(location = 2) in float inset;         // [m] from the nearest edge of its face
layout(location = 3) in float body;
uniform samplerBuffer body_rows;
#else
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
layout(location = 5) in vec4 color;
#endif

struct Corner { vec3 local; vec3 way; vec3 middle; vec4 turn; vec3 size; vec4 paint; };

Corner corner_of() {
    Corner c;
#ifdef HULL
    int row = 4 * int(body + 0.5);
    vec4 place = texelFetch(body_rows, row);
    c.middle = place.xyz;
    c.turn = texelFetch(body_rows, row + 1);
    c.paint = vec4(texelFetch(body_rows, row + 2).rgb, place.w);
    c.size = texelFetch(body_rows, row + 3).xyz;
    c.local = corner;
    c.way = face;
#else
    c.middle = position;
    c.turn = rotation;
    c.paint = color;
    c.size = half_size;
#if defined(FACETS) || defined(FIELD)
    c.local = corner;
    c.way = normalize(face);
#elif defined(CAPSULE)
    c.local = corner * half_size.x + face * (half_size.z - half_size.x);
    c.way = corner;
#else
    c.local = corner * half_size;
    c.way = face;
#endif
#endif
    return c;
}
