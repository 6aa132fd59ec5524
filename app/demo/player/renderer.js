// The renderer: the program's passes in WebGL 2.  Shadow map and map of heights; bodies, ground, walls, sky, glass, joints; then
// the picture goes to the page, with smoothed edges.
import { DrawnBodies } from "./drawn_bodies.js";
import { JointLines, segment } from "./joint_lines.js";
import { sunView, topView } from "./light.js";
import { Programs, SceneBlock, UNITS } from "./programs.js";
import { SolidBodies } from "./solid_bodies.js";
import { Mesh, MeshArray, Polygons, RECTANGLE, RowArray, SEGMENT, SpreadArray, Table } from "./tables.js";
import { CopiedPicture, DepthMap, SampledPicture } from "./targets.js";
import { dot, product } from "./vectors.js";

const UP = [0, 0, 1];
const TO_TEXTURE = [0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1];      // clip -1..1 -> 0..1

export class Renderer {
  // `head` and `arrays` as in page.py; `quality` a name in `head.drawing.qualities`.
  constructor(gl, head, arrays, recording, quality) {
    Object.assign(this, { gl, head, drawing: head.drawing, recording, quality: head.drawing.qualities[quality] });
    this.programs = new Programs(gl, head.shaders);
    this.block = new SceneBlock(gl);
    const mesh = (name) => new Mesh(gl, arrays[`${name}.vertices`], arrays[`${name}.triangles`]);
    const looks = { colors: arrays.colors, marks: arrays.marks, walls: head.walls, dynamic: head.dynamic };
    const solid = (k) => [arrays[`solid ${k}.vertices`], arrays[`solid ${k}.triangles`]];
    this.solids = new SolidBodies(gl, head.solids, arrays.forms, solid);
    this.bodies = new DrawnBodies(gl, recording, looks, this.drawing, this.solids);
    this.arrays = this.bodyArrays(gl, mesh("half_cube"), mesh("corner_cube"), mesh("square"), mesh("disc"));
    this.rings = new MeshArray(gl, mesh("rings"));
    this.outermost = arrays["rings.vertices"].reduce((most, x) => Math.max(most, x), 0);
    this.dome = new MeshArray(gl, mesh("dome"));
    this.walls = new Polygons(gl);
    this.walls.upload(head.polygons, head.normals);
    const joint = (name) => arrays[`joint.${name}`];
    const rows = Object.fromEntries(["bodies", "anchors", "axes", "linked", "styles", "sizes", "lengths", "grounds", "states"]
      .map((name) => [name, joint(name)]));
    this.joints = new JointLines(gl, recording, rows, this.drawing.joints);
    this.lines = [this.joints.casings, this.joints.lines].map((table) => new RowArray(gl, table, true));
    this.dots = new RowArray(gl, this.joints.dots, false);
    this.borders = new RowArray(gl, new Table(gl, SEGMENT), true);
    this.shadows = new DepthMap(gl, this.quality.shadow_size, true);
    this.heights = new DepthMap(gl, this.drawing.light.heightMap, false);
    this.smoothed = new MeshArray(gl, mesh("square"), new Table(gl, RECTANGLE));
  }

  bodyArrays(gl, cube, corners, square, disc) {
    const found = {}, { bodies, quality } = this, Rows = quality.thrifty ? SpreadArray : MeshArray;
    for (const name of ["boxes", "farBoxes", "linedBoxes", "ghostBoxes"]) found[name] = new Rows(gl, cube, bodies[name]);
    for (const name of ["spheres", "farSpheres", "ghostSpheres"]) found[name] = new Rows(gl, square, bodies[name]);
    found.castBoxes = new Rows(gl, corners, bodies.castBoxes);
    found.castSpheres = new Rows(gl, disc, bodies.castSpheres);
    return found;
  }

