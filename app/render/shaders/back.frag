flat in vec3 arc;
out vec4 result;
uniform vec4 ink;

// A panel's back: the middle, or a corner cut by an arc.
void main() {
#ifdef ROUND
    result = vec4(ink.rgb, clamp(arc.z + 0.5 - length(gl_FragCoord.xy - arc.xy), 0.0, 1.0));
#else
    result = ink;
#endif
}
