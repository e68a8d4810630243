// Remembers what an app makes its WebGPU objects from.

import {
  type BindGroup,
  COPY_SRC,
  MAP_READ,
  type Objects,
  type Pipeline,
  type Resource,
  shaderOf,
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
 * Contents can be copied from every buffer of an app, whose `usage` is still what it asked for: pools are keyed
 * on it. A buffer that is mapped to be read may have no such use, and no dispatch sees it.
 */
function hookBuffers({ GPUDevice, GPUBuffer }: Classes, { observation, objects, session }: Watched): void {
  const withCopy = (usage: number) => ((usage & MAP_READ) !== 0 || usage === 0 ? usage : usage | COPY_SRC);
  observation.observe(GPUDevice, 'createBuffer', {
    // Inherits, for a descriptor may have getters of its own.
    replace: (_, [descriptor]) => [
      Object.create(descriptor, { usage: { value: withCopy(descriptor.usage), enumerable: true } }),
    ],
    after: (_, [{ size, usage, mappedAtCreation }], buffer) => {
      const canCopy = (withCopy(usage) & COPY_SRC) !== 0;
      const record = objects.addBuffer(buffer, { size, usage, canCopy, madeIn: session() });
      if (mappedAtCreation === true) record.writable = [];
    },
  });
  const property = GPUBuffer && Object.getOwnPropertyDescriptor(GPUBuffer.prototype, 'usage');
  if (property?.get === undefined) return;
  const usage = property.get;
  Object.defineProperty(GPUBuffer!.prototype, 'usage', {
    ...property,
    get(this: GPUBuffer) {
      return objects.buffers.get(this)?.usage ?? usage.call(this);
    },
  });
}

function hookTextures({ GPUDevice, GPUTexture }: Classes, { observation, objects, session }: Watched): void {
  observation.observe(GPUDevice, 'createTexture', {
    after: (_, __, texture) => void objects.texture(texture, session()),
  });
  observation.observe(GPUTexture, 'createView', {
    after: (texture, [descriptor = {}], view) =>
      void objects.views.set(view, { texture: objects.texture(texture), descriptor: { ...descriptor } }),
  });
  observation.observe(GPUDevice, 'createSampler', {
    after: (_, [descriptor = {}], sampler) => void objects.samplers.set(sampler, { ...descriptor }),
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
