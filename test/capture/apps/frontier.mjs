// A breadth-first search whose dispatches take their sizes from the level before, with buffers from a pool keyed
// on their usage, two command buffers per submit, and a picture of the distances in a texture.

import { betweenRounds, hashesOf, openDevice, Pool, TEXTURE, USAGE } from './device.mjs';

const NODES = 2048;
const DEGREE = 3;
const LEVELS = 9;

const search = /* wgsl */ `
@group(0) @binding(0) var<storage, read> columns: array<u32>;
@group(0) @binding(1) var<storage, read_write> distances: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> current: array<u32>;
@group(0) @binding(3) var<storage, read_write> next: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> level: u32;

// The first word of a frontier counts its nodes, which come in any order; a bit set keeps the result apart from it.
@compute @workgroup_size(64) fn expand(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&current) * 32) { return; }
  if ((current[id.x / 32] & (1u << (id.x % 32))) == 0) { return; }
  for (var edge = 0u; edge < ${DEGREE}; edge++) {
    let node = columns[id.x * ${DEGREE} + edge];
    if (atomicCompareExchangeWeak(&distances[node], 0u, level).exchanged) {
      atomicOr(&next[node / 32], 1u << (node % 32));
    }
  }
}
`;
const count = /* wgsl */ `
@group(0) @binding(0) var<storage, read> frontier: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0) { atomicStore(&counts[1], 1u); atomicStore(&counts[2], 1u); }
  if (id.x < arrayLength(&frontier) && frontier[id.x] != 0) { atomicMax(&counts[0], (id.x * 32 + 31) / 64 + 1); }
}
`;
const paint = /* wgsl */ `
@group(0) @binding(0) var<storage, read> distances: array<u32>;
@group(0) @binding(1) var picture: texture_storage_2d<r32uint, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  textureStore(picture, id.xy, vec4u(distances[id.y * 64 + id.x]));
}
`;

const device = await openDevice();
const pool = new Pool(device);
const { STORAGE, COPY_DST, COPY_SRC, UNIFORM, INDIRECT } = USAGE;
// No COPY_SRC on most of them.
const columns = device.createBuffer({
  label: 'columns',
  size: 4 * NODES * DEGREE,
  usage: STORAGE | COPY_DST,
});
const distances = device.createBuffer({
  label: 'distances',
  size: 4 * NODES,
  usage: STORAGE | COPY_DST | COPY_SRC,
});
const counts = device.createBuffer({ label: 'counts', size: 16, usage: STORAGE | INDIRECT | COPY_DST });
const picture = device.createTexture({
  label: 'picture',
  size: [64, 32],
  format: 'r32uint',
  usage: TEXTURE.STORAGE | TEXTURE.COPY_SRC,
});
const painted = device.createBuffer({ label: 'painted', size: 4 * NODES, usage: COPY_DST | COPY_SRC });

device.queue.writeBuffer(
  columns,
  0,
  Uint32Array.from(
    { length: NODES * DEGREE },
    (_, index) => (Math.imul(index + 17, 2654435761) >>> 8) % NODES,
  ),
);
device.queue.writeBuffer(distances, 0, Uint32Array.of(1));

const pipelineOf = (label, code) =>
  device.createComputePipeline({
    label,
    layout: 'auto',
    compute: { module: device.createShaderModule({ code }) },
  });
const [expanding, counting, painting] = [
  ['expand', search],
  ['count', count],
  ['paint', paint],
].map(([label, code]) => pipelineOf(label, code));

const bind = (pipeline, ...resources) =>
  device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: resources.map((resource, binding) => ({
      binding,
      resource:
        'label' in resource && 'usage' in resource && 'size' in resource ? { buffer: resource } : resource,
    })),
  });
const encoded = (encode) => {
  const encoder = device.createCommandEncoder();
  encode(encoder);
  return encoder.finish();
};

let current = pool.take('frontier', NODES / 8, STORAGE | COPY_DST);
device.queue.writeBuffer(current, 0, Uint32Array.of(1));
const uniforms = [];
for (let level = 0; level < LEVELS; level++) {
  if (await betweenRounds(level)) break;
  const next = pool.take('frontier', NODES / 8, STORAGE | COPY_DST);
  const uniform = pool.take('level', 16, UNIFORM | COPY_DST);
  uniforms.push(uniform);
  device.queue.writeBuffer(uniform, 0, Uint32Array.of(level + 2));
  const counted = encoded((encoder) => {
    encoder.clearBuffer(next);
    encoder.clearBuffer(counts);
    const pass = encoder.beginComputePass();
    pass.setPipeline(counting);
    pass.setBindGroup(0, bind(counting, current, counts));
    pass.dispatchWorkgroups(1);
    pass.end();
  });
  const expanded = encoded((encoder) => {
    const pass = encoder.beginComputePass({ label: 'level' });
    pass.setPipeline(expanding);
    pass.setBindGroup(0, bind(expanding, columns, distances, current, next, uniform));
    pass.dispatchWorkgroupsIndirect(counts, 0);
    pass.end();
  });
  device.queue.submit([counted, expanded]);
  pool.give(current);
  current = next;
}
device.queue.submit([
  encoded((encoder) => {
    const pass = encoder.beginComputePass({ label: 'picture' });
    pass.setPipeline(painting);
    pass.setBindGroup(0, bind(painting, { buffer: distances }, picture.createView()));
    pass.dispatchWorkgroups(8, 4);
    pass.end();
    encoder.copyTextureToBuffer({ texture: picture }, { buffer: painted, bytesPerRow: 256 }, [64, 32]);
  }),
]);
for (const uniform of uniforms) uniform.destroy();

export const results = { ...(await hashesOf(device, [distances, painted])), made: pool.made };
console.log(JSON.stringify(results));
device.destroy();
