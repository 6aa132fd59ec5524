// Filmic tone curve (Narkowicz's fit of ACES), then a gamma of 2.
vec3 tone_curve(vec3 c) {
    c *= picture.w;
    return sqrt(clamp((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0));
}
