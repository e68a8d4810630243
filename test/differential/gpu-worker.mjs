// Compiles and runs compute kernels on the Vulkan device that KERNELCAST_VULKAN_ICD names (protocol: jobs.ts).
// A job is {code, constants, entryPoint, dispatch, buffers: [{binding, access, data}]}, data in base64;
// with `textures` and `samplers` as gpu-textures.ts makes them;
// its result {outputs: {binding: data}} holds the buffers with access `read_write` and the textures that are written afterwards. Without `dispatch` the kernel is only
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
  const layout = job.buffers ? device.createPipelineLayout({ bindGroupLayouts: [layoutOf(job)] }) : 'auto';
  // Not the asynchronous way: until it is done, the bindings ask for news without a pause, three quarters of the time.
  return device.createComputePipeline({ layout, compute });
}

const TYPES = { uniform: 'uniform', read: 'read-only-storage', read_write: 'storage' };

function layoutOf({ buffers, textures = [], samplers = [] }) {
  const visibility = GPUShaderStage.COMPUTE;
  const entries = [
    ...buffers.map(({ binding, access }) => ({ binding, visibility, buffer: { type: TYPES[access] } })),
    ...textures.map(({ binding, isStorage, layout }) => ({
      binding,
      visibility,
      [isStorage ? 'storageTexture' : 'texture']: layout,
    })),
    ...samplers.map(({ binding, layout }) => ({ binding, visibility, sampler: layout })),
  ];
  return device.createBindGroupLayout({ entries });
}

function makeTexture({ format, dimension, size, mipLevelCount, isStorage, levels, data }) {
  const { TEXTURE_BINDING, STORAGE_BINDING, COPY_SRC, COPY_DST } = GPUTextureUsage;
  const usage = (isStorage ? STORAGE_BINDING : TEXTURE_BINDING) | COPY_SRC | COPY_DST;
  const texture = device.createTexture({ format, dimension, size, mipLevelCount, usage });
  const bytes = Buffer.from(data, 'base64');
  for (const [mipLevel, { offsetBytes: offset, rowBytes, size: extent }] of levels.entries()) {
    const layout = { offset, bytesPerRow: rowBytes, rowsPerImage: extent[1] };
    device.queue.writeTexture({ texture, mipLevel }, bytes, layout, extent);
  }
  return texture;
}

/** Rows of copies start at multiples of this. */
const ROW_ALIGN_BYTES = 256;

/** Records a copy of the first level, which is all that kernels write. */
function copyOut(encoder, texture, { levels }) {
  const [{ rowBytes, size }] = levels;
  const bytesPerRow = Math.ceil(rowBytes / ROW_ALIGN_BYTES) * ROW_ALIGN_BYTES;
  const buffer = device.createBuffer({
    size: bytesPerRow * size[1] * size[2],
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow, rowsPerImage: size[1] }, size);
  return { buffer, bytesPerRow, rowBytes, rows: size[1] * size[2] };
}

async function texelsOf({ buffer, bytesPerRow, rowBytes, rows }) {
  await buffer.mapAsync(GPUMapMode.READ);
  const all = Buffer.from(buffer.getMappedRange());
  const parts = Array.from({ length: rows }, (_, row) =>
    all.subarray(row * bytesPerRow, row * bytesPerRow + rowBytes),
  );
  const texels = Buffer.concat(parts);
  return Buffer.concat([texels, Buffer.alloc(-texels.length & 3)]).toString('base64');
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
  const written = [];
  for (const each of job.textures ?? []) {
    const texture = keep(makeTexture(each));
    entries.push({ binding: each.binding, resource: texture.createView({ dimension: each.viewDimension }) });
    if (each.isWritten) written.push({ texture, each });
  }
  for (const { binding, state } of job.samplers ?? [])
    entries.push({ binding, resource: device.createSampler(state) });
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
  const copies = written.map(({ texture, each }) => ({ each, out: copyOut(encoder, texture, each) }));
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(GPUMapMode.READ);
  const all = Buffer.from(copy.getMappedRange());
  const outputs = {};
  let start = 0;
  for (const { binding, buffer } of reads) {
    outputs[binding] = all.subarray(start, (start += buffer.size)).toString('base64');
  }
  for (const { each, out } of copies) {
    outputs[each.binding] = await texelsOf(out);
    keep(out.buffer);
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
