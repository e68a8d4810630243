// Two devices at once, of which one is lost in the middle. Run as `node devices.mjs N`, it
// first starts as many of itself beside it.

import { spawn } from 'node:child_process';
import { hashesOf, openDevice, USAGE } from './device.mjs';

const others = Array.from({ length: Number(process.argv[2] ?? 0) }, () => {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]], { stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
});

const code = /* wgsl */ `
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) { values[i] = values[i] * 3 + i; }
`;

async function open(label) {
  const device = await openDevice();
  const layout = 'auto';
  const compute = { module: device.createShaderModule({ code }) };
  const pipeline = device.createComputePipeline({ label, layout, compute });
  const usage = USAGE.STORAGE | USAGE.COPY_DST | USAGE.COPY_SRC;
  const values = device.createBuffer({ label, size: 256, usage });
  const entries = [{ binding: 0, resource: { buffer: values } }];
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const run = () => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(1);
    pass.end();
    device.queue.submit([encoder.finish()]);
  };
  return { device, values, run };
}

const [first, second] = [await open('first'), await open('second')];
for (const each of [first, second, first, second]) each.run();
const before = await hashesOf(first.device, [first.values]);
first.device.destroy();
await first.device.lost;
for (const each of [first, second]) each.run();
console.log(JSON.stringify({ ...before, ...(await hashesOf(second.device, [second.values])) }));
second.device.destroy();
await Promise.all(others);
