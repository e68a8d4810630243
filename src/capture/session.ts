// One capture from its start to its end: gives the app's objects names when they are first used and turns what
// is submitted and written into the steps of an app file.

import type { Json, JsonObject } from './app-file.ts';
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
import type { Summary } from './declarations/capture.d.ts';
import { Definitions, definedOnly, labelOf } from './definitions.ts';
import { describeData } from './describe-data.ts';
import { widened } from './limits.ts';
import type { BufferRecord, Memory, Resource, TextureRecord, View } from './objects.ts';
import type { Observation } from './observe.ts';
import type { Settings } from './options.ts';
import { type Selection, select } from './selection.ts';
import { Snapshots } from './snapshots.ts';
import type { Store } from './store.ts';

export class Session {
  private readonly settings: Settings;
  private readonly store: Store;
  private readonly definitions: Definitions;
  private readonly snapshots: Snapshots;
  private readonly devices = new WeakSet<GPUDevice>();
  private readonly lost = new WeakSet<GPUDevice>();
  private limits: Readonly<Record<string, number>> = {};
  private readonly seen = new Map<string, number>();
  private readonly notes = new Set<string>();
  private readonly unsaid = new Set<Memory>();
  private readonly isSelective: boolean;
  private dispatches = 0;
  private submits = 0;
  private seeds = 0;
  private leftOut = 0;
  private hasLeftOut = false;
  private isEnded = false;

  constructor(
    settings: Settings,
    store: Store,
    observation: Observation,
    samplers: WeakMap<GPUSampler, GPUSamplerDescriptor>,
  ) {
    this.settings = settings;
    this.store = store;
    this.definitions = new Definitions(this, store, samplers);
    this.snapshots = new Snapshots(observation);
    this.isSelective = settings.labels !== undefined || settings.first !== Number.POSITIVE_INFINITY;
    store.append({ app: { name: settings.name } });
  }

  /** Command buffers that the app is about to submit; undefined for those begun before the hooks. */
  submit(recordings: readonly (Recording | undefined)[]): void {
    if (recordings.includes(undefined)) this.skip('command buffer that was begun before the capture');
    const device = recordings.find((each) => each !== undefined)?.device;
    if (device === undefined) return;
    if (this.lost.has(device)) {
      this.skip('submit to a device that was lost');
      return;
    }
    this.meet(device);
    const { kept, touched } = this.selected(recordings.flatMap((each) => each?.commands ?? []));
    this.nameMemory(device, kept);
    const steps = kept.flatMap((command) => this.stepsOf(command));
    if (steps.length > 0) {
      this.step({ submit: steps });
      this.submits++;
    }
    for (const memory of [...touched, ...this.unsaid]) forget(memory);
    this.unsaid.clear();
  }

  /** The host writes `bytes`, which are its own and may change later. */
  write(buffer: BufferRecord, offset: number, bytes: Uint8Array): void {
    if (bytes.byteLength === 0 || buffer.isDestroyed) return;
    if (this.isSelective) forget(buffer);
    if (this.isCopiedLater(buffer)) return;
    const isFirst = !this.definitions.has(buffer);
    const data = this.dataOf(bytes) ?? { kind: 'zeros' };
    const isWhole = offset === 0 && bytes.byteLength >= buffer.sizeBytes;
    if (isFirst && isWhole && buffer.buffer.mapState === 'mapped') {
      this.definitions.define(buffer, { data });
      return;
    }
    const name = this.definitions.nameOf(buffer);
    const size = isWhole ? {} : { ...(offset === 0 ? {} : { offset }), size: bytes.byteLength };
    this.step({ write: name, ...size, data });
  }

  writeTexture(
    to: TexturePlace,
    bytes: Uint8Array,
    { offset = 0, bytesPerRow, rowsPerImage }: GPUTexelCopyBufferLayout,
    size: readonly number[],
  ): void {
    if (this.isSelective) forget(to.texture);
    if (this.isCopiedLater(to.texture)) return;
    const data = this.dataOf(bytes.subarray(offset)) ?? { kind: 'zeros' };
    const layout = definedOnly({ bytesPerRow, rowsPerImage });
    this.step({ write: this.place(to), ...layout, size, data });
  }

  /** The host writes what app files have no word for: at its next use the texture is copied. */
  writeUnsaid(what: string, texture: TextureRecord): void {
    forget(texture);
    this.skip(what, texture.texture.label);
  }

  /** Work that app files have no word for. */
  skip(what: string, name = ''): void {
    this.step({ skipped: what, ...(name === '' ? {} : { name }) });
  }

  /** Whether there were dispatches, but none that is wanted. */
  get hasOnlyOthers(): boolean {
    return this.hasLeftOut && this.dispatches === 0;
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
    if (this.hasOnlyOthers) this.note(NONE_WANTED);
    this.tellLeftOut();
    this.isEnded = true;
    this.store.flush();
    const { dispatches, submits } = this;
    const { files } = this.definitions;
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
    this.hasLeftOut ||= this.leftOut > 0;
    return selection;
  }

  private isWanted({ pipeline }: Dispatch, passLabel: string): boolean {
    if (pipeline === undefined) return false;
    const { labels, first } = this.settings;
    if (labels !== undefined && !labels.test(labelOf(pipeline)) && !labels.test(passLabel)) return false;
    const key = this.definitions.kindOf(pipeline);
    const count = (this.seen.get(key) ?? 0) + 1;
    this.seen.set(key, count);
    return count <= first;
  }

