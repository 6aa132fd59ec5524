// What lies between a surface and the picture: sky, fog, tone curve.  For fragment shaders.
// Interleaved gradient noise (Jimenez 2014): a dither pattern without visible structure.
float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }

// Filmic tone curve (Narkowicz's fit of ACES), then a gamma of 2 and one step of dither against bands.
vec3 tone(vec3 c) {
    c *= picture.w;
    c = clamp((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0);
    return sqrt(c) + (noise(gl_FragCoord.xy) - 0.5) / 255.0;
}

// The sky in direction d: horizon to zenith, brighter low down on the sun's side, nadir colour below.
vec3 sky(vec3 d) {
    float height = max(d.z, 0.0);
    float side = 0.5 + 0.5 * dot(d.xy, sun.xy) * inversesqrt(max(dot(d.xy, d.xy) * dot(sun.xy, sun.xy), 1e-8));
    vec3 c = mix(zenith.rgb, horizon.rgb, exp(-3.2 * height)) + glow.rgb * (side * side * exp(-5.0 * height));
    return mix(nadir.rgb, c, exp(5.0 * min(d.z, 0.0)));
}

vec3 fog(vec3 c, float away, vec3 direction) {
    float k = away * horizon.w;
    return mix(sky(direction), c, exp(-k * k));
}
