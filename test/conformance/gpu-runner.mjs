// Runs compute kernels on the Vulkan device that KERNELCAST_VULKAN_ICD names, in a process of its own: Dawn
// keeps threads that do not suit a test worker. Reads a JSON list of jobs from standard input, writes a JSON
// list of results to standard output. A job is {name, code, constants, dispatch, input, output, uniform}:
// buffers as base64, `output` the initial contents; a result is {name, output} or {name, error}.

import process from 'node:process';
import { text } from 'node:stream/consumers';

process.env.VK_DRIVER_FILES = process.env.KERNELCAST_VULKAN_ICD;
process.env.VK_ICD_FILENAMES = process.env.KERNELCAST_VULKAN_ICD;
const { create, globals } = await import('webgpu');
Object.assign(globalThis, globals);

const jobs = JSON.parse(await text(process.stdin));
const gpu = create(['backend=vulkan', 'adapter=SwiftShader']);
const adapter = await gpu.requestAdapter();
if (!adapter) throw new Error('no Vulkan adapter');
const features = [...adapter.features].filter((each) => each === 'subgroups' || each === 'shader-f16');
const device = await adapter.requestDevice({ requiredFeatures: features });

const bytes = (base64) => Buffer.from(base64, 'base64');

function upload(data, usage) {
  const buffer = device.createBuffer({ size: data.length, usage: usage | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(buffer, 0, data);
  return buffer;
}

async function run(job) {
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ code: job.code });
  const messages = (await module.getCompilationInfo()).messages.filter((each) => each.type === 'error');
  if (messages.length > 0) {
    await device.popErrorScope();
    throw new Error(messages.map((each) => `${each.lineNum}:${each.linePos} ${each.message}`).join('\n'));
  }
  const pipeline = device.createComputePipeline({
    layout: 'auto',
    compute: { module, entryPoint: 'main', constants: job.constants },
  });
  const output = upload(bytes(job.output), GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  const buffers = [upload(bytes(job.input), GPUBufferUsage.STORAGE), output];
  if (job.uniform) buffers.push(upload(bytes(job.uniform), GPUBufferUsage.UNIFORM));
  const used = job.bindings.map((binding) => ({ binding, resource: { buffer: buffers[binding] } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: used });
  const readback = device.createBuffer({
    size: output.size,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(...job.dispatch);
  pass.end();
  encoder.copyBufferToBuffer(output, 0, readback, 0, output.size);
  device.queue.submit([encoder.finish()]);
  const problem = await device.popErrorScope();
  if (problem) throw new Error(problem.message);
  await readback.mapAsync(GPUMapMode.READ);
  return Buffer.from(readback.getMappedRange()).toString('base64');
}

const results = [];
for (const job of jobs) {
  try {
    results.push({ name: job.name, output: await run(job) });
  } catch (error) {
    results.push({ name: job.name, error: error.message });
  }
}
const { info } = adapter;
const answer = {
  device: info.description,
  features: [...adapter.features],
  subgroupMinSize: info.subgroupMinSize,
  subgroupMaxSize: info.subgroupMaxSize,
  results,
};
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
