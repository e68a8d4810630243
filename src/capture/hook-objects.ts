// Remembers what an app makes its WebGPU objects from.

import {
  type BindGroup,
  COPY_SRC,
  MAP_READ,
  type Objects,
  type Pipeline,
  type Resource,
  shaderOf,
  TEXTURE_COPY_SRC,
  TRANSIENT_ATTACHMENT,
} from './objects.ts';
import type { Observation } from './observe.ts';
import type { Session } from './session.ts';

/** The classes of one WebGPU implementation. */
export type Classes = Partial<{
  readonly GPUDevice: { readonly prototype: GPUDevice };
  readonly GPUQueue: { readonly prototype: GPUQueue };
  readonly GPUBuffer: { readonly prototype: GPUBuffer };
  readonly GPUTexture: { readonly prototype: GPUTexture };
  readonly GPUCommandEncoder: { readonly prototype: GPUCommandEncoder };
  readonly GPUComputePassEncoder: { readonly prototype: GPUComputePassEncoder };
  readonly GPURenderPassEncoder: { readonly prototype: GPURenderPassEncoder };
  readonly GPUComputePipeline: { readonly prototype: GPUComputePipeline };
}>;

export interface Watched {
  readonly observation: Observation;
  readonly objects: Objects;
  /** The session that records now. */
  session(): Session | undefined;
}

export function hookObjects(classes: Classes, watched: Watched): void {
  hookBuffers(classes, watched);
  hookTextures(classes, watched);
  hookPipelines(classes, watched);
  hookBindGroups(classes, watched);
}

/**
 * Contents can be copied from every buffer and texture of an app, whose `usage` is still what it asked for: pools
 * are keyed on it. A buffer that is mapped to be read may have no such use, and no dispatch sees it.
 */
function hookBuffers({ GPUDevice, GPUBuffer }: Classes, { observation, objects, session }: Watched): void {
  const withCopy = ({ usage }: GPUBufferDescriptor) =>
    (usage & MAP_READ) !== 0 || usage === 0 ? usage : usage | COPY_SRC;
  observation.observe(GPUDevice, 'createBuffer', {
    replace: (_, [descriptor]) => [withUsage(descriptor, withCopy(descriptor))],
    after: (_, [descriptor], buffer) => {
      const canCopy = (withCopy(descriptor) & COPY_SRC) !== 0;
      const { size, usage, mappedAtCreation } = descriptor;
      const record = objects.addBuffer(buffer, { size, usage, canCopy, madeIn: session() });
      if (mappedAtCreation === true) record.writable = [];
    },
  });
  sayUsageAskedFor(GPUBuffer, objects.buffers);
}

/** Textures of several samples, and those that never reach memory, cannot be copied from. */
function hookTextures({ GPUDevice, GPUTexture }: Classes, { observation, objects, session }: Watched): void {
  const withCopy = ({ usage, sampleCount = 1 }: GPUTextureDescriptor) =>
    sampleCount > 1 || (usage & TRANSIENT_ATTACHMENT) !== 0 || usage === 0 ? usage : usage | TEXTURE_COPY_SRC;
  observation.observe(GPUDevice, 'createTexture', {
    replace: (_, [descriptor]) => [withUsage(descriptor, withCopy(descriptor))],
    after: (_, [descriptor], texture) => {
      const canCopy = (withCopy(descriptor) & TEXTURE_COPY_SRC) !== 0;
      objects.addTexture(texture, { usage: descriptor.usage, canCopy, madeIn: session() });
    },
  });
  observation.observe(GPUTexture, 'destroy', {
    before: (texture) => {
      objects.texture(texture).isDestroyed = true;
    },
  });
  sayUsageAskedFor(GPUTexture, objects.textures);
  observation.observe(GPUTexture, 'createView', {
    after: (texture, [descriptor = {}], view) =>
      void objects.views.set(view, { texture: objects.texture(texture), descriptor: { ...descriptor } }),
  });
  observation.observe(GPUDevice, 'createSampler', {
    after: (_, [descriptor = {}], sampler) => void objects.samplers.set(sampler, { ...descriptor }),
  });
}

