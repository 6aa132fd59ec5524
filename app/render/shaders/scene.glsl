// What every pass knows of the scene.  The order is that of SCENE in scene_block.py.
layout(std140) uniform Scene {
    mat4 view_projection;
    mat4 inverse_view_projection;
    mat4 light_matrix;        // world -> shadow map, 0..1
    mat4 height_matrix;       // world -> height map, 0..1
    vec4 eye;                 // xyz [m]; w: metres per pixel at one metre
    vec4 sun;                 // xyz towards the sun; w: texel of the shadow map [m]
    vec4 sun_color;           // rgb; w: 1 with shadows, 0 without
    vec4 ambient_up;          // rgb from above; w: distance to which shadows reach [m]
    vec4 ambient_down;        // rgb from below; w: height of the ground [m]
    vec4 horizon;             // rgb; w: 1 / fog distance [1/m]
    vec4 zenith;              // rgb; w: depth range of the height map [m]
    vec4 nadir;               // rgb of the sky below the horizon; w: radius of sky occlusion [m]
    vec4 glow;                // rgb added near the horizon on the sun's side; w: softness of shadows [m]
    vec4 ground;              // rgb of planes; w: brightness factor of grid lines, 0 without a grid
    vec4 picture;             // xy: size [pixels]; z: display scale; w: exposure
};

const float PI = 3.14159265;

vec3 rotate(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
vec3 unrotate(vec4 q, vec3 v) { return rotate(vec4(-q.xyz, q.w), v); }
