// What is known of an app's WebGPU objects: what they were made from, kept for as long as the objects live.

import { type ShaderBindings, shaderBindings } from './shader-bindings.ts';

export interface BufferRecord {
  readonly buffer: GPUBuffer;
  readonly sizeBytes: number;
  /** The usage that the app asked for. */
  readonly usage: number;
  /** It can be copied from. */
  readonly canCopy: boolean;
  /** The session in which it was made; undefined for what there was before. */
  readonly madeIn: object | undefined;
  /** Its name in a session's app file, while what happens to it is recorded there. */
  named: { readonly session: object; readonly name: string } | undefined;
  /** Something has been written to it that no session recorded. */
  isTouched: boolean;
  /** While mapped to be written: the parts that the app has seen. */
  writable: { readonly offset: number; readonly range: ArrayBuffer }[] | undefined;
  isDestroyed: boolean;
}

export interface TextureRecord {
  readonly texture: GPUTexture;
  readonly madeIn: object | undefined;
  named: { readonly session: object; readonly name: string } | undefined;
}

export interface Shader {
  readonly code: string;
  readonly label: string;
  bindings(): ShaderBindings | undefined;
}

export interface Pipeline {
  readonly shader: Shader;
  readonly label: string;
  readonly entryPoint: string | undefined;
  readonly constants: Readonly<Record<string, number>>;
  /** The number of bind groups of its layout; undefined where the layout follows from the shader. */
  readonly groups: number | undefined;
}

export interface View {
  readonly texture: TextureRecord;
  readonly descriptor: GPUTextureViewDescriptor;
}

export type Resource =
  | { readonly buffer: BufferRecord; readonly offset: number; readonly size: number | undefined }
  | { readonly view: View }
  | { readonly sampler: GPUSampler }
  | { readonly other: string };

export interface BindGroup {
  readonly entries: readonly { readonly binding: number; readonly resource: Resource }[];
  /** Bindings whose offsets `setBindGroup` gives, in the order of those offsets. */
  readonly dynamic: readonly number[];
}

export function shaderOf(code: string, label: string): Shader {
  let found: { readonly bindings: ShaderBindings | undefined } | undefined;
  return { code, label, bindings: () => (found ??= { bindings: shaderBindings(code) }).bindings };
}

/** All records, by the objects that the app holds. */
export class Objects {
  readonly buffers = new WeakMap<GPUBuffer, BufferRecord>();
  readonly textures = new WeakMap<GPUTexture, TextureRecord>();
  readonly views = new WeakMap<GPUTextureView, View>();
  readonly samplers = new WeakMap<GPUSampler, GPUSamplerDescriptor>();
  readonly shaders = new WeakMap<GPUShaderModule, Shader>();
  readonly pipelines = new WeakMap<GPUComputePipeline, Pipeline>();
  /** Dynamic bindings of a layout. */
  readonly layouts = new WeakMap<GPUBindGroupLayout, readonly number[]>();
  /** How many bind groups a pipeline layout has. */
  readonly pipelineLayouts = new WeakMap<GPUPipelineLayout, number>();
  readonly bindGroups = new WeakMap<GPUBindGroup, BindGroup>();

  /** A buffer that was made before the hooks is known from what it says of itself. */
  buffer(buffer: GPUBuffer): BufferRecord {
    const known = this.buffers.get(buffer);
    if (known !== undefined) return known;
    const { size, usage } = buffer;
    return this.addBuffer(buffer, { size, usage, canCopy: (usage & COPY_SRC) !== 0, madeIn: undefined });
  }

  addBuffer(
    buffer: GPUBuffer,
    made: { size: number; usage: number; canCopy: boolean; madeIn: object | undefined },
  ): BufferRecord {
    const record: BufferRecord = {
      buffer,
      sizeBytes: made.size,
      usage: made.usage,
      canCopy: made.canCopy,
      madeIn: made.madeIn,
      named: undefined,
      isTouched: made.madeIn === undefined,
      writable: undefined,
      isDestroyed: false,
    };
    this.buffers.set(buffer, record);
    return record;
  }

  texture(texture: GPUTexture, madeIn: object | undefined = undefined): TextureRecord {
    const known = this.textures.get(texture);
    if (known !== undefined) return known;
    const record: TextureRecord = { texture, madeIn, named: undefined };
    this.textures.set(texture, record);
    return record;
  }
}

/** Bits of GPUBufferUsage. */
export const MAP_READ = 1;
export const COPY_SRC = 4;
export const COPY_DST = 8;
