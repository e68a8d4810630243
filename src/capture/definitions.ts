// The names of an app's objects in its app file, given when they are first used, and what the file says of each.

import type { JsonObject } from './app-file.ts';
import { Files } from './files.ts';
import { Names } from './names.ts';
import type { Memory, Pipeline, TextureRecord } from './objects.ts';
import type { Store } from './store.ts';

export class Definitions {
  readonly files: Files;
  private readonly session: object;
  private readonly store: Store;
  private readonly names = new Names();
  private readonly pipelines = new Map<string, string>();
  private readonly kinds = new WeakMap<Pipeline, string>();
  private readonly samplers = new WeakMap<GPUSampler, string>();
  private readonly samplerDescriptors: WeakMap<GPUSampler, GPUSamplerDescriptor>;

  constructor(session: object, store: Store, samplers: WeakMap<GPUSampler, GPUSamplerDescriptor>) {
    this.session = session;
    this.store = store;
    this.files = new Files(store, this.names);
    this.samplerDescriptors = samplers;
  }

  has(memory: Memory): boolean {
    return memory.named?.session === this.session;
  }

  nameOf(memory: Memory): string {
    return this.has(memory) ? memory.named!.name : this.define(memory);
  }

  /** Gives a new name, with all that is known of a buffer or texture, and returns it. */
  define(memory: Memory, more: JsonObject = {}): string {
    const isBuffer = 'buffer' in memory;
    const { label } = isBuffer ? memory.buffer : memory.texture;
    const name = this.names.unique(isBuffer ? 'buffer' : 'texture', label);
    memory.named = { session: this.session, name };
    const value = isBuffer
      ? { size: Math.max(4, Math.ceil(memory.sizeBytes / 4) * 4) }
      : describedTexture(memory);
    this.store.append({ define: sectionOf(memory), name, value: { ...value, ...more } });
    return name;
  }

  /** What it held at first becomes known later. */
  add(memory: Memory, name: string, data: JsonObject): void {
    this.store.append({ define: sectionOf(memory), name, value: { data } });
  }

  pipelineName(pipeline: Pipeline): string {
    const kind = this.kindOf(pipeline);
    const known = this.pipelines.get(kind);
    if (known !== undefined) return known;
    const { shader, entryPoint, constants } = pipeline;
    const label = labelOf(pipeline);
    const value = {
      shader: this.files.shaderOf(shader.code, shader.label || label),
      ...(entryPoint === undefined ? {} : { entryPoint }),
      ...(Object.keys(constants).length === 0 ? {} : { constants: numbersOnly(constants) }),
    };
    const name = this.names.unique('pipeline', label);
    this.pipelines.set(kind, name);
    this.store.append({ define: 'pipelines', name, value });
    return name;
  }

  /** The same text for pipelines that are the same to an app file: apps make them anew. */
  kindOf(pipeline: Pipeline): string {
    const known = this.kinds.get(pipeline);
    if (known !== undefined) return known;
    const { shader, entryPoint = '', constants } = pipeline;
    const kind = JSON.stringify([labelOf(pipeline), entryPoint, constants, shader.label, shader.code]);
    this.kinds.set(pipeline, kind);
    return kind;
  }

  samplerName(sampler: GPUSampler): string {
    const known = this.samplers.get(sampler);
    if (known !== undefined) return known;
    const name = this.names.unique('sampler', sampler.label);
    this.samplers.set(sampler, name);
    const { label: _, ...fields } = this.samplerDescriptors.get(sampler) ?? {};
    const value = definedOnly(fields as Record<string, string | number | undefined>);
    this.store.append({ define: 'samplers', name, value });
    return name;
  }
}

const sectionOf = (memory: Memory) => ('buffer' in memory ? 'buffers' : 'textures');

function describedTexture({ texture }: TextureRecord): JsonObject {
  const { format, width, height, depthOrArrayLayers, dimension, mipLevelCount, sampleCount } = texture;
  const size = [width, height, depthOrArrayLayers];
  const samples = sampleCount === 1 ? {} : { sampleCount };
  return { format, size, dimension, mipLevels: mipLevelCount, ...samples };
}

/** What a pipeline is called by the app. */
export const labelOf = ({ label, shader, entryPoint }: Pipeline): string =>
  label || shader.label || (entryPoint === 'main' ? '' : (entryPoint ?? ''));

export function definedOnly<T>(fields: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, T] => entry[1] !== undefined),
  );
}

/** Override constants may be given as booleans. */
function numbersOnly(constants: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, Number(value)]));
}
