// Textures that get their contents in every way there is: written by the host before the rounds and in them, painted
// by a kernel, drawn by a render pass; in a page also copied from a canvas.

import { betweenRounds, hashesOf, openDevice, TEXTURE, USAGE } from './device.mjs';

const ROUNDS = 4;
const SIZE = 64;

const look = /* wgsl */ `
@group(0) @binding(0) var levels: texture_2d<f32>;
@group(0) @binding(1) var volume: texture_3d<u32>;
@group(0) @binding(2) var drawn: texture_2d<f32>;
@group(0) @binding(3) var painted: texture_2d_array<f32>;
@group(0) @binding(4) var<storage, read_write> seen: array<vec4f>;
@compute @workgroup_size(${SIZE}) fn main(@builtin(local_invocation_index) i: u32) {
  let large = textureLoad(levels, vec2u(i % 37, i / 37), 0) + 2 * textureLoad(levels, vec2u(i % 18, i / 37), 1);
  let deep = vec4f(f32(textureLoad(volume, vec3u(i % 5, i / 5 % 3, i / 32), 0).x));
  let flat = textureLoad(drawn, vec2u(i % 8, i / 8), 0) + textureLoad(painted, vec2u(i % 8, i / 8), i % 2, 0);
  seen[i] = seen[i] * 0.5 + large + deep + flat;
}
`;
const paint = /* wgsl */ `
@group(0) @binding(0) var painted: texture_storage_2d_array<rgba16float, write>;
@group(0) @binding(1) var<storage, read> seen: array<vec4f>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  textureStore(painted, id.xy, 1, fract(seen[id.y * 8 + id.x]));
}
`;
const device = await openDevice();
const { STORAGE, COPY_SRC } = USAGE;
const texture = (label, format, size, usage, more = {}) =>
  device.createTexture({ label, format, size, usage: TEXTURE.BINDING | usage, ...more });
// No COPY_SRC on any of them, and rows that are no multiple of 256 bytes.
const levels = texture('levels', 'rgba8unorm', [37, 5], TEXTURE.COPY_DST, { mipLevelCount: 3 });
const volume = texture('volume', 'r32uint', [5, 3, 2], TEXTURE.COPY_DST, { dimension: '3d' });
const drawn = texture('drawn', 'rgba8unorm', [8, 8], TEXTURE.COPY_DST | TEXTURE.RENDER);
const painted = texture('painted', 'rgba16float', [8, 8, 2], TEXTURE.STORAGE);
const asked = [levels, volume, drawn, painted].map(({ usage }) => usage);
const seen = device.createBuffer({ label: 'seen', size: 16 * SIZE, usage: STORAGE | COPY_SRC });

const pipelineOf = (label, code) =>
  device.createComputePipeline({
    label,
    layout: 'auto',
    compute: { module: device.createShaderModule({ code }) },
  });
const [looking, painting] = [pipelineOf('look', look), pipelineOf('paint', paint)];

function dispatch(encoder, pipeline, resources, count = 1) {
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = resources.map((resource, binding) => ({ binding, resource }));
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(count);
  pass.end();
}

function draw(encoder, value) {
  const clear = { view: drawn.createView(), loadOp: 'clear', storeOp: 'store' };
  const clearValue = [value, 0.5, 0, 1];
  encoder.beginRenderPass({ label: 'draw', colorAttachments: [{ ...clear, clearValue }] }).end();
}

/** What only a page has. */
function copyPicture(round) {
  const canvas = new OffscreenCanvas(8, 8);
  const context = canvas.getContext('2d');
  context.fillStyle = `rgb(${40 * round}, 80, 120)`;
  context.fillRect(0, 0, 8, 8);
  device.queue.copyExternalImageToTexture({ source: canvas }, { texture: drawn }, [8, 4]);
}

const noise = (count, seed) => Uint8Array.from({ length: count }, (_, i) => Math.imul(i + seed, 40503) >>> 7);
for (const [mipLevel, [width, height]] of [
  [37, 5],
  [18, 2],
].entries())
  device.queue.writeTexture(
    { texture: levels, mipLevel },
    noise(4 * width * height, mipLevel),
    { bytesPerRow: 4 * width },
    [width, height],
  );
device.queue.writeTexture(
  { texture: volume },
  noise(4 * 30, 7),
  { bytesPerRow: 20, rowsPerImage: 3 },
  [5, 3, 2],
);

for (let round = 0; round < ROUNDS; round++) {
  if (await betweenRounds(round)) break;
  device.queue.writeTexture(
    { texture: volume, origin: [1, 0, 1] },
    Uint32Array.of(99, round),
    { bytesPerRow: 8 },
    [2, 1, 1],
  );
  const encoder = device.createCommandEncoder();
  if (round % 2 === 0) draw(encoder, round / 4);
  device.queue.submit([encoder.finish()]);
  if (typeof OffscreenCanvas === 'function') copyPicture(round);
  const next = device.createCommandEncoder();
  dispatch(next, painting, [painted.createView(), { buffer: seen }]);
  const views = [levels, volume, drawn, painted].map((each) => each.createView());
  dispatch(next, looking, [...views, { buffer: seen }]);
  device.queue.submit([next.finish()]);
}

export const results = { ...(await hashesOf(device, [seen])), asked };
console.log(JSON.stringify(results));
device.destroy();
