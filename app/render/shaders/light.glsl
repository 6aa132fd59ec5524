// Light on a surface: sun with shadow, sky with occlusion, a little gloss.  SHADOW_TAPS and OCCLUSION_TAPS are constants
// because a loop with a uniform bound is several times slower on software renderers.
#include "air.glsl"
uniform sampler2DShadow shadow_map;
uniform sampler2D height_map;

const float GOLDEN = 2.399963;

float shadow(vec3 p, vec3 n) {
#if SHADOW_TAPS == 0
    return 1.0;
#else
    if (sun_color.w == 0.0) return 1.0;
    float facing = max(dot(n, sun.xyz), 0.0);
    vec3 s = (light_matrix * vec4(p + n * sun.w * (1.2 + 2.2 * (1.0 - facing)), 1.0)).xyz;
    if (min(s.x, s.y) < 0.0 || max(s.x, s.y) > 1.0) return 1.0;
    s.z = clamp(s.z, 0.0, 0.99999);                       // what lies beyond the casters is still in their shadow
#if SHADOW_TAPS == 1
    float lit = texture(shadow_map, s);
#else
    float texel = 1.0 / float(textureSize(shadow_map, 0).x), lit = 0.0;
    float radius = max(1.6 * texel, glow.w / sun.w * texel);
    float a = 2.0 * PI * noise(gl_FragCoord.xy);
    mat2 turn = mat2(cos(a), sin(a), -sin(a), cos(a));
    for (int i = 0; i < SHADOW_TAPS; i++) {
        float k = sqrt((float(i) + 0.5) / float(SHADOW_TAPS)), t = GOLDEN * float(i);
        lit += texture(shadow_map, vec3(s.xy + turn * vec2(cos(t), sin(t)) * (k * radius), s.z));
    }
    lit /= float(SHADOW_TAPS);
#endif
    return mix(lit, 1.0, smoothstep(0.85, 1.0, distance(p, eye.xyz) / ambient_up.w));
#endif
}

// How much of the sky a point sees, from a map of the heights of all bodies.
float sky_seen(vec3 p, vec3 n) {
    float rise = p.z - ambient_down.w;
    float seen = mix(0.62, 1.0, smoothstep(-0.1, 1.1, 1.7 * rise / nadir.w + 0.45 * n.z));
#if OCCLUSION_TAPS > 0
    vec3 s = (height_matrix * vec4(p + n * (0.07 * nadir.w), 1.0)).xyz;
    if (min(s.x, s.y) < 0.0 || max(s.x, s.y) > 1.0) return seen;
    float scale = length(vec3(height_matrix[0][0], height_matrix[1][0], height_matrix[2][0])), hidden = 0.0;
    float a = 2.0 * PI * noise(gl_FragCoord.xy + 17.0);
    mat2 turn = mat2(cos(a), sin(a), -sin(a), cos(a));
    for (int i = 0; i < OCCLUSION_TAPS; i++) {
        float k = sqrt((float(i) + 0.5) / float(OCCLUSION_TAPS)) * nadir.w, t = GOLDEN * float(i);
        float depth = texture(height_map, s.xy + turn * vec2(cos(t), sin(t)) * (k * scale)).r;
        hidden += depth < 1.0 ? smoothstep(0.0, k * 1.1 + 0.08 * nadir.w, (s.z - depth) * zenith.w) : 0.0;
    }
    seen *= 1.0 - 0.8 * hidden / float(OCCLUSION_TAPS);
#endif
    return seen;
}

// The same for ground, which has no gloss.
vec3 shade_matt(vec3 albedo, vec3 n, float seen, float sunlit) {
    return albedo * (mix(ambient_down.rgb, ambient_up.rgb, n.z * 0.5 + 0.5) * seen + sun_color.rgb * (max(dot(n, sun.xyz), 0.0) * sunlit));
}

// Light leaving p towards the eye: n is the shading normal, rough 0..1, seen the open part of the sky, sunlit 0..1.
vec3 shade(vec3 albedo, vec3 p, vec3 n, vec2 rough_seen, float sunlit) {
    vec3 to_eye = normalize(eye.xyz - p);
    float facing = max(dot(n, sun.xyz), 0.0) * sunlit, rough = rough_seen.x, seen = rough_seen.y;
    vec3 ambient = mix(ambient_down.rgb, ambient_up.rgb, n.z * 0.5 + 0.5) * seen;
    float power = exp2(10.0 * (1.0 - rough) + 1.0);
    float gloss = (power + 8.0) / 25.13 * pow(max(dot(n, normalize(sun.xyz + to_eye)), 0.0), power) * facing;
    float grazing = clamp(1.0 - dot(n, to_eye), 0.0, 1.0);       // clamped: rounding makes it negative, and a power of that is NaN
    float mirror = (0.04 + 0.96 * grazing * grazing * grazing * grazing * grazing) * (1.0 - rough * 0.6);
    return albedo * (ambient + sun_color.rgb * facing) + sun_color.rgb * (0.05 * gloss) + ambient_up.rgb * (0.34 * mirror * seen);
}