  /** Names all that commands use and this capture does not know yet, and has its content copied. */
  private nameMemory(device: GPUDevice, commands: readonly Command[]): void {
    const unknown = new Map<Memory, string>();
    for (const memory of commands.flatMap((command) => usesOfCommand(command).reads)) {
      if (this.definitions.has(memory)) continue;
      const isFresh = this.isFresh(memory);
      const name = this.definitions.define(memory);
      if (!isFresh) unknown.set(memory, name);
    }
    if (unknown.size === 0) return;
    this.snapshots.take(device, [...unknown.keys()], (memory, bytes) => {
      if (this.isEnded) return;
      const name = unknown.get(memory)!;
      if (bytes === undefined) this.note(`what ${name} held could not be copied: it counts as zeros`);
      const data = bytes && this.dataOf(bytes, 'buffer' in memory ? memory.sizeBytes : bytes.byteLength);
      if (data !== undefined) this.definitions.add(memory, name, data);
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
        return [{ clear: this.definitions.nameOf(buffer), ...partOf(buffer, offset, size) }];
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
      if (pipeline === undefined)
        this.note(
          'pipelines that were made before the capture are unknown to it: load it before the program',
        );
      const why = pipeline === undefined ? 'of a pipeline made before the capture' : `with a ${other!.other}`;
      return { skipped: `dispatch ${why}` };
    }
    this.dispatches++;
    return {
      dispatch:
        'indirect' in counts
          ? {
              indirect: this.definitions.nameOf(counts.indirect),
              ...(counts.offset ? { offset: counts.offset } : {}),
            }
          : counts,
      pipeline: this.definitions.pipelineName(pipeline),
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
      return {
        buffer: this.definitions.nameOf(buffer),
        ...partOf(buffer, resource.offset + dynamicOffset, size),
      };
    }
    if ('view' in resource) return this.boundView(resource.view);
    if ('sampler' in resource) return { sampler: this.definitions.samplerName(resource.sampler) };
    return {};
  }

  private boundView({ texture, descriptor }: View): JsonObject {
    const { label: _, ...view } = descriptor;
    const fields = definedOnly(view as Record<string, string | number | undefined>);
    return {
      texture: this.definitions.nameOf(texture),
      ...(Object.keys(fields).length === 0 ? {} : { view: fields }),
    };
  }

  private place(place: Place): JsonObject {
    if ('buffer' in place) {
      const { buffer, offset, bytesPerRow, rowsPerImage } = place;
      return {
        buffer: this.definitions.nameOf(buffer),
        offset,
        ...definedOnly({ bytesPerRow, rowsPerImage }),
      };
    }
    const { texture, mipLevel, origin, aspect } = place;
    return {
      texture: this.definitions.nameOf(texture),
      mipLevel,
      origin,
      ...(aspect === 'all' ? {} : { aspect }),
    };
  }

  /** The submit at hand changes these in a way that its steps do not say. */
  private saysNotWhat(writes: readonly Memory[]): void {
    for (const memory of writes) this.unsaid.add(memory);
  }

  /** Holds zeros still. */
  private isFresh(memory: Memory): boolean {
    return memory.madeIn === this && !memory.isTouched;
  }

  /** What was there before the capture is copied when it is used, with what is written now in it. */
  private isCopiedLater(memory: Memory): boolean {
    return !this.definitions.has(memory) && !this.isFresh(memory);
  }

  private dataOf(bytes: Uint8Array, of?: number): JsonObject | undefined {
    const data = describeData(aligned(bytes), this.settings.bytes, this.definitions.files, of);
    return data !== undefined && DRAWN.has(data['kind']) ? { ...data, seed: this.seeds++ } : data;
  }

  private meet(device: GPUDevice): void {
    if (this.devices.has(device)) return;
    this.devices.add(device);
    const limits = widened(this.limits, device.limits);
    if (limits !== this.limits) this.store.append({ app: { limits } });
    this.limits = limits;
    device.lost.then(
      () => void this.lost.add(device),
      () => undefined,
    );
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

/** Why a capture holds no dispatch of an app that had some. */
export const NONE_WANTED = 'none of the dispatches is one that labels and first ask for';

/** Kinds of data that are drawn by a seed. */
const DRAWN: ReadonlySet<Json> = new Set(['random-f32', 'random-u32', 'csr-rows']);

/** What it holds from now on is no longer what the steps so far say: at its next use it is copied anew. */
function forget(memory: Memory): void {
  memory.named = undefined;
  memory.isTouched = true;
}

/** Offset and size where they say more than "all of it". */
function partOf(buffer: BufferRecord, offset: number, size: number): JsonObject {
  const toEnd = offset + size >= buffer.sizeBytes;
  return { ...(offset === 0 ? {} : { offset }), ...(toEnd ? {} : { size }) };
}

/** The same bytes, as whole words at a place where words may lie. */
function aligned(bytes: Uint8Array): Uint8Array {
  if (bytes.byteOffset % 4 === 0 && bytes.byteLength % 4 === 0) return bytes;
  const whole = new Uint8Array(Math.ceil(bytes.byteLength / 4) * 4);
  whole.set(bytes);
  return whole;
}
