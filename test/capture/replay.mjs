// Runs an app file on the device of the programs beside it, step by step: `node replay.mjs FOLDER`. Prints a
// hash of every buffer. Reads no more of the format than captures write.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hashesOf, openDevice, TEXTURE, USAGE } from './apps/device.mjs';

const [folder] = process.argv.slice(2);
const read = (name) => readFileSync(path.join(folder, name));
const app = JSON.parse(read('app.json'));
const device = await openDevice(app.limits);

/** GPUShaderStage.COMPUTE. */
const COMPUTE = 4;

function bytesOf(data = { kind: 'zeros' }) {
  if (data.kind === 'zeros') return new Uint8Array(0);
  if (data.kind === 'u32') return new Uint8Array(Uint32Array.from(data.values).buffer);
  if (data.kind === 'file') return new Uint8Array(read(data.path));
  throw new Error(`no replay of ${data.kind}`);
}

const { STORAGE, UNIFORM, INDIRECT, COPY_SRC, COPY_DST } = USAGE;
const buffers = Object.fromEntries(
  Object.entries(app.buffers).map(([label, { size, data }]) => {
    const buffer = device.createBuffer({
      label,
      size,
      usage: STORAGE | UNIFORM | INDIRECT | COPY_SRC | COPY_DST,
    });
    const bytes = bytesOf(data);
    if (bytes.length > 0) device.queue.writeBuffer(buffer, 0, bytes);
    return [label, buffer];
  }),
);
const BYTES = { r32uint: 4, rgba8unorm: 4, rgba16float: 8 };

/** Level after level, without gaps; zeros at the end may be left out. */
function upload(texture, bytes) {
  let from = 0;
  for (let mipLevel = 0; mipLevel < texture.mipLevelCount; mipLevel++) {
    const [width, height, slices] = [texture.width, texture.height, texture.depthOrArrayLayers].map((each) =>
      Math.max(1, each >> mipLevel),
    );
    const size = [width, height, texture.dimension === '3d' ? slices : texture.depthOrArrayLayers];
    const bytesPerRow = width * BYTES[texture.format];
    const level = new Uint8Array(bytesPerRow * height * size[2]);
    level.set(bytes.subarray(from, from + level.length));
    device.queue.writeTexture({ texture, mipLevel }, level, { bytesPerRow, rowsPerImage: height }, size);
    from += level.length;
  }
}

const textures = Object.fromEntries(
  Object.entries(app.textures ?? {}).map(([label, { format, size, dimension, mipLevels, data }]) => {
    const usage = TEXTURE.STORAGE | TEXTURE.COPY_SRC | TEXTURE.COPY_DST | TEXTURE.BINDING;
    const descriptor = { label, format, size, dimension, mipLevelCount: mipLevels, usage };
    const texture = device.createTexture(descriptor);
    if (data !== undefined) upload(texture, bytesOf(data));
    return [label, texture];
  }),
);
/** A layout with every binding that the shader declares, also those that an entry point does not use. */
function layoutsOf(code) {
  const groups = [];
  for (const [, group, binding, space, type] of code.matchAll(
    /@group\((\d+)\) @binding\((\d+)\) var(?:<([^>]*)>)? *\w+: *([\w<>, ]+)/g,
  )) {
    const entry = { binding: Number(binding), visibility: COMPUTE };
    const [, shape, texel, access] = /^texture_(?:storage_)?(\w+)<(\w+)(?:, (\w+))?>/.exec(type) ?? [];
    const viewDimension = shape?.replace('_', '-');
    if (access !== undefined)
      entry.storageTexture = { format: texel, access: `${access}-only`, viewDimension };
    else if (space === undefined)
      entry.texture = { sampleType: texel === 'u32' ? 'uint' : 'unfilterable-float', viewDimension };
    else if (space === 'uniform') entry.buffer = { type: 'uniform' };
    else entry.buffer = { type: space.includes('write') ? 'storage' : 'read-only-storage' };
    (groups[group] ??= []).push(entry);
  }
  return groups.map((entries) => device.createBindGroupLayout({ entries }));
}

const pipelines = Object.fromEntries(
  Object.entries(app.pipelines).map(([label, { shader, entryPoint, constants }]) => {
    const code = read(shader).toString();
    const layouts = layoutsOf(code);
    const compute = { module: device.createShaderModule({ code }), entryPoint, constants };
    const layout = device.createPipelineLayout({ bindGroupLayouts: layouts });
    return [label, { layouts, pipeline: device.createComputePipeline({ label, layout, compute }) }];
  }),
);

function dispatch(pass, step) {
  const { pipeline, layouts } = pipelines[step.pipeline];
  pass.setPipeline(pipeline);
  for (const [index, layout] of layouts.entries()) {
    const entries = step.bindings
      .filter(({ group }) => group === index)
      .map(({ binding, buffer, offset, size, texture, view }) => ({
        binding,
        resource:
          buffer === undefined
            ? textures[texture].createView(view)
            : { buffer: buffers[buffer], offset, size },
      }));
    pass.setBindGroup(index, device.createBindGroup({ layout, entries }));
  }
  if (Array.isArray(step.dispatch)) pass.dispatchWorkgroups(...step.dispatch);
  else pass.dispatchWorkgroupsIndirect(buffers[step.dispatch.indirect], step.dispatch.offset ?? 0);
}

const place = (at) =>
  at.texture === undefined ? { ...at, buffer: buffers[at.buffer] } : { ...at, texture: textures[at.texture] };

function encode(encoder, step) {
  if (step.pass) {
    const pass = encoder.beginComputePass();
    for (const each of step.pass) dispatch(pass, each);
    pass.end();
  } else if (step.copy && Array.isArray(step.size)) {
    const [from, to] = [step.copy, step.to].map(place);
    const kinds = [from, to].map((each) => ('texture' in each ? 'Texture' : 'Buffer')).join('To');
    encoder[`copy${kinds}`](from, to, step.size);
  } else if (step.copy) {
    const [from, to] = [step.copy, step.to].map(place);
    encoder.copyBufferToBuffer(from.buffer, from.offset, to.buffer, to.offset, step.size);
  } else if (step.clear) encoder.clearBuffer(buffers[step.clear], step.offset, step.size);
  else if (!step.skipped) throw new Error(`unknown step ${JSON.stringify(step)}`);
}

for (const step of app.steps) {
  if (step.submit) {
    const encoder = device.createCommandEncoder();
    for (const each of step.submit) encode(encoder, each);
    device.queue.submit([encoder.finish()]);
  } else if (step.write?.texture) {
    const { write, data, size, ...layout } = step;
    const [width, height, slices] = size;
    const { bytesPerRow = width * BYTES[textures[write.texture].format], rowsPerImage = height } = layout;
    const bytes = new Uint8Array(bytesPerRow * rowsPerImage * slices);
    bytes.set(bytesOf(data).subarray(0, bytes.length));
    device.queue.writeTexture(place(write), bytes, { bytesPerRow, rowsPerImage }, size);
  } else if (step.write) {
    const buffer = buffers[step.write];
    const bytes = new Uint8Array(step.size ?? buffer.size - (step.offset ?? 0));
    bytes.set(bytesOf(step.data));
    device.queue.writeBuffer(buffer, step.offset ?? 0, bytes);
  } else if (!step.skipped) throw new Error(`unknown step ${JSON.stringify(step)}`);
}
console.log(JSON.stringify(await hashesOf(device, Object.values(buffers))));
device.destroy();
