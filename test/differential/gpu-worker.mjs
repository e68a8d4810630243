// Compiles and runs compute kernels on the Vulkan device that KERNELCAST_VULKAN_ICD names (protocol: jobs.ts).
// A job is {code, constants, entryPoint, dispatch, buffers: [{binding, access, data}]}, data in base64;
// its result {outputs: {binding: data}} holds the buffers with access `read_write` afterwards. Without `dispatch` the kernel is only
// compiled: {}. {error} says why not. Arguments are Dawn's options. Its first line describes the device.

import { writeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

process.env.VK_DRIVER_FILES = process.env.KERNELCAST_VULKAN_ICD;
process.env.VK_ICD_FILENAMES = process.env.KERNELCAST_VULKAN_ICD;
const { create, globals } = await import('webgpu');
Object.assign(globalThis, globals);

// Must stay referenced: the process crashes at its end when Dawn's instance is collected before the device.
const gpu = create(['backend=vulkan', 'adapter=SwiftShader', ...process.argv.slice(2)]);
const adapter = await gpu.requestAdapter();
if (!adapter) throw new Error('no Vulkan adapter');
const features = [...adapter.features].filter((each) => each === 'subgroups' || each === 'shader-f16');
const { maxComputeWorkgroupStorageSize, maxStorageBuffersPerShaderStage } = adapter.limits;
const requiredLimits = { maxComputeWorkgroupStorageSize, maxStorageBuffersPerShaderStage };
const device = await adapter.requestDevice({ requiredFeatures: features, requiredLimits });
const pipelines = { last: undefined };

async function compile(job) {
  const module = device.createShaderModule({ code: job.code });
  const messages = (await module.getCompilationInfo()).messages.filter((each) => each.type === 'error');
  if (messages.length > 0) {
    throw new Error(messages.map((each) => `${each.lineNum}:${each.linePos} ${each.message}`).join('\n'));
  }
  const entryPoint = job.entryPoint ?? 'main';
  const compute = { module, entryPoint, constants: job.constants ?? {} };
  // A kernel need not use all of its buffers, so its own layout may lack some.
  const layout = job.buffers
    ? device.createPipelineLayout({ bindGroupLayouts: [layoutOf(job.buffers)] })
    : 'auto';
  // Not the asynchronous way: until it is done, the bindings ask for news without a pause, three quarters of the time.
  return device.createComputePipeline({ layout, compute });
}

const TYPES = { uniform: 'uniform', read: 'read-only-storage', read_write: 'storage' };

function layoutOf(buffers) {
  const entries = buffers.map(({ binding, access }) => ({
    binding,
    visibility: GPUShaderStage.COMPUTE,
    buffer: { type: TYPES[access] },
  }));
  return device.createBindGroupLayout({ entries });
}

async function execute(job, pipeline) {
  const made = [];
  const keep = (buffer) => {
    made.push(buffer);
    return buffer;
  };
  const entries = [];
  const reads = [];
  const encoder = device.createCommandEncoder();
  for (const { binding, access, data } of job.buffers) {
    const bytes = Buffer.from(data, 'base64');
    const flags =
      access === 'uniform' ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    const buffer = keep(
      device.createBuffer({
        size: bytes.length,
        usage: flags | GPUBufferUsage.COPY_DST,
      }),
    );
    device.queue.writeBuffer(buffer, 0, bytes);
    entries.push({ binding, resource: { buffer } });
    if (access === 'read_write') reads.push({ binding, buffer });
  }
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(...job.dispatch);
  pass.end();
  const size = reads.reduce((sum, each) => sum + each.buffer.size, 0);
  const copy = keep(device.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ }));
  let end = 0;
  for (const read of reads) {
    encoder.copyBufferToBuffer(read.buffer, 0, copy, end, read.buffer.size);
    end += read.buffer.size;
  }
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(GPUMapMode.READ);
  const all = Buffer.from(copy.getMappedRange());
  const outputs = {};
  let start = 0;
  for (const { binding, buffer } of reads) {
    outputs[binding] = all.subarray(start, (start += buffer.size)).toString('base64');
  }
  for (const buffer of made) buffer.destroy();
  return { outputs };
}

async function answer(job) {
  device.pushErrorScope('internal');
  device.pushErrorScope('validation');
  let result;
  try {
    const pipeline = await compile(job);
    pipelines.last = pipeline;
    result = job.dispatch ? await execute(job, pipeline) : {};
  } catch (error) {
    result = { error: error.message };
  }
  const problems = [await device.popErrorScope(), await device.popErrorScope()];
  const problem = problems.find((each) => each);
  return result.error === undefined && problem ? { error: problem.message } : result;
}

const write = (value) => writeSync(3, `${JSON.stringify(value)}\n`);
const { description, subgroupMinSize, subgroupMaxSize } = adapter.info;
const maxInvocations = adapter.limits.maxComputeInvocationsPerWorkgroup;
write({ description, features, subgroupMinSize, subgroupMaxSize, maxInvocations });
for await (const line of createInterface({ input: process.stdin })) write(await answer(JSON.parse(line)));
process.exit(0);
