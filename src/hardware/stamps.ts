// Timestamps of compute passes: written by the device, read back all at once.

/** WebGPU's limit for one query set. */
const MOST_IN_SET = 4096;
const STAMP_BYTES = 8;

export class Stamps {
  private readonly sets: readonly GPUQuerySet[];
  private readonly count: number;
  private readonly resolved: GPUBuffer;
  private readonly readback: GPUBuffer;

  constructor(device: GPUDevice, count: number) {
    const { QUERY_RESOLVE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
    const size = count * STAMP_BYTES;
    this.count = count;
    this.sets = Array.from({ length: Math.ceil(count / MOST_IN_SET) }, (_, at) =>
      device.createQuerySet({ type: 'timestamp', count: Math.min(MOST_IN_SET, count - at * MOST_IN_SET) }),
    );
    this.resolved = device.createBuffer({ size, usage: QUERY_RESOLVE | COPY_SRC });
    this.readback = device.createBuffer({ size, usage: COPY_DST | MAP_READ });
  }

  /** The beginning of a pass as stamp `first`, which is even, its end as the one after it. */
  pass(first: number): GPUComputePassTimestampWrites {
    return { ...this.beginning(first), ...this.end(first + 1) };
  }

  beginning(at: number): GPUComputePassTimestampWrites {
    return { querySet: this.setOf(at), beginningOfPassWriteIndex: at % MOST_IN_SET };
  }

  end(at: number): GPUComputePassTimestampWrites {
    return { querySet: this.setOf(at), endOfPassWriteIndex: at % MOST_IN_SET };
  }

  /** Records what makes the stamps readable. */
  collect(encoder: GPUCommandEncoder): void {
    this.sets.forEach((set, at) => {
      encoder.resolveQuerySet(set, 0, set.count, this.resolved, at * MOST_IN_SET * STAMP_BYTES);
    });
    encoder.copyBufferToBuffer(this.resolved, 0, this.readback, 0, this.count * STAMP_BYTES);
  }

  /** Nanoseconds, once what `collect` has recorded was submitted. */
  async read(): Promise<BigUint64Array> {
    await this.readback.mapAsync(GPUMapMode.READ);
    const stamps = new BigUint64Array(this.readback.getMappedRange().slice(0));
    this.readback.unmap();
    return stamps;
  }

  destroy(): void {
    for (const set of this.sets) set.destroy();
    this.resolved.destroy();
    this.readback.destroy();
  }

  private setOf(at: number): GPUQuerySet {
    return this.sets[Math.floor(at / MOST_IN_SET)];
  }
}
