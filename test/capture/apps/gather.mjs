// A sparse matrix times a vector, of which the columns lie in the first quarter: row starts and indices decide how long
// the loops run and how much of the vector is read.

import { hashesOf, openDevice, USAGE } from './device.mjs';

const ROWS = 2 ** 14;
const VECTOR = 2 ** 22;

const code = /* wgsl */ `
@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> vector: array<f32>;
@group(0) @binding(3) var<storage, read_write> product: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var entry = starts[id.x]; entry < starts[id.x + 1]; entry++) { sum += vector[columns[entry]]; }
  product[id.x] = sum;
}
`;

/** The same on every run, and like chance. */
const hash = (index) => (Math.imul(index ^ (index >>> 15), 0x2c1b3c6d) ^ Math.imul(index, 0x297a2d39)) >>> 4;

const starts = new Uint32Array(ROWS + 1);
for (let row = 0; row < ROWS; row++) starts[row + 1] = starts[row] + (hash(row) % 33);
const columns = Uint32Array.from({ length: starts[ROWS] }, (_, index) => hash(index) % (VECTOR / 4));

const device = await openDevice();
const { STORAGE, COPY_DST, COPY_SRC } = USAGE;
const bufferOf = (label, size) => device.createBuffer({ label, size, usage: STORAGE | COPY_DST | COPY_SRC });
const buffers = [
  bufferOf('starts', starts.byteLength),
  bufferOf('columns', columns.byteLength),
  bufferOf('vector', 4 * VECTOR),
  bufferOf('product', 4 * ROWS),
];
device.queue.writeBuffer(buffers[0], 0, starts);
device.queue.writeBuffer(buffers[1], 0, columns);
const compute = { module: device.createShaderModule({ code }) };
const pipeline = device.createComputePipeline({ label: 'gather', layout: 'auto', compute });
const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
const encoder = device.createCommandEncoder();
const pass = encoder.beginComputePass();
pass.setPipeline(pipeline);
pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
pass.dispatchWorkgroups(ROWS / 64);
pass.end();
device.queue.submit([encoder.finish()]);
console.log(JSON.stringify(await hashesOf(device, [buffers[3]])));
device.destroy();
