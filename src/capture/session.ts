// One capture from its start to its end: gives the app's objects names when they are first used and turns what
// is submitted and written into the steps of an app file.

import type { JsonObject } from './app-file.ts';
import {
  bindingsOf,
  type Command,
  type Dispatch,
  type Place,
  type Recording,
  type TexturePlace,
  usesOf,
  usesOfCommand,
} from './commands.ts';
import { describeData } from './describe-data.ts';
import { Files } from './files.ts';
import { limitsBeyondDefaults } from './limits.ts';
import { Names } from './names.ts';
import type { BufferRecord, Pipeline, Resource, TextureRecord, View } from './objects.ts';
import type { Observation } from './observe.ts';
import type { Settings } from './options.ts';
import { type Selection, select } from './selection.ts';
import { Snapshots } from './snapshots.ts';
import type { Store } from './store.ts';

/** What a capture holds, for people. */
export interface Summary {
  readonly dispatches: number;
  readonly submits: number;
  readonly shaders: number;
  readonly dataBytes: number;
  /** What the app file does not say as it was. */
  readonly notes: readonly string[];
}

export class Session {
  private readonly settings: Settings;
  private readonly store: Store;
  private readonly names = new Names();
  private readonly files: Files;
  private readonly snapshots: Snapshots;
  private readonly pipelines = new Map<string, string>();
  private readonly kinds = new WeakMap<Pipeline, string>();
  private readonly samplers = new WeakMap<GPUSampler, string>();
  private readonly devices = new WeakSet<GPUDevice>();
  private readonly seen = new Map<string, number>();
  private readonly notes = new Set<string>();
  private readonly unsaid = new Set<BufferRecord>();
  private readonly isSelective: boolean;
  private dispatches = 0;
  private submits = 0;
  private seeds = 0;
  private leftOut = 0;
  private isEnded = false;
  private readonly samplerDescriptors: WeakMap<GPUSampler, GPUSamplerDescriptor>;

  constructor(
    settings: Settings,
    store: Store,
    observation: Observation,
    samplers: WeakMap<GPUSampler, GPUSamplerDescriptor>,
  ) {
    this.settings = settings;
    this.store = store;
    this.files = new Files(store, this.names);
    this.snapshots = new Snapshots(observation);
    this.samplerDescriptors = samplers;
    this.isSelective = settings.labels !== undefined || settings.first !== Number.POSITIVE_INFINITY;
    store.append({ app: { name: settings.name } });
  }

  /** Command buffers that the app is about to submit; undefined for those begun before the hooks. */
  submit(recordings: readonly (Recording | undefined)[]): void {
    if (recordings.includes(undefined)) this.skip('command buffer that was begun before the capture');
    const device = recordings.find((each) => each !== undefined)?.device;
    if (device === undefined) return;
    this.limitsOf(device);
    const { kept, touched } = this.selected(recordings.flatMap((each) => each?.commands ?? []));
    this.nameBuffers(device, kept);
    const steps = kept.flatMap((command) => this.stepsOf(command));
    if (steps.length > 0) {
      this.step({ submit: steps });
      this.submits++;
    }
    for (const buffer of [...touched, ...this.unsaid]) forget(buffer);
    this.unsaid.clear();
  }

  /** The host writes `bytes`, which are its own and may change later. */
  write(buffer: BufferRecord, offset: number, bytes: Uint8Array): void {
    if (bytes.byteLength === 0 || buffer.isDestroyed) return;
    if (this.isSelective) forget(buffer);
    const isFirst = !this.hasName(buffer);
    // What was there before the capture is copied when it is used, with this in it.
    if (isFirst && !this.isFresh(buffer)) return;
    const data = this.dataOf(bytes) ?? { kind: 'zeros' };
    const isWhole = offset === 0 && bytes.byteLength >= buffer.sizeBytes;
    if (isFirst && isWhole && buffer.buffer.mapState === 'mapped') {
      this.define(buffer, { data });
      return;
    }
    const name = this.nameOf(buffer);
    const size = isWhole ? {} : { ...(offset === 0 ? {} : { offset }), size: bytes.byteLength };
    this.step({ write: name, ...size, data });
  }

  writeTexture(
    to: TexturePlace,
    bytes: Uint8Array,
    { offset = 0, bytesPerRow, rowsPerImage }: GPUTexelCopyBufferLayout,
    size: readonly number[],
  ): void {
    if (this.isSelective) return;
    const data = this.dataOf(bytes.subarray(offset)) ?? { kind: 'zeros' };
    const layout = definedOnly({ bytesPerRow, rowsPerImage });
    this.step({ write: this.place(to), ...layout, size, data });
  }

  /** Work that app files have no word for. */
  skip(what: string, name = ''): void {
    this.step({ skipped: what, ...(name === '' ? {} : { name }) });
  }

  /** Whether contents are still on their way. */
  get isPending(): boolean {
    return this.snapshots.isPending;
  }

  settled(): Promise<void> {
    return this.snapshots.settled();
  }

