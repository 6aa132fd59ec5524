// What reaches a surface: the sun past what casts shadows, the sky past what hides it.  SHADOW_TAPS and OCCLUSION_TAPS are
// constants because a loop with a uniform bound is several times slower on software renderers.
#include "air.glsl"
#include "surface.glsl"
uniform sampler2DShadow shadow_map;
uniform sampler2D height_map;

const float GOLDEN = 2.399963;

float shadow(vec3 p, vec3 n) {
#if SHADOW_TAPS == 0
    return 1.0;
#else
    if (sun_color.w == 0.0) return 1.0;
    vec3 s = shadow_place(p, n);
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
    return mix(lit, 1.0, shadow_fade(p));
#endif
}

// How much of the sky a point sees, from a map of the heights of all bodies.
float sky_seen(vec3 p, vec3 n) {
    float seen = open_sky(p.z - ambient_down.w, n);
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
