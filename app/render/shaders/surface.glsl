// What a surface does with light.  For vertex and fragment shaders.
// How much of the sky a point with normal n sees for being `rise` metres above the ground and turned towards it.
float open_sky(float rise, vec3 n) { return mix(0.62, 1.0, smoothstep(-0.1, 1.1, 1.7 * rise / nadir.w + 0.45 * n.z)); }

// A point's place in the shadow map, 0..1, shifted outwards along its normal against shadows of a surface on itself.
vec3 shadow_place(vec3 p, vec3 n) {
    float facing = max(dot(n, sun.xyz), 0.0);
    return (light_matrix * vec4(p + n * sun.w * (1.2 + 2.2 * (1.0 - facing)), 1.0)).xyz;
}

// Shadows end at the distance to which the map holds all bodies: 0 near the eye, 1 beyond it.
float shadow_fade(vec3 p) { return smoothstep(0.85, 1.0, distance(p, eye.xyz) / ambient_up.w); }

// Ground, which has no gloss.
vec3 shade_matt(vec3 albedo, vec3 n, float seen, float sunlit) {
    return albedo * (mix(ambient_down.rgb, ambient_up.rgb, n.z * 0.5 + 0.5) * seen + sun_color.rgb * (max(dot(n, sun.xyz), 0.0) * sunlit));
}

// Light of the sun that leaves p towards the eye where nothing is in its way: n is the shading normal, rough 0..1.
vec3 from_sun(vec3 albedo, vec3 to_eye, vec3 n, float rough) {
    float power = exp2(10.0 * (1.0 - rough) + 1.0);
    float gloss = (power + 8.0) / 25.13 * pow(max(dot(n, normalize(sun.xyz + to_eye)), 0.0), power);
    return sun_color.rgb * ((albedo + 0.05 * gloss) * max(dot(n, sun.xyz), 0.0));
}

// Light of the sky that leaves p towards the eye: seen is the open part of the sky.
vec3 from_sky(vec3 albedo, vec3 to_eye, vec3 n, vec2 rough_seen) {
    float rough = rough_seen.x, seen = rough_seen.y;
    vec3 ambient = mix(ambient_down.rgb, ambient_up.rgb, n.z * 0.5 + 0.5) * seen;
    float grazing = clamp(1.0 - dot(n, to_eye), 0.0, 1.0);       // clamped: rounding makes it negative, and a power of that is NaN
    float mirror = (0.04 + 0.96 * grazing * grazing * grazing * grazing * grazing) * (1.0 - rough * 0.6);
    return albedo * ambient + ambient_up.rgb * (0.34 * mirror * seen);
}

// Both, with the sun's light as far as it is sunlit, 0..1.
vec3 shade(vec3 albedo, vec3 p, vec3 n, vec2 rough_seen, float sunlit) {
    vec3 to_eye = normalize(eye.xyz - p);
    return from_sky(albedo, to_eye, n, rough_seen) + from_sun(albedo, to_eye, n, rough_seen.x) * sunlit;
}