  // Draws the recording's present moment on the page's canvas; `look` is { theme, scale, width, height, shadows, grid,
  // joints, hurried }.
  draw(camera, look) {
    const { gl, quality } = this, { width, height } = look, view = camera.view(width / height);
    this.theme = this.drawing.themes[look.theme];
    this.angle = 2 * view.tangents[1] / height;
    this.take(width, height);
    const which = Object.keys(this.drawing.themes).indexOf(look.theme);
    const { solids, edges } = this.bodies.arrange(view, this.angle, which, quality.thrifty);
    const stale = this.stale = look.hurried && !this.stale && Boolean(this.sun);          // every second one keeps its shadows
    if (!stale) this.sun = sunView(solids, view, this.drawing.light, quality.shadow_size);
    if (!stale) this.top = quality.occlusion_taps ? topView(solids, view, this.drawing.light, this.head.typical) : this.sun;
    this.setState();
    this.programs.use("sky.vert", "sky.frag");                   // the first one tells the layout of the block
    this.block.upload(this.programs.block, this.sceneValues(view, look));
    if (look.shadows && !stale) this.drawDepths(this.shadows, this.sun, this.drawing.light.sun, 0);
    if (quality.occlusion_taps && !stale) this.drawDepths(this.heights, this.top, UP, 0.5);
    this.shadows.bind(UNITS.shadow_map);
    this.heights.bind(UNITS.height_map);
    this.drawSolids(view);
    this.drawTranslucents(view, look);
    if (quality.samples) this.picture.show();
    else if (quality.smooth) this.smoothEdges(edges);
    gl.bindVertexArray(null);
  }

  // A picture of this size: with samples, which are resolved into the page's, or a copy of parts of that, to smooth them.
  take(width, height) {
    if (this.picture && this.picture.width === width && this.picture.height === height) return;
    this.picture?.release();
    const { gl, quality } = this;
    this.picture = quality.samples ? new SampledPicture(gl, width, height, quality.samples)
      : new CopiedPicture(gl, width, height);
  }

  setState() {
    const { gl } = this;
    for (const off of [gl.BLEND, gl.SCISSOR_TEST, gl.STENCIL_TEST, gl.CULL_FACE, gl.POLYGON_OFFSET_FILL]) gl.disable(off);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(true);
    gl.frontFace(gl.CCW);
    gl.cullFace(gl.BACK);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  // The uniform block; as in scene_block.py.
  sceneValues(view, look) {
    const { theme, sun, top, head } = this, { air, light } = this.drawing, ground = head.ground, height = head.groundHeight;
    const clear = ground ? 1 : air.clearer, visibility = clear * (air.near + air.perDistance * view.distance);
    this.fog = visibility;
    return {
      view_projection: view.matrix, light_matrix: product(TO_TEXTURE, sun.matrix), height_matrix: product(TO_TEXTURE, top.matrix),
      eye: [...view.eye, this.angle], sun: [...light.sun, sun.texel], sun_color: [...theme.sun, look.shadows ? 1 : 0],
      ambient_up: [...theme.above, sun.reach], ambient_down: [...theme.below, height ?? air.noGround],
      horizon: [...theme.horizon, 1 / visibility], zenith: [...theme.zenith, top.depth],
      nadir: [...(height === null ? theme.nadir : theme.horizon), Math.max(air.openSky * head.typical, air.leastOpen)],
      glow: [...theme.glow, air.penumbra * 2 * head.typical], ground: [...theme.ground, look.grid ? theme.grid : 0],
      picture: [look.width, look.height, look.scale, theme.exposure],
    };
  }

  drawDepths(map, { matrix }, toward, lift) {
    const { gl, programs, arrays } = this, [sloped, constant] = this.drawing.light.offsets;
    map.clear();
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(sloped, constant);
    programs.use("depth_box.vert", "depth.frag", {}, { matrix, toward });
    arrays.castBoxes.draw();
    programs.use("depth_disc.vert", "depth.frag", {}, { matrix, toward, lift });
    arrays.castSpheres.draw();
    if (!lift) gl.enable(gl.CULL_FACE);                          // back sides never shade lit ones
    gl.cullFace(gl.FRONT);
    this.solids.draw(programs, "cast", "depth_solid.vert", "depth.frag", {}, { matrix });
    gl.cullFace(gl.BACK);
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.POLYGON_OFFSET_FILL);
  }

  get taps() { return { SHADOW_TAPS: this.quality.shadow_taps, OCCLUSION_TAPS: this.quality.occlusion_taps }; }