  /** Nothing is recorded afterwards. */
  end(): Summary {
    if (this.snapshots.isPending) this.note('contents that were still being copied when the app ended');
    this.tellLeftOut();
    this.isEnded = true;
    this.store.flush();
    const { dispatches, submits, files } = this;
    return {
      dispatches,
      submits,
      shaders: files.shaderCount,
      dataBytes: files.dataBytes,
      notes: [...this.notes],
    };
  }

  note(text: string): void {
    this.notes.add(text);
  }

  private selected(commands: readonly Command[]): Selection {
    if (!this.isSelective) return { kept: commands, leftOutDispatches: 0, touched: new Set() };
    const selection = select(commands, (dispatch, label) => this.isWanted(dispatch, label));
    this.leftOut += selection.leftOutDispatches;
    return selection;
  }

  private isWanted({ pipeline }: Dispatch, passLabel: string): boolean {
    if (pipeline === undefined) return false;
    const { labels, first } = this.settings;
    if (labels !== undefined && !labels.test(labelOf(pipeline)) && !labels.test(passLabel)) return false;
    const key = this.kindOf(pipeline);
    const count = (this.seen.get(key) ?? 0) + 1;
    this.seen.set(key, count);
    return count <= first;
  }

  /** Names every buffer that commands use and this capture does not know yet, and has its content copied. */
  private nameBuffers(device: GPUDevice, commands: readonly Command[]): void {
    const unknown = new Set<BufferRecord>();
    for (const buffer of commands.flatMap((command) => usesOfCommand(command).reads)) {
      if (this.hasName(buffer)) continue;
      if (!this.isFresh(buffer)) unknown.add(buffer);
      this.define(buffer, {});
    }
    if (unknown.size === 0) return;
    const names = new Map([...unknown].map((buffer) => [buffer, buffer.named!.name]));
    this.snapshots.take(device, [...unknown], (buffer, bytes) => {
      const name = names.get(buffer)!;
      if (this.isEnded) return;
      if (bytes === undefined) this.note(`what ${name} held could not be copied: it counts as zeros`);
      const data = bytes && this.dataOf(bytes, buffer.sizeBytes);
      if (data !== undefined) this.store.append({ define: 'buffers', name, value: { data } });
      this.store.flush();
    });
  }

  private stepsOf(command: Command): JsonObject[] {
    switch (command.kind) {
      case 'pass':
        return this.passSteps(command.dispatches, command.label);
      case 'copy':
        return [{ copy: this.place(command.from), to: this.place(command.to), size: command.size }];
      case 'clear': {
        const { buffer, offset, size } = command;
        return [{ clear: this.nameOf(buffer), ...partOf(buffer, offset, size) }];
      }
      case 'skipped':
        this.saysNotWhat(command.writes);
        return [{ skipped: command.what, ...(command.name === '' ? {} : { name: command.name }) }];
    }
  }

  private passSteps(dispatches: readonly Dispatch[], label: string): JsonObject[] {
    const steps = dispatches.map((dispatch) => this.dispatchStep(dispatch));
    const known = steps.filter((step) => 'dispatch' in step);
    const pass = known.length === 0 ? [] : [{ pass: known, ...(label === '' ? {} : { name: label }) }];
    return [...pass, ...steps.filter((step) => !('dispatch' in step))];
  }

  private dispatchStep(dispatch: Dispatch): JsonObject {
    const { pipeline, counts, immediates } = dispatch;
    const bindings = bindingsOf(dispatch);
    const other = bindings.find(({ resource }) => 'other' in resource)?.resource as
      | { other: string }
      | undefined;
    if (pipeline === undefined || other !== undefined) {
      this.saysNotWhat(usesOf(dispatch).writes);
      const why = pipeline === undefined ? 'of a pipeline made before the capture' : `with a ${other!.other}`;
      return { skipped: `dispatch ${why}` };
    }
    this.dispatches++;
    return {
      dispatch:
        'indirect' in counts
          ? { indirect: this.nameOf(counts.indirect), ...(counts.offset ? { offset: counts.offset } : {}) }
          : counts,
      pipeline: this.pipelineName(pipeline),
      bindings: bindings.map(({ group, binding, resource, dynamicOffset }) => ({
        group,
        binding,
        ...this.bound(resource, dynamicOffset),
      })),
      ...(immediates.length === 0 ? {} : { immediates }),
    };
  }

  private bound(resource: Resource, dynamicOffset: number): JsonObject {
    if ('buffer' in resource) {
      const { buffer } = resource;
      const size = resource.size ?? buffer.sizeBytes - resource.offset;
      return { buffer: this.nameOf(buffer), ...partOf(buffer, resource.offset + dynamicOffset, size) };
    }
    if ('view' in resource) return this.boundView(resource.view);
    if ('sampler' in resource) return { sampler: this.samplerName(resource.sampler) };
    return {};
  }

  private boundView({ texture, descriptor }: View): JsonObject {
    const { label: _, ...view } = descriptor;
    const fields = definedOnly(view as Record<string, string | number | undefined>);
    return {
      texture: this.textureName(texture),
      ...(Object.keys(fields).length === 0 ? {} : { view: fields }),
    };
  }

