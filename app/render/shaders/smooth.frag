// Smooths edges of a finished picture along their direction, after FXAA (Lottes 2009).
uniform sampler2D picture_map;
out vec4 result;

float brightness(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
float corner(ivec2 p) { return brightness(texelFetch(picture_map, p, 0).rgb); }

// The outermost pixels of the picture are not drawn, so every neighbour exists.
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    vec3 here = texelFetch(picture_map, p, 0).rgb;
    float m = brightness(here);
    float nw = corner(p + ivec2(-1, 1)), ne = corner(p + ivec2(1, 1));
    float sw = corner(p + ivec2(-1, -1)), se = corner(p + ivec2(1, -1));
    float low = min(m, min(min(nw, ne), min(sw, se))), high = max(m, max(max(nw, ne), max(sw, se)));
    result = vec4(here, 1.0);
    if (high - low < max(0.028, 0.09 * high)) return;
    vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
    float soften = max((nw + ne + sw + se) * 0.03, 1.0 / 128.0);
    vec2 size = vec2(textureSize(picture_map, 0)), middle = gl_FragCoord.xy / size;
    along = clamp(along / (min(abs(along.x), abs(along.y)) + soften), -8.0, 8.0) / size;
    vec3 near = 0.5 * (texture(picture_map, middle - along / 6.0).rgb + texture(picture_map, middle + along / 6.0).rgb);
    vec3 ends = texture(picture_map, middle - along * 0.5).rgb + texture(picture_map, middle + along * 0.5).rgb;
    vec3 wide = 0.5 * near + 0.25 * ends;
    float spread = brightness(wide);
    result = vec4(spread < low || spread > high ? near : wide, 1.0);
}
