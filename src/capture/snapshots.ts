// Copies what buffers and textures hold at a point of the queue, and reads it when the GPU has got there: the app
// goes on meanwhile.

import { COPY_DST, MAP_READ, type Memory } from './objects.ts';
import type { Observation } from './observe.ts';
import { texelCopy } from './texel-copy.ts';

/** No more than this of one buffer: what is larger is described by a range, for which a part will do. */
const LARGEST_BYTES = 64 * 2 ** 20;

/** No more than this of GPU memory at once. */
const OUTSTANDING_BYTES = 256 * 2 ** 20;

/** GPUMapMode.READ. */
const MAP_MODE_READ = 1;

const SCOPES = ['out-of-memory', 'validation'] as const;

/** What is to be copied into a buffer of so many bytes, and what becomes of these. */
interface Copy {
  readonly sizeBytes: number;
  encode(encoder: GPUCommandEncoder, to: GPUBuffer): void;
  texels?(copied: Uint8Array): Uint8Array;
}

export class Snapshots {
  private readonly observation: Observation;
  private readonly pending = new Set<Promise<void>>();
  private outstandingBytes = 0;

  constructor(observation: Observation) {
    this.observation = observation;
  }

  /**
   * Copies each before whatever is submitted next, and hands on what it holds, or undefined where that cannot be
   * had.
   */
  take<T extends Memory>(
    device: GPUDevice,
    memories: readonly T[],
    onContent: (memory: T, bytes: Uint8Array | undefined) => void,
  ): void {
    const copied: { memory: T; copy: Copy; staging: GPUBuffer }[] = [];
    const faults = this.observation.unobserved(() => {
      // Should a copy be refused, the app is not to hear of it.
      for (const kind of SCOPES) device.pushErrorScope(kind);
      const encoder = device.createCommandEncoder();
      for (const memory of memories) {
        const copy = this.copyOf(memory);
        if (copy === undefined) {
          onContent(memory, undefined);
          continue;
        }
        const staging = device.createBuffer({ size: copy.sizeBytes, usage: COPY_DST | MAP_READ });
        copy.encode(encoder, staging);
        this.outstandingBytes += copy.sizeBytes;
        copied.push({ memory, copy, staging });
      }
      if (copied.length > 0) device.queue.submit([encoder.finish()]);
      return Promise.all(SCOPES.map(() => device.popErrorScope()));
    });
    for (const { memory, copy, staging } of copied) {
      const read = this.read(staging, faults)
        .catch(() => undefined)
        .then((bytes) => {
          this.outstandingBytes -= copy.sizeBytes;
          this.pending.delete(read);
          onContent(memory, bytes && (copy.texels?.(bytes) ?? bytes));
        });
      this.pending.add(read);
    }
  }

  get isPending(): boolean {
    return this.pending.size > 0;
  }

  async settled(): Promise<void> {
    while (this.isPending) await Promise.all(this.pending);
  }

  private copyOf(memory: Memory): Copy | undefined {
    if (memory.isDestroyed || !memory.canCopy) return undefined;
    const copy = 'buffer' in memory ? wordsCopy(memory.buffer) : texelCopy(memory.texture);
    const isPossible = copy !== undefined && copy.sizeBytes > 0 && copy.sizeBytes <= LARGEST_BYTES;
    return isPossible && this.outstandingBytes + copy.sizeBytes <= OUTSTANDING_BYTES ? copy : undefined;
  }

  private async read(staging: GPUBuffer, faults: Promise<readonly (GPUError | null)[]>) {
    const mapped = this.observation.unobserved(() => staging.mapAsync(MAP_MODE_READ));
    const [errors] = await Promise.all([faults, mapped]);
    if (errors.some((error) => error !== null)) return undefined;
    return this.observation.unobserved(() => {
      const bytes = new Uint8Array(staging.getMappedRange()).slice();
      staging.destroy();
      return bytes;
    });
  }
}

function wordsCopy(buffer: GPUBuffer): Copy | undefined {
  if (buffer.mapState !== 'unmapped') return undefined;
  const sizeBytes = Math.min(buffer.size & ~3, LARGEST_BYTES);
  return { sizeBytes, encode: (encoder, to) => encoder.copyBufferToBuffer(buffer, 0, to, 0, sizeBytes) };
}
