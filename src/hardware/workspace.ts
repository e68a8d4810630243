// The buffers of the variants of one kernel. They stay on the device: a variant finds those of the last one
// again when they hold the same data, brought back to their first contents by a copy on the device.

import { createHash } from 'node:crypto';
import type { BufferData } from '../launch/launch.ts';
import type { VariantBinding } from './job.ts';
import { JobFailure } from './job-failure.ts';
import { checked } from './pipeline.ts';
import { fillBuffer } from './transfer.ts';

/** A buffer on the device that gets its first contents again. */
export interface Held {
  readonly live: GPUBuffer;
  /** The first contents of a buffer that is written; zeros need no copy. */
  pristine?: GPUBuffer;
}

interface Kept extends Held {
  isDirty: boolean;
}

/** The buffers of one variant, in the order of its bindings. */
export interface Bound {
  readonly buffers: readonly GPUBuffer[];
  /** Records that those which decide the kernel's way get their first contents again. */
  restoreSteering(encoder: GPUCommandEncoder): void;
  /** Records that all those get their first contents again that the kernel changes. */
  restoreAll(encoder: GPUCommandEncoder): void;
}

export class Workspace {
  private readonly device: GPUDevice;
  private readonly onProgress: () => void;
  private readonly held = new Map<string, Kept>();

  constructor(device: GPUDevice, onProgress: () => void) {
    this.device = device;
    this.onProgress = onProgress;
  }

  /** Buffers with their first contents. @throws JobFailure */
  async bind(bindings: readonly VariantBinding[]): Promise<Bound> {
    const keys = keysOf(bindings);
    const mine: Kept[] = [];
    for (const [i, binding] of bindings.entries()) {
      mine.push(await this.hold(keys[i], binding, new Set(keys)));
    }
    const restore = (encoder: GPUCommandEncoder, isWanted: (binding: VariantBinding) => boolean): void => {
      for (const [i, binding] of bindings.entries()) {
        if (isWanted(binding)) restoreOne(encoder, mine[i]);
      }
    };
    const encoder = this.device.createCommandEncoder();
    for (const held of mine) if (held.isDirty) restoreOne(encoder, held);
    this.device.queue.submit([encoder.finish()]);
    for (const [i, binding] of bindings.entries()) mine[i].isDirty = binding.isWritten;
    return {
      buffers: mine.map(({ live }) => live),
      restoreSteering: (encoder) => restore(encoder, (each) => each.isRestored),
      restoreAll: (encoder) => restore(encoder, (each) => each.isWritten),
    };
  }

  private async hold(key: string, binding: VariantBinding, inUse: ReadonlySet<string>): Promise<Kept> {
    const known = this.held.get(key);
    if (known) return known;
    try {
      return await this.make(key, binding);
    } catch (error) {
      if (!(error instanceof JobFailure && error.reason === 'out-of-memory')) throw error;
      this.drop((other) => !inUse.has(other));
      return await this.make(key, binding);
    }
  }

  private async make(key: string, binding: VariantBinding): Promise<Kept> {
    const { device } = this;
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const kind = binding.usage === 'uniform' ? UNIFORM : STORAGE;
    const create = (usage: number) =>
      checked(device, () => device.createBuffer({ size: binding.sizeBytes, usage }));
    const held: Kept = { live: await create(kind | COPY_DST | COPY_SRC), isDirty: false };
    try {
      await fillBuffer(device, held.live, binding, this.onProgress);
      if (binding.isWritten && binding.data.kind !== 'zeros') {
        held.pristine = await create(COPY_DST | COPY_SRC);
        copyWhole(device, held.live, held.pristine);
      }
    } catch (error) {
      destroy(held);
      throw error;
    }
    this.held.set(key, held);
    return held;
  }

  private drop(isUseless: (key: string) => boolean): void {
    for (const [key, held] of this.held) {
      if (!isUseless(key)) continue;
      destroy(held);
      this.held.delete(key);
    }
  }
}

export function copyWhole(device: GPUDevice, from: GPUBuffer, to: GPUBuffer): void {
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(from, 0, to, 0, from.size);
  device.queue.submit([encoder.finish()]);
}

/** Records that a buffer gets its first contents again. */
export function restoreOne(encoder: GPUCommandEncoder, { live, pristine }: Held): void {
  if (pristine) encoder.copyBufferToBuffer(pristine, 0, live, 0, live.size);
  else encoder.clearBuffer(live);
}

function destroy({ live, pristine }: Held): void {
  live.destroy();
  pristine?.destroy();
}

/** Alike for bindings that can share a buffer; two of one variant never do. */
function keysOf(bindings: readonly VariantBinding[]): string[] {
  const seen = new Map<string, number>();
  return bindings.map(({ usage, sizeBytes, isWritten, data }) => {
    const key = JSON.stringify([usage, sizeBytes, isWritten, identityOf(data)]);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${key}#${count}`;
  });
}

function identityOf(data: BufferData): unknown {
  if (data.kind === 'pages') {
    const { pages, ...rest } = data;
    return [rest, [...pages].map(([page, words]) => [page, digest(words)])];
  }
  return data.kind === 'words' ? [data.kind, digest(data.words)] : data;
}

function digest({ buffer, byteOffset, byteLength }: Uint32Array): string {
  return createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');
}