/** Inherits, for a descriptor may have getters of its own. */
const withUsage = <T extends object>(descriptor: T, usage: number): T =>
  Object.create(descriptor, { usage: { value: usage, enumerable: true } });

function sayUsageAskedFor<T extends GPUBuffer | GPUTexture>(
  type: { readonly prototype: T } | undefined,
  records: WeakMap<T, { readonly usage: number }>,
): void {
  const property = type && Object.getOwnPropertyDescriptor(type.prototype, 'usage');
  if (property?.get === undefined) return;
  const usage = property.get;
  Object.defineProperty(type!.prototype, 'usage', {
    ...property,
    get(this: T) {
      return records.get(this)?.usage ?? usage.call(this);
    },
  });
}

function hookPipelines({ GPUDevice, GPUComputePipeline }: Classes, { observation, objects }: Watched): void {
  observation.observe(GPUDevice, 'createShaderModule', {
    after: (_, [{ code, label }], module) => void objects.shaders.set(module, shaderOf(code, label ?? '')),
  });
  observation.observe(GPUDevice, 'createPipelineLayout', {
    after: (_, [{ bindGroupLayouts }], layout) =>
      void objects.pipelineLayouts.set(layout, [...bindGroupLayouts].length),
  });
  const remember = (descriptor: GPUComputePipelineDescriptor, pipeline: GPUComputePipeline): void => {
    const { compute, layout, label } = descriptor;
    const shader = objects.shaders.get(compute.module);
    if (shader === undefined) return;
    const record: Pipeline = {
      shader,
      label: label ?? '',
      entryPoint: compute.entryPoint ?? undefined,
      constants: { ...compute.constants },
      groups: typeof layout === 'object' ? objects.pipelineLayouts.get(layout) : undefined,
    };
    objects.pipelines.set(pipeline, record);
  };
  observation.observe(GPUDevice, 'createComputePipeline', {
    after: (_, [descriptor], pipeline) => remember(descriptor, pipeline),
  });
  observation.observe(GPUDevice, 'createComputePipelineAsync', {
    after: (_, [descriptor], promise) => {
      const { compute, ...rest } = descriptor;
      const copy = { ...rest, compute: { ...compute, constants: { ...compute.constants } } };
      promise.then(
        (pipeline) => remember(copy, pipeline),
        () => undefined,
      );
    },
  });
  observation.observe(GPUComputePipeline, 'getBindGroupLayout', {
    after: (_, __, layout) => void objects.layouts.set(layout, []),
  });
}

function hookBindGroups({ GPUDevice }: Classes, { observation, objects }: Watched): void {
  observation.observe(GPUDevice, 'createBindGroupLayout', {
    after: (_, [{ entries }], layout) => {
      const dynamic = [...entries].filter((entry) => entry.buffer?.hasDynamicOffset === true);
      const bindings = dynamic.map(({ binding }) => binding);
      objects.layouts.set(
        layout,
        bindings.sort((a, b) => a - b),
      );
    },
  });
  observation.observe(GPUDevice, 'createBindGroup', {
    after: (_, [{ layout, entries }], group) => {
      const record: BindGroup = {
        entries: [...entries].map(({ binding, resource }) => ({
          binding,
          resource: resourceOf(resource, objects),
        })),
        dynamic: objects.layouts.get(layout) ?? [],
      };
      objects.bindGroups.set(group, record);
    },
  });
}

function resourceOf(resource: GPUBindingResource, objects: Objects): Resource {
  if ('buffer' in resource)
    return {
      buffer: objects.buffer(resource.buffer),
      offset: resource.offset ?? 0,
      size: resource.size ?? undefined,
    };
  const view = objects.views.get(resource as GPUTextureView);
  if (view !== undefined) return { view };
  if (objects.samplers.has(resource as GPUSampler)) return { sampler: resource as GPUSampler };
  if ('mapState' in resource)
    return { buffer: objects.buffer(resource as GPUBuffer), offset: 0, size: undefined };
  if ('createView' in resource)
    return { view: { texture: objects.texture(resource as GPUTexture), descriptor: {} } };
  return { other: resource.constructor.name };
}
