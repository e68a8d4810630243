// What the variants of one kernel bind. It stays on the device: a variant finds what the last one had again when it
// holds the same data, brought back to its first contents by a copy on the device.

import { createHash } from 'node:crypto';
import type { BufferData } from '../launch/launch.ts';
import { BoundResource } from './bound-resources.ts';
import type { VariantBinding } from './job.ts';
import { JobFailure } from './job-failure.ts';
import { checked } from './pipeline.ts';
import { readFile } from './read-file.ts';

interface Kept {
  readonly resource: BoundResource;
  /** All that was made for it. */
  readonly held: readonly { destroy(): void }[];
  isDirty: boolean;
}

/** What one variant binds, in the order of its bindings. */
export interface Bound {
  readonly resources: readonly BoundResource[];
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

  /** Resources with their first contents. @throws JobFailure */
  async bind(bindings: readonly VariantBinding[]): Promise<Bound> {
    const keys = keysOf(bindings);
    const mine: Kept[] = [];
    for (const [i, binding] of bindings.entries()) {
      mine.push(await this.hold(keys[i], binding, new Set(keys)));
    }
    const restore = (encoder: GPUCommandEncoder, isWanted: (binding: VariantBinding) => boolean): void => {
      for (const [i, binding] of bindings.entries()) {
        if (isWanted(binding)) mine[i].resource.restore(encoder);
      }
    };
    const encoder = this.device.createCommandEncoder();
    for (const { isDirty, resource } of mine) if (isDirty) resource.restore(encoder);
    this.device.queue.submit([encoder.finish()]);
    for (const [i, binding] of bindings.entries()) mine[i].isDirty = binding.isWritten;
    return {
      resources: mine.map(({ resource }) => resource),
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
    const held: { destroy(): void }[] = [];
    try {
      // Whatever it is to this variant, the next one that writes it may find it changed.
      const own = { ...binding, isRestored: binding.isWritten };
      const resource = await checked(device, () => new BoundResource(device, own, held));
      await resource.fill({ onProgress: this.onProgress, readFile });
      const kept: Kept = { resource, held, isDirty: false };
      this.held.set(key, kept);
      return kept;
    } catch (error) {
      for (const each of held) each.destroy();
      throw error;
    }
  }

  private drop(isUseless: (key: string) => boolean): void {
    for (const [key, { held }] of this.held) {
      if (!isUseless(key)) continue;
      for (const each of held) each.destroy();
      this.held.delete(key);
    }
  }
}

/** Alike for bindings that can share a resource; two of one variant never do. */
function keysOf(bindings: readonly VariantBinding[]): string[] {
  const seen = new Map<string, number>();
  return bindings.map(({ usage, sizeBytes, isWritten, data, texture, isStorageTexture, sampler }) => {
    const about = [usage, sizeBytes, isWritten, identityOf(data), texture, isStorageTexture, sampler];
    const key = JSON.stringify(about);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${key}#${count}`;
  });
}

function identityOf(data: BufferData): unknown {
  if (data.kind === 'pages') {
    const { base, pages, ...rest } = data;
    return [rest, identityOf(base), [...pages].map(([page, words]) => [page, digest(words)])];
  }
  return data.kind === 'words' ? [data.kind, digest(data.words)] : data;
}

function digest({ buffer, byteOffset, byteLength }: Uint32Array): string {
  return createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');
}