  private place(place: Place): JsonObject {
    if ('buffer' in place) {
      const { buffer, offset, bytesPerRow, rowsPerImage } = place;
      return { buffer: this.nameOf(buffer), offset, ...definedOnly({ bytesPerRow, rowsPerImage }) };
    }
    const { texture, mipLevel, origin, aspect } = place;
    return {
      texture: this.textureName(texture),
      mipLevel,
      origin,
      ...(aspect === 'all' ? {} : { aspect }),
    };
  }

  private pipelineName(pipeline: Pipeline): string {
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
  private kindOf(pipeline: Pipeline): string {
    const known = this.kinds.get(pipeline);
    if (known !== undefined) return known;
    const { shader, entryPoint = '', constants } = pipeline;
    const kind = JSON.stringify([labelOf(pipeline), entryPoint, constants, shader.label, shader.code]);
    this.kinds.set(pipeline, kind);
    return kind;
  }

  private textureName(record: TextureRecord): string {
    if (record.named?.session === this) return record.named.name;
    const { texture } = record;
    const name = this.names.unique('texture', texture.label);
    record.named = { session: this, name };
    if (record.madeIn !== this) this.note(`what texture ${name} held before the capture is not in it`);
    const { format, width, height, depthOrArrayLayers, dimension, mipLevelCount } = texture;
    const size = [width, height, depthOrArrayLayers];
    const value = { format, size, dimension, mipLevels: mipLevelCount };
    this.store.append({ define: 'textures', name, value });
    return name;
  }

  private samplerName(sampler: GPUSampler): string {
    const known = this.samplers.get(sampler);
    if (known !== undefined) return known;
    const name = this.names.unique('sampler', sampler.label);
    this.samplers.set(sampler, name);
    const { label: _, ...fields } = this.samplerDescriptors.get(sampler) ?? {};
    const value = definedOnly(fields as Record<string, string | number | undefined>);
    this.store.append({ define: 'samplers', name, value });
    return name;
  }

  /** Buffers that the submit at hand changes in a way that its steps do not say. */
  private saysNotWhat(writes: readonly BufferRecord[]): void {
    for (const buffer of writes) this.unsaid.add(buffer);
  }

  private hasName(buffer: BufferRecord): boolean {
    return buffer.named?.session === this;
  }

  /** Holds zeros still. */
  private isFresh(buffer: BufferRecord): boolean {
    return buffer.madeIn === this && !buffer.isTouched;
  }

  private nameOf(buffer: BufferRecord): string {
    if (!this.hasName(buffer)) this.define(buffer, {});
    return buffer.named!.name;
  }

  private define(buffer: BufferRecord, value: JsonObject): void {
    const name = this.names.unique('buffer', buffer.buffer.label);
    buffer.named = { session: this, name };
    const size = Math.max(4, Math.ceil(buffer.sizeBytes / 4) * 4);
    this.store.append({ define: 'buffers', name, value: { size, ...value } });
  }

  private dataOf(bytes: Uint8Array, of?: number): JsonObject | undefined {
    const data = describeData(aligned(bytes), this.settings.bytes, this.files, of);
    const isRandom = typeof data?.['kind'] === 'string' && data['kind'].startsWith('random');
    return isRandom ? { ...data, seed: this.seeds++ } : data;
  }

  private limitsOf(device: GPUDevice): void {
    if (this.devices.has(device)) return;
    this.devices.add(device);
    const limits = limitsBeyondDefaults(device.limits);
    if (Object.keys(limits).length > 0) this.store.append({ app: { limits } });
  }

  private step(step: JsonObject): void {
    if (this.isEnded) return;
    this.tellLeftOut();
    this.store.append({ step });
    this.store.flush();
  }

  private tellLeftOut(): void {
    if (this.leftOut === 0) return;
    this.store.append({ step: { skipped: `${this.leftOut} dispatches that the capture left out` } });
    this.leftOut = 0;
  }
}

/** What the buffer holds from now on is no longer what the steps so far say: at its next use it is copied anew. */
function forget(buffer: BufferRecord): void {
  buffer.named = undefined;
  buffer.isTouched = true;
}

const labelOf = ({ label, shader, entryPoint }: Pipeline): string =>
  label || shader.label || (entryPoint === 'main' ? '' : (entryPoint ?? ''));

/** Offset and size where they say more than "all of it". */
function partOf(buffer: BufferRecord, offset: number, size: number): JsonObject {
  const toEnd = offset + size >= buffer.sizeBytes;
  return { ...(offset === 0 ? {} : { offset }), ...(toEnd ? {} : { size }) };
}

function definedOnly<T>(fields: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, T] => entry[1] !== undefined),
  );
}

/** Override constants may be given as booleans. */
function numbersOnly(constants: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, Number(value)]));
}

/** The same bytes, as whole words at a place where words may lie. */
function aligned(bytes: Uint8Array): Uint8Array {
  if (bytes.byteOffset % 4 === 0 && bytes.byteLength % 4 === 0) return bytes;
  const whole = new Uint8Array(Math.ceil(bytes.byteLength / 4) * 4);
  whole.set(bytes);
  return whole;
}