  drawSolids(view) {
    const { gl, programs, arrays, quality, taps, picture } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, picture.target);
    gl.viewport(0, 0, picture.width, picture.height);
    gl.clear(gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.CULL_FACE);
    this.drawIf(arrays.boxes, "box.vert", "box.frag", taps);
    this.drawIf(arrays.farBoxes, "far_box.vert", "far_box.frag", {});
    this.drawIf(arrays.linedBoxes, "box.vert", "box.frag", { ...taps, LINES: 1 });
    this.solids.draw(programs, "near", "solid.vert", "solid.frag", taps, {});
    gl.disable(gl.CULL_FACE);
    const covered = quality.samples ? { ...taps, COVERAGE: 1 } : taps;
    if (quality.samples) gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    this.drawIf(arrays.spheres, "sphere.vert", "sphere.frag", covered);
    this.drawIf(arrays.farSpheres, "sphere.vert", "sphere.frag", { ...covered, FLAT: 1 });
    gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    gl.enable(gl.CULL_FACE);
    const [vertex, fragment] = quality.thrifty ? ["far_ground.vert", "far_ground.frag"] : ["ground.vert", "plane.frag"];
    this.drawGround(view, vertex, fragment, { ...taps, RINGS: 1 });
    if (this.walls.count) {
      programs.use("plane.vert", "plane.frag", taps);
      this.walls.draw();
    }
    gl.disable(gl.CULL_FACE);
    gl.depthMask(false);
    programs.use("sky.vert", "sky.frag");
    this.dome.draw();
  }

  drawIf(array, vertex, fragment, constants) {
    if (!array.table.count) return;
    this.programs.use(vertex, fragment, constants, { border: 0 });
    array.draw();
  }

  drawGround(view, vertex, fragment, constants) {
    const { ground } = this.head;
    if (!ground) return;
    const height = Math.abs(dot(ground, view.eye) - ground[3]);
    const metres = Math.max(0.25 * height, 4 * this.fog / this.outermost, 0.05);
    this.programs.use(vertex, fragment, constants, { plane: ground, stretch: [metres, 0, 0] });
    this.rings.draw();
  }

  // Smooths the picture within the range of clip space in which bodies have edges.
  smoothEdges(edges) {
    const { gl, picture } = this, { table } = this.smoothed, sizes = [picture.width, picture.height];
    const inside = (place, size) => Math.min(Math.max(place, 0), size);
    const low = sizes.map((size, k) => inside(Math.floor((edges[k] + 1) / 2 * size) - 2, size));
    const high = sizes.map((size, k) => inside(Math.ceil((edges[k + 2] + 1) / 2 * size) + 2, size));
    if (!(high[0] - low[0] > 2 && high[1] - low[1] > 2)) return;
    picture.copy(low, high);
    table.count = 0;
    table.floats.set([...low.map((x) => x + 1), ...high.map((x) => x - 1)], table.add());        // where all neighbours are known
    table.upload();
    picture.bind(UNITS.picture_map);
    gl.disable(gl.DEPTH_TEST);
    this.programs.use("rectangle.vert", "smooth.frag");
    this.smoothed.draw();
    gl.enable(gl.DEPTH_TEST);
  }

  drawTranslucents(view, look) {
    const { gl, arrays, taps, programs } = this, ghosts = { ...taps, GHOSTS: 1, COVERAGE: 1 };
    gl.enable(gl.BLEND);
    gl.enable(gl.CULL_FACE);
    gl.cullFace(gl.FRONT);
    const { ground } = this.head, below = ground && dot(ground, view.eye) < ground[3];
    if (below) this.drawGround(view, "ground.vert", "pane.frag", {});
    if (this.walls.count) {
      programs.use("plane.vert", "pane.frag");
      this.walls.draw();
    }
    gl.cullFace(gl.BACK);
    this.drawIf(arrays.ghostBoxes, "box.vert", "box.frag", { ...ghosts, LINES: 1 });
    this.solids.draw(programs, "ghost", "solid.vert", "solid.frag", ghosts, {});
    gl.disable(gl.CULL_FACE);
    this.drawIf(arrays.ghostSpheres, "sphere.vert", "sphere.frag", ghosts);
    this.drawBorders(look.scale);
    if (look.joints && this.joints.count) this.drawJoints(look.scale);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
  }

  drawBorders(scale) {
    const { table } = this.borders;
    table.count = 0;
    for (const polygon of this.head.polygons)
      polygon.forEach((corner, k) =>
        segment(table, corner, polygon[(k + 1) % polygon.length], this.theme.border, this.drawing.border * scale));
    table.upload();
    this.programs.use("segment.vert", "segment.frag", {}, { strength: 1 });
    this.borders.draw();
  }

  // Twice: faintly where bodies hide them, then where they do not.
  drawJoints(scale) {
    const { gl, programs, joints } = this;
    joints.arrange(this.theme, scale);
    const kinds = [["segment.vert", "segment.frag", this.lines], ["marker.vert", "marker.frag", [this.dots]]];
    for (const [vertex, fragment, arrays] of kinds)
      for (const [test, strength] of [[gl.GREATER, this.drawing.joints.shine], [gl.LEQUAL, 1]]) {
        gl.depthFunc(test);
        programs.use(vertex, fragment, {}, { strength });
        arrays.forEach((array) => array.draw());
      }
  }
}
