// Interleaved gradient noise (Jimenez 2014): a dither pattern without visible structure.
float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }

// One step of dither against bands in what changes slowly over the picture.
vec3 dithered(vec3 c) { return c + (noise(gl_FragCoord.xy) - 0.5) / 255.0; }
