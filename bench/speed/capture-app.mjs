// An app of 1,000 dispatches as frameworks make them: 50 to a submit, each with a pass, a bind group and a write
// of its parameters of its own. Prints the milliseconds from its first buffer to its last result.

import { create } from 'webgpu';

const [DISPATCHES, PER_SUBMIT, WORDS] = [1000, 50, Number(process.argv[2] ?? 16384)];
const code = /* wgsl */ `
struct Params { count: u32, add: f32 }
@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < params.count) { result[id.x] = source[id.x] * 0.5 + params.add; }
}
`;

// Named for as long as the program runs: the implementation crashes when it is collected.
const gpu = create([]);
const device = await (await gpu.requestAdapter()).requestDevice();
const [UNIFORM, STORAGE, COPY_DST] = [64, 128, 8];

const startMs = performance.now();
const module = device.createShaderModule({ label: 'halve', code });
const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
const buffers = [0, 1].map(() => device.createBuffer({ size: 4 * WORDS, usage: STORAGE | COPY_DST }));
device.queue.writeBuffer(
  buffers[0],
  0,
  Float32Array.from({ length: WORDS }, (_, index) => index),
);
const uniforms = Array.from({ length: PER_SUBMIT }, () =>
  device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST }),
);
for (let first = 0; first < DISPATCHES; first += PER_SUBMIT) {
  const encoder = device.createCommandEncoder();
  for (const [index, uniform] of uniforms.entries()) {
    const words = Uint32Array.of(WORDS, 0);
    new Float32Array(words.buffer)[1] = first + index;
    device.queue.writeBuffer(uniform, 0, words);
    const [source, result] = index % 2 ? buffers.toReversed() : buffers;
    const entries = [source, result, uniform].map((buffer, binding) => ({ binding, resource: { buffer } }));
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(WORDS / 64);
    pass.end();
  }
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
}
console.log(performance.now() - startMs);
device.destroy();
