// What is known of an app's WebGPU objects: what they were made from, kept for as long as the objects live.

import { type ShaderBindings, shaderBindings } from './shader-bindings.ts';

/** What has contents: a buffer or a texture. */
interface Contents {
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
  isDestroyed: boolean;
}

export interface BufferRecord extends Contents {
  readonly buffer: GPUBuffer;
  readonly sizeBytes: number;
  /** While mapped to be written: the parts that the app has seen. */
  writable: { readonly offset: number; readonly range: ArrayBuffer }[] | undefined;
}

export interface TextureRecord extends Contents {
  readonly texture: GPUTexture;
}

export type Memory = BufferRecord | TextureRecord;

type Made = Pick<Contents, 'usage' | 'canCopy' | 'madeIn'>;

const contentsOf = ({ usage, canCopy, madeIn }: Made): Contents => ({
  usage,
  canCopy,
  madeIn,
  named: undefined,
  isTouched: madeIn === undefined,
  isDestroyed: false,
});

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

  addBuffer(buffer: GPUBuffer, made: Made & { readonly size: number }): BufferRecord {
    const record = { ...contentsOf(made), buffer, sizeBytes: made.size, writable: undefined };
    this.buffers.set(buffer, record);
    return record;
  }

  /** As for buffers; those of a canvas are made by the browser. */
  texture(texture: GPUTexture): TextureRecord {
    const known = this.textures.get(texture);
    if (known !== undefined) return known;
    const { usage } = texture;
    const canCopy = (usage & TEXTURE_COPY_SRC) !== 0;
    return this.addTexture(texture, { usage, canCopy, madeIn: undefined });
  }

  addTexture(texture: GPUTexture, made: Made): TextureRecord {
    const record = { ...contentsOf(made), texture };
    this.textures.set(texture, record);
    return record;
  }
}

/** Bits of GPUBufferUsage. */
export const MAP_READ = 1;
export const COPY_SRC = 4;
export const COPY_DST = 8;

/** Bits of GPUTextureUsage. */
export const TEXTURE_COPY_SRC = 1;
export const TRANSIENT_ATTACHMENT = 32;
