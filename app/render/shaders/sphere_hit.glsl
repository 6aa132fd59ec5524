// Where the line of sight meets the sphere of this square, and how much of the pixel it covers.  FLAT leaves the depth that of
// the square, a disc inside the sphere: among bodies that do not reach into one another any point inside orders them rightly,
// and a shader that writes no depth is not run for hidden pixels.
in vec3 world;
flat in vec3 centre;
flat in float radius;
flat in vec4 turn;
flat in vec4 paint;

struct Hit { vec3 point; vec3 normal; vec3 ray; float away; float cover; };

Hit sphere_hit() {
    Hit hit;
    hit.ray = normalize(world - eye.xyz);
    vec3 from = eye.xyz - centre;
    float along = -dot(from, hit.ray);
    float pixel = max(along, 1e-4) * eye.w;
    float miss = length(from + hit.ray * along);                 // distance of the line from the centre
    hit.cover = clamp(0.5 + (radius - miss) / pixel, 0.0, 1.0);
    hit.away = along - sqrt(max(radius * radius - miss * miss, 0.0));
    if (hit.away < 0.0) hit.away = along + sqrt(max(radius * radius - miss * miss, 0.0));
    hit.point = eye.xyz + hit.ray * hit.away;
    hit.normal = (hit.point - centre) / max(radius, 1e-6);
#ifndef FLAT
    vec4 clip = view_projection * vec4(hit.point, 1.0);
    gl_FragDepth = clamp(0.5 + 0.5 * clip.z / clip.w, 0.0, 1.0);
#endif
    return hit;
}
