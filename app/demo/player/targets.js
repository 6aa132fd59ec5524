// What is drawn into: pictures and maps of depths.

const SPARE = 3;                       // a texture unit that no shader reads

// A picture with several samples in each pixel.
export class SampledPicture {
  constructor(gl, width, height, samples) {
    Object.assign(this, { gl, width, height });
    this.target = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    this.buffers = [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]].map(([kind, place]) => {
      const buffer = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, kind, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
      return buffer;
    });
    this.resolved = gl.createFramebuffer();                      // samples are not resolved into the page's format
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.resolved);
    this.texture = textureOf(gl, gl.NEAREST);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
  }

  // Into the page's framebuffer.
  show() {
    for (const [from, to] of [[this.target, this.resolved], [this.resolved, null]]) {
      const { gl, width, height } = this;
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to);
      gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    }
  }

  release() {
    for (const id of [this.target, this.resolved]) this.gl.deleteFramebuffer(id);
    for (const buffer of this.buffers) this.gl.deleteRenderbuffer(buffer);
    this.gl.deleteTexture(this.texture);
  }
}

// The page's own framebuffer, of which parts are copied to be read.
export class CopiedPicture {
  constructor(gl, width, height) {
    Object.assign(this, { gl, width, height, target: null });
    this.texture = textureOf(gl, gl.LINEAR);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGB8, width, height);
  }

  copy(low, high) {
    const { gl } = this, size = [high[0] - low[0], high[1] - low[1]];
    gl.activeTexture(gl.TEXTURE0 + SPARE);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, ...low, ...low, ...size);
  }

  bind(unit) {
    this.gl.activeTexture(this.gl.TEXTURE0 + unit);
    this.gl.bindTexture(this.gl.TEXTURE_2D, this.texture);
  }

  release() { this.gl.deleteTexture(this.texture); }
}

// A square of depths; with `compares` a look-up gives 0 to 1, smoothed.
export class DepthMap {
  constructor(gl, size, compares) {
    this.gl = gl;
    this.size = size;
    this.texture = textureOf(gl, compares ? gl.LINEAR : gl.NEAREST);
    if (compares) {
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL);
    }
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, size, size);
    this.id = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.id);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.texture, 0);
    gl.drawBuffers([gl.NONE]);
    gl.readBuffer(gl.NONE);
  }

  bind(unit) {
    this.gl.activeTexture(this.gl.TEXTURE0 + unit);
    this.gl.bindTexture(this.gl.TEXTURE_2D, this.texture);
  }

  clear() {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.id);
    gl.viewport(0, 0, this.size, this.size);
    gl.clear(gl.DEPTH_BUFFER_BIT);
  }
}

function textureOf(gl, filter) {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + SPARE);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  for (const [key, value] of [[gl.TEXTURE_MIN_FILTER, filter], [gl.TEXTURE_MAG_FILTER, filter],
                              [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]])
    gl.texParameteri(gl.TEXTURE_2D, key, value);
  return texture;
}
