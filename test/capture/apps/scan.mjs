// A program in rounds: an inclusive prefix sum in three dispatches of one pass, with parameters at dynamic
// offsets, then copies, clears, and writes of the host in every way that there is.

import { betweenRounds, hashesOf, MAP, openDevice, USAGE } from './device.mjs';

const BLOCKS = 24;
const SIZE = 64;
const COUNT = BLOCKS * SIZE;
const ROUNDS = 4;

const code = /* wgsl */ `
override SIZE: u32 = 32;
struct Params { add: u32, factor: u32 }
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@group(1) @binding(0) var<uniform> params: Params;
var<workgroup> tile: array<u32, 64>;

fn scan(local: u32) {
  for (var step = 1u; step < SIZE; step *= 2) {
    workgroupBarrier();
    let other = select(0u, tile[max(local, step) - step], local >= step);
    workgroupBarrier();
    tile[local] += other;
  }
  workgroupBarrier();
}

@compute @workgroup_size(SIZE) fn scanBlocks(
  @builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) block: vec3u) {
  tile[local] = values[id.x] * params.factor + params.add;
  scan(local);
  values[id.x] = tile[local];
  if (local == SIZE - 1) { sums[block.x] = tile[local]; }
}

@compute @workgroup_size(SIZE) fn scanSums(@builtin(local_invocation_index) local: u32) {
  tile[local] = select(0u, sums[min(local, arrayLength(&sums) - 1)], local < arrayLength(&sums));
  scan(local);
  if (local < arrayLength(&sums)) { sums[local] = tile[local]; }
}

@compute @workgroup_size(SIZE) fn addSums(
  @builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) block: vec3u) {
  if (block.x > 0) { values[id.x] += sums[block.x - 1]; }
}
`;

const device = await openDevice();
const module = device.createShaderModule({ label: 'scan', code });
const layouts = [
  device.createBindGroupLayout({
    entries: [0, 1].map((binding) => ({ binding, visibility: 4, buffer: { type: 'storage' } })),
  }),
  device.createBindGroupLayout({
    entries: [{ binding: 0, visibility: 4, buffer: { type: 'uniform', hasDynamicOffset: true } }],
  }),
];
const layout = device.createPipelineLayout({ bindGroupLayouts: layouts });
const pipelines = [];
for (const entryPoint of ['scanBlocks', 'scanSums', 'addSums'])
  pipelines.push(
    await device.createComputePipelineAsync({
      label: entryPoint,
      layout,
      compute: { module, entryPoint, constants: { SIZE } },
    }),
  );

const values = device.createBuffer({
  label: 'values',
  size: 4 * COUNT,
  usage: USAGE.STORAGE | USAGE.COPY_DST | USAGE.COPY_SRC,
  mappedAtCreation: true,
});
new Uint32Array(values.getMappedRange(0, 2 * COUNT)).forEach((_, index, words) => {
  words[index] = index % 7;
});
new Uint32Array(values.getMappedRange(2 * COUNT, 2 * COUNT)).fill(3);
values.unmap();
const sums = device.createBuffer({
  label: 'sums',
  size: 4 * BLOCKS,
  usage: USAGE.STORAGE | USAGE.COPY_DST | USAGE.COPY_SRC,
});
const params = device.createBuffer({
  label: 'params',
  size: 1024,
  usage: USAGE.UNIFORM | USAGE.COPY_DST | USAGE.COPY_SRC,
});
const kept = device.createBuffer({
  label: 'kept',
  size: 4 * BLOCKS * ROUNDS,
  usage: USAGE.COPY_DST | USAGE.COPY_SRC,
});
const upload = device.createBuffer({ label: 'upload', size: 256, usage: USAGE.MAP_WRITE | USAGE.COPY_SRC });
const groups = [
  device.createBindGroup({
    layout: layouts[0],
    entries: [
      { binding: 0, resource: { buffer: values } },
      { binding: 1, resource: { buffer: sums } },
    ],
  }),
  device.createBindGroup({
    layout: layouts[1],
    entries: [{ binding: 0, resource: { buffer: params, size: 8 } }],
  }),
];

const words = new Uint32Array(64);
for (let round = 0; round < ROUNDS; round++) {
  if (await betweenRounds(round)) break;
  // The same array every time: what is recorded has to be a copy.
  words.set([round + 1, 2 * round + 1], 10);
  device.queue.writeBuffer(params, 256 * (round % 4), words, 10, 2);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass({ label: `round ${round}` });
  pass.setBindGroup(0, groups[0]);
  pass.setBindGroup(1, groups[1], [256 * (round % 4)]);
  for (const [index, blocks] of [BLOCKS, 1, BLOCKS].entries()) {
    pass.setPipeline(pipelines[index]);
    pass.dispatchWorkgroups(blocks);
  }
  pass.end();
  encoder.copyBufferToBuffer(sums, 0, kept, 4 * BLOCKS * round, 4 * BLOCKS);
  encoder.clearBuffer(sums, 8, 16);
  device.queue.submit([encoder.finish()]);

  await upload.mapAsync(MAP.WRITE);
  new Uint32Array(upload.getMappedRange(0, 64)).fill(round);
  upload.unmap();
  const copies = device.createCommandEncoder();
  copies.copyBufferToBuffer(upload, 0, values, 128, 64);
  device.queue.submit([copies.finish(), device.createCommandEncoder().finish()]);
  device.queue.writeBuffer(values, 0, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 4, 4);
}

export const results = await hashesOf(device, [values, sums, params, kept, upload]);
console.log(JSON.stringify(results));
device.destroy();
