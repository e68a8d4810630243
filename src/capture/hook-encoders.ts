// Follows what an app puts into its command buffers.

import {
  type BoundGroup,
  type Command,
  type Dispatch,
  memoryOf,
  type Place,
  type Recording,
} from './commands.ts';
import type { Classes, Watched } from './hook-objects.ts';
import type { Memory, Objects, Pipeline } from './objects.ts';

/** The commands of a device's encoders and command buffers. */
export class Recordings {
  readonly encoders = new WeakMap<GPUCommandEncoder, Recording>();
  readonly finished = new WeakMap<GPUCommandBuffer, Recording>();
}

/** What is set in a compute pass; arrays are replaced rather than changed, so dispatches can share them. */
interface PassState {
  readonly dispatches: Dispatch[];
  pipeline: Pipeline | undefined;
  groups: readonly (BoundGroup | undefined)[];
  immediates: readonly number[];
}

export function hookEncoders(classes: Classes, watched: Watched, recordings: Recordings): void {
  const { observation } = watched;
  observation.observe(classes.GPUDevice, 'createCommandEncoder', {
    after: (device, _, encoder) => void recordings.encoders.set(encoder, { device, commands: [] }),
  });
  observation.observe(classes.GPUCommandEncoder, 'finish', {
    after: (encoder, _, buffer) => {
      const recording = recordings.encoders.get(encoder);
      if (recording !== undefined) recordings.finished.set(buffer, recording);
    },
  });
  hookCopies(classes, watched, (encoder, command) =>
    recordings.encoders.get(encoder)?.commands.push(command),
  );
  hookComputePasses(classes, watched, recordings);
  hookRenderPasses(classes, watched, recordings);
}

function hookCopies(
  { GPUCommandEncoder }: Classes,
  { observation, objects }: Watched,
  add: (encoder: GPUCommandEncoder, command: Command) => void,
): void {
  observation.observe(GPUCommandEncoder, 'copyBufferToBuffer', {
    after: (encoder, args: unknown[]) => {
      // Offsets may be left out: copyBufferToBuffer(source, destination, size).
      const isShort = typeof args[1] === 'object';
      const [source, sourceOffset, target, targetOffset, size] = (
        isShort ? [args[0], 0, args[1], 0, args[2]] : args
      ) as [GPUBuffer, number, GPUBuffer, number, number | undefined];
      const from = { buffer: objects.buffer(source), offset: sourceOffset ?? 0 };
      const to = { buffer: objects.buffer(target), offset: targetOffset ?? 0 };
      add(encoder, { kind: 'copy', from, to, size: size ?? from.buffer.sizeBytes - from.offset });
    },
  });
  observation.observe(GPUCommandEncoder, 'clearBuffer', {
    after: (encoder, [buffer, offset = 0, size]) => {
      const record = objects.buffer(buffer);
      add(encoder, { kind: 'clear', buffer: record, offset, size: size ?? record.sizeBytes - offset });
    },
  });
  const copy = (encoder: GPUCommandEncoder, from: Place, to: Place, size: GPUExtent3DStrict): void =>
    add(encoder, { kind: 'copy', from, to, size: extentOf(size) });
  observation.observe(GPUCommandEncoder, 'copyBufferToTexture', {
    after: (encoder, [from, to, size]) =>
      copy(encoder, bufferPlace(from, objects), texturePlace(to, objects), size),
  });
  observation.observe(GPUCommandEncoder, 'copyTextureToBuffer', {
    after: (encoder, [from, to, size]) =>
      copy(encoder, texturePlace(from, objects), bufferPlace(to, objects), size),
  });
  observation.observe(GPUCommandEncoder, 'copyTextureToTexture', {
    after: (encoder, [from, to, size]) =>
      copy(encoder, texturePlace(from, objects), texturePlace(to, objects), size),
  });
  observation.observe(GPUCommandEncoder, 'resolveQuerySet', {
    after: (encoder, [, , , target]) =>
      add(encoder, {
        kind: 'skipped',
        what: 'queries resolved',
        name: '',
        writes: [objects.buffer(target)],
      }),
  });
}

function hookComputePasses(
  { GPUCommandEncoder, GPUComputePassEncoder }: Classes,
  { observation, objects }: Watched,
  recordings: Recordings,
): void {
  const passes = new WeakMap<GPUComputePassEncoder, PassState>();
  observation.observe(GPUCommandEncoder, 'beginComputePass', {
    after: (encoder, [descriptor], pass) => {
      const dispatches: Dispatch[] = [];
      passes.set(pass, { dispatches, pipeline: undefined, groups: [], immediates: [] });
      const label = descriptor?.label ?? '';
      recordings.encoders.get(encoder)?.commands.push({ kind: 'pass', label, dispatches });
    },
  });
  observation.observe(GPUComputePassEncoder, 'setPipeline', {
    after: (pass, [pipeline]) => {
      const state = passes.get(pass);
      if (state !== undefined) state.pipeline = objects.pipelines.get(pipeline);
    },
  });
  observation.observe(GPUComputePassEncoder, 'setBindGroup', {
    after: (pass, args: unknown[]) => {
      const state = passes.get(pass);
      if (state === undefined) return;
      const [index, group] = args as [number, GPUBindGroup | null];
      state.groups = Object.assign([...state.groups], { [index]: boundGroup(group, args, objects) });
    },
  });
  observation.observe(GPUComputePassEncoder as { prototype: WithImmediates } | undefined, 'setImmediates', {
    after: (pass, args) => {
      const state = passes.get(pass as unknown as GPUComputePassEncoder);
      if (state !== undefined) state.immediates = withImmediates(state.immediates, ...args);
    },
  });
  const dispatch = (pass: GPUComputePassEncoder, counts: Dispatch['counts']): void => {
    const state = passes.get(pass);
    if (state === undefined) return;
    const { pipeline, groups, immediates } = state;
    state.dispatches.push({ pipeline, groups, counts, immediates });
  };
  observation.observe(GPUComputePassEncoder, 'dispatchWorkgroups', {
    after: (pass, [x, y = 1, z = 1]) => dispatch(pass, [x, y, z]),
  });
  observation.observe(GPUComputePassEncoder, 'dispatchWorkgroupsIndirect', {
    after: (pass, [buffer, offset]) => dispatch(pass, { indirect: objects.buffer(buffer), offset }),
  });
}

