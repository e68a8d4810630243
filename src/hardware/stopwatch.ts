// Times what is recorded between two timestamps, each time right after a spin pass that proves the clock. It
// follows the rules of docs/measuring.md and remembers what the spin pass takes at full clock.

import type { Sample } from './job.ts';
import { checked } from './pipeline.ts';
import { coarseStepNs, isAtFullClock } from './quality.ts';
import { Spin } from './spin.ts';
import { Stamps } from './stamps.ts';

/** Time for the clock to rise after the idle moments of filling and compiling. */
const RAMP_MS = 300;
const MOST_RAMPS = 5;
/** Of the spin pass, and of what is timed. */
const STAMPS = 4;

export class Stopwatch {
  readonly isSoftware: boolean;
  private readonly device: GPUDevice;
  private readonly stamps: Stamps;
  private spin: Spin | undefined;
  private fastestNs = Number.POSITIVE_INFINITY;
  /** Of all timestamps so far. */
  private step: number | undefined;

  constructor(device: GPUDevice, isSoftware: boolean) {
    this.device = device;
    this.isSoftware = isSoftware;
    this.stamps = new Stamps(device, STAMPS);
  }

  /** Of the spin pass, as far as is known. */
  get fastestSpinNs(): number {
    return this.fastestNs;
  }

  /** What timestamps are rounded to, as far as is known; 0 where they are exact. */
  get stepNs(): number {
    return this.step ?? 0;
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
      spin.record(encoder, this.stamps.pass(0));
      keepApart(encoder, spin, anchor);
      const pass = encoder.beginComputePass({ timestampWrites: this.stamps.pass(2) });
      dispatch(pass);
      pass.end();
    });
  }

  /**
   * Records what goes before work that has timestamps of its own: spin passes, the last of them timed by `stamps`,
   * and what keeps a pass that writes `anchor` behind them.
   */
  async recordLead(
    encoder: GPUCommandEncoder,
    stamps: GPUComputePassTimestampWrites,
    spins: number,
    anchor: GPUBuffer | GPUTexture | undefined,
  ): Promise<void> {
    const spin = await this.ready();
    const ahead = this.isSoftware ? 0 : spins - 1;
    for (let i = 0; i < ahead; i++) spin.record(encoder);
    spin.record(encoder, stamps);
    keepApart(encoder, spin, anchor);
  }

  /** Records that a pass which writes `after` waits for the end of one that wrote `before`. */
  separate(
    encoder: GPUCommandEncoder,
    before: GPUBuffer | GPUTexture | undefined,
    after: GPUBuffer | GPUTexture | undefined,
  ): void {
    if (!this.spin) return;
    keepApart(encoder, this.spin, before);
    if (after !== before) keepApart(encoder, this.spin, after);
  }

  private async ready(): Promise<Spin> {
    this.spin ??= await Spin.create(
      this.device,
      this.isSoftware,
      (spin) => this.timeSpin(spin),
      () => this.stepNs > 0,
    );
    return this.spin;
  }

  private async timeSpin(spin: Spin): Promise<number> {
    const { spinNs } = await this.timed((encoder) => {
      spin.record(encoder, this.stamps.pass(0));
      encoder.beginComputePass({ timestampWrites: this.stamps.pass(2) }).end();
    });
    return spinNs;
  }

  private async timed(record: (encoder: GPUCommandEncoder) => void): Promise<Sample> {
    const { device, stamps } = this;
    await checked(device, () => {
      const encoder = device.createCommandEncoder();
      record(encoder);
      stamps.collect(encoder);
      device.queue.submit([encoder.finish()]);
    });
    const [a, b, c, d] = await stamps.read();
    // Once exact, always exact.
    if (this.step !== 0) this.step = coarseStepNs([a, b, c, d].map(Number));
    return { spinNs: Number(b - a), timeNs: Number(d - c) };
  }
}

/** A copy between what the spin pass writes and what another one writes: each must wait for it. */
function keepApart(encoder: GPUCommandEncoder, { seed }: Spin, anchor: GPUBuffer | GPUTexture | undefined) {
  if (anchor instanceof GPUTexture) encoder.copyTextureToBuffer({ texture: anchor }, { buffer: seed }, [1]);
  else if (anchor) encoder.copyBufferToBuffer(anchor, 0, seed, 0, 4);
}
