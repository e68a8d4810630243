// Times what is recorded between two timestamps, each time right after a spin pass that proves the clock. It
// follows the rules of docs/measuring.md and remembers what the spin pass takes at full clock.

import type { Sample } from './job.ts';
import { checked } from './pipeline.ts';
import { isAtFullClock } from './quality.ts';
import { Spin } from './spin.ts';

/** Time for the clock to rise after the idle moments of filling and compiling. */
const RAMP_MS = 300;
const MOST_RAMPS = 5;
/** Each timestamp of a sample is a word of 64 bits. */
const STAMP_BYTES = 8;
const STAMPS = 4;

export class Stopwatch {
  readonly isSoftware: boolean;
  private readonly device: GPUDevice;
  private readonly queries: GPUQuerySet;
  private readonly resolved: GPUBuffer;
  private readonly readback: GPUBuffer;
  private spin: Spin | undefined;
  private fastestNs = Number.POSITIVE_INFINITY;

  constructor(device: GPUDevice, isSoftware: boolean) {
    const { QUERY_RESOLVE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
    this.device = device;
    this.isSoftware = isSoftware;
    this.queries = device.createQuerySet({ type: 'timestamp', count: STAMPS });
    this.resolved = device.createBuffer({
      size: STAMPS * STAMP_BYTES,
      usage: QUERY_RESOLVE | COPY_SRC,
    });
    this.readback = device.createBuffer({ size: STAMPS * STAMP_BYTES, usage: COPY_DST | MAP_READ });
  }

  /** Of the spin pass, as far as is known. */
  get fastestSpinNs(): number {
    return this.fastestNs;
  }

  /** Spins until a whole ramp has passed. */
  async rampUp(): Promise<void> {
    const spin = await this.ready();
    const start = performance.now();
    while (!this.isSoftware && performance.now() - start < RAMP_MS) {
      this.fastestNs = Math.min(this.fastestNs, await this.timeSpin(spin));
    }
  }

  /**
   * Spins until the clock is known to be full, which right after other work is at once. When several ramps do not
   * get there, the device's full clock has changed, and what they reached is taken for it. One is not enough: behind
   * compilations that kept all processors busy for ten seconds, an H200 was at a quarter of its clock after one.
   */
  async holdClock(): Promise<void> {
    const spin = await this.ready();
    if (this.isSoftware) return;
    if (this.fastestNs === Number.POSITIVE_INFINITY) return await this.rampUp();
    const start = performance.now();
    let fastest = Number.POSITIVE_INFINITY;
    while (performance.now() - start < MOST_RAMPS * RAMP_MS) {
      fastest = Math.min(fastest, await this.timeSpin(spin));
      if (isAtFullClock({ spinNs: fastest, timeNs: 0 }, this.fastestNs)) {
        this.fastestNs = Math.min(this.fastestNs, fastest);
        return;
      }
    }
    this.fastestNs = fastest;
  }

  /**
   * One sample of `dispatch`. @throws JobFailure
   * @param before recorded ahead of the spin pass
   * @param anchor a buffer or texture that the kernel writes: a copy out of it keeps the two passes apart
   */
  async take(
    before: (encoder: GPUCommandEncoder) => void,
    anchor: GPUBuffer | GPUTexture | undefined,
    dispatch: (pass: GPUComputePassEncoder) => void,
  ): Promise<Sample> {
    const spin = await this.ready();
    return await this.timed((encoder) => {
      before(encoder);
      spin.record(encoder, this.stamps(0));
      if (anchor instanceof GPUTexture)
        encoder.copyTextureToBuffer({ texture: anchor }, { buffer: spin.seed }, [1]);
      else if (anchor) encoder.copyBufferToBuffer(anchor, 0, spin.seed, 0, 4);
      const pass = encoder.beginComputePass({ timestampWrites: this.stamps(2) });
      dispatch(pass);
      pass.end();
    });
  }

  private async ready(): Promise<Spin> {
    this.spin ??= await Spin.create(this.device, this.isSoftware, (spin) => this.timeSpin(spin));
    return this.spin;
  }

  private async timeSpin(spin: Spin): Promise<number> {
    const { spinNs } = await this.timed((encoder) => {
      spin.record(encoder, this.stamps(0));
      encoder.beginComputePass({ timestampWrites: this.stamps(2) }).end();
    });
    return spinNs;
  }

  private stamps(first: number): GPUComputePassTimestampWrites {
    const { queries } = this;
    return { querySet: queries, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 };
  }

  private async timed(record: (encoder: GPUCommandEncoder) => void): Promise<Sample> {
    const { device, readback, resolved } = this;
    await checked(device, () => {
      const encoder = device.createCommandEncoder();
      record(encoder);
      encoder.resolveQuerySet(this.queries, 0, STAMPS, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, readback, 0, STAMPS * STAMP_BYTES);
      device.queue.submit([encoder.finish()]);
    });
    await readback.mapAsync(GPUMapMode.READ);
    const [a, b, c, d] = new BigUint64Array(readback.getMappedRange().slice(0));
    readback.unmap();
    return { spinNs: Number(b - a), timeNs: Number(d - c) };
  }
}
