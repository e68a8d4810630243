// Copies what buffers hold at a point of the queue, and reads it when the GPU has got there: the app goes on
// meanwhile.

import { type BufferRecord, COPY_DST, MAP_READ } from './objects.ts';
import type { Observation } from './observe.ts';

/** No more than this of one buffer: what is larger is described by a range, for which a part will do. */
const LARGEST_BYTES = 64 * 2 ** 20;

/** No more than this of GPU memory at once. */
const OUTSTANDING_BYTES = 256 * 2 ** 20;

/** GPUMapMode.READ. */
const MAP_MODE_READ = 1;

export class Snapshots {
  private readonly observation: Observation;
  private readonly pending = new Set<Promise<void>>();
  private outstandingBytes = 0;

  constructor(observation: Observation) {
    this.observation = observation;
  }

  /**
   * Copies from each buffer before whatever is submitted next, and hands on what they hold, or undefined where
   * that cannot be had.
   */
  take(
    device: GPUDevice,
    buffers: readonly BufferRecord[],
    onContent: (buffer: BufferRecord, bytes: Uint8Array | undefined) => void,
  ): void {
    const copied: { buffer: BufferRecord; staging: GPUBuffer; size: number }[] = [];
    this.observation.unobserved(() => {
      const encoder = device.createCommandEncoder();
      for (const buffer of buffers) {
        const size = Math.min(buffer.sizeBytes & ~3, LARGEST_BYTES);
        if (size === 0 || !this.canCopy(buffer, size)) {
          onContent(buffer, undefined);
          continue;
        }
        const staging = device.createBuffer({ size, usage: COPY_DST | MAP_READ });
        encoder.copyBufferToBuffer(buffer.buffer, 0, staging, 0, size);
        this.outstandingBytes += size;
        copied.push({ buffer, staging, size });
      }
      if (copied.length > 0) device.queue.submit([encoder.finish()]);
    });
    for (const { buffer, staging, size } of copied) {
      const read = this.read(staging)
        .catch(() => undefined)
        .then((bytes) => {
          this.outstandingBytes -= size;
          this.pending.delete(read);
          onContent(buffer, bytes);
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

  private canCopy(buffer: BufferRecord, size: number): boolean {
    const isFree = !buffer.isDestroyed && buffer.buffer.mapState === 'unmapped';
    return buffer.canCopy && isFree && this.outstandingBytes + size <= OUTSTANDING_BYTES;
  }

  private async read(staging: GPUBuffer): Promise<Uint8Array> {
    await this.observation.unobserved(() => staging.mapAsync(MAP_MODE_READ));
    return this.observation.unobserved(() => {
      const bytes = new Uint8Array(staging.getMappedRange()).slice();
      staging.destroy();
      return bytes;
    });
  }
}