/** Work that app files cannot say: it is named, and what it may write counts as changed. */
function hookRenderPasses(
  { GPUCommandEncoder, GPURenderPassEncoder }: Classes,
  { observation, objects }: Watched,
  recordings: Recordings,
): void {
  const passes = new WeakMap<GPURenderPassEncoder, Memory[]>();
  observation.observe(GPUCommandEncoder, 'beginRenderPass', {
    after: (encoder, [descriptor], pass) => {
      const writes: Memory[] = attachmentsOf(descriptor).flatMap((attachment) => {
        if ('createView' in attachment) return [objects.texture(attachment)];
        return objects.views.get(attachment)?.texture ?? [];
      });
      passes.set(pass, writes);
      recordings.encoders
        .get(encoder)
        ?.commands.push({ kind: 'skipped', what: 'render pass', name: descriptor.label ?? '', writes });
    },
  });
  observation.observe(GPURenderPassEncoder, 'setBindGroup', {
    after: (pass, args: unknown[]) => {
      const [, group] = args as [number, GPUBindGroup | null];
      const entries = (group && objects.bindGroups.get(group)?.entries) ?? [];
      passes.get(pass)?.push(...entries.flatMap(({ resource }) => memoryOf(resource) ?? []));
    },
  });
}

function attachmentsOf({
  colorAttachments,
  depthStencilAttachment,
}: GPURenderPassDescriptor): (GPUTexture | GPUTextureView)[] {
  const colours = [...colorAttachments].flatMap((each) => [each?.view, each?.resolveTarget]);
  return [...colours, depthStencilAttachment?.view].filter((each) => each !== undefined);
}

interface WithImmediates {
  setImmediates(offset: number, data: ArrayBuffer | ArrayBufferView, from?: number, size?: number): void;
}

function withImmediates(
  before: readonly number[],
  offset: number,
  data: ArrayBuffer | ArrayBufferView,
  from = 0,
  size?: number,
): number[] {
  const bytes = bytesOfPart(data, from, size).slice();
  const words = new Uint32Array(bytes.buffer, 0, bytes.byteLength >> 2);
  const after = [...before];
  while (after.length < offset / 4) after.push(0);
  after.splice(offset / 4, words.length, ...words);
  return after;
}

/** The bytes that WebGPU takes of data: `from` and `size` count elements of a typed array, else bytes. */
export function bytesOfPart(data: AllowSharedBufferSource, from = 0, size?: number): Uint8Array {
  if (!ArrayBuffer.isView(data)) return new Uint8Array(data, from, size ?? data.byteLength - from);
  const element = 'BYTES_PER_ELEMENT' in data ? (data.BYTES_PER_ELEMENT as number) : 1;
  const length = size === undefined ? data.byteLength - from * element : size * element;
  return new Uint8Array(data.buffer, data.byteOffset + from * element, length);
}

function boundGroup(
  group: GPUBindGroup | null,
  args: readonly unknown[],
  objects: Objects,
): BoundGroup | undefined {
  const known = group === null ? undefined : objects.bindGroups.get(group);
  if (known === undefined) return undefined;
  const [, , given, start, length] = args as [unknown, unknown, Iterable<number>?, number?, number?];
  const offsets =
    given instanceof Uint32Array && start !== undefined
      ? [...given.subarray(start, start + (length ?? 0))]
      : [...(given ?? [])];
  return { group: known, offsets };
}

function bufferPlace(from: GPUTexelCopyBufferInfo, objects: Objects): Place {
  const { buffer, offset = 0, bytesPerRow, rowsPerImage } = from;
  return { buffer: objects.buffer(buffer), offset, bytesPerRow, rowsPerImage };
}

export function texturePlace(from: GPUTexelCopyTextureInfo, objects: Objects): Place {
  const { texture, mipLevel = 0, origin = {}, aspect = 'all' } = from;
  const place = Symbol.iterator in origin ? [...origin] : [origin.x ?? 0, origin.y ?? 0, origin.z ?? 0];
  while (place.length < 3) place.push(0);
  return { texture: objects.texture(texture), mipLevel, origin: place, aspect };
}

export function extentOf(size: GPUExtent3DStrict): number[] {
  const extent =
    Symbol.iterator in size
      ? [...(size as Iterable<number>)]
      : [size.width, size.height ?? 1, size.depthOrArrayLayers ?? 1];
  while (extent.length < 3) extent.push(1);
  return extent;
}
