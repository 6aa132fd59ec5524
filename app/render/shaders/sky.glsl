// The sky and the fog that fades into it.  For vertex and fragment shaders.
// The sky in direction d: horizon to zenith, brighter low down on the sun's side, nadir colour below.
vec3 sky(vec3 d) {
    float height = max(d.z, 0.0);
    float side = 0.5 + 0.5 * dot(d.xy, sun.xy) * inversesqrt(max(dot(d.xy, d.xy) * dot(sun.xy, sun.xy), 1e-8));
    vec3 c = mix(zenith.rgb, horizon.rgb, exp(-3.2 * height)) + glow.rgb * (side * side * exp(-5.0 * height));
    return mix(nadir.rgb, c, exp(5.0 * min(d.z, 0.0)));
}

// Share of a surface's own light that comes through the air between it and the eye.
float clearness(float away) {
    float k = away * horizon.w;
    return exp(-k * k);
}

vec3 fog(vec3 c, float away, vec3 direction) { return mix(sky(direction), c, clearness(away)); }
