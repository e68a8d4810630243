// Times what is recorded between two timestamps, each time right after a spin pass that proves the clock. It
// follows the rules of docs/measuring.md and remembers what the spin pass takes at full clock: a process may never see
// that clock, so what others saw before is asked for.

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

/** A spin pass at the full clock of a device. */
export interface FullClock {
  readonly iterations: number;
  readonly spinNs: number;
}

/** What other processes have seen of the device's clock. */
export interface ClockMemory {
  known(): FullClock | undefined;
  note(clock: FullClock): void;
}

const NO_MEMORY: ClockMemory = { known: () => undefined, note: () => {} };

export class Stopwatch {
  readonly isSoftware: boolean;
  private readonly device: GPUDevice;
  private readonly memory: ClockMemory;
  private readonly stamps: Stamps;
  private spin: Spin | undefined;
  /** What the clock that is held makes of the spin pass: the full one, or the highest that could be reached. */
  private heldNs = Number.POSITIVE_INFINITY;
  private fullNs = Number.POSITIVE_INFINITY;
  /** Of all timestamps so far. */
  private step: number | undefined;

  constructor(device: GPUDevice, isSoftware: boolean, memory = NO_MEMORY) {
    this.device = device;
    this.isSoftware = isSoftware;
    this.memory = memory;
    this.stamps = new Stamps(device, STAMPS);
  }

  /** Of the spin pass, at the clock that this process holds. */
  get fastestSpinNs(): number {
    return this.heldNs;
  }

  /** Of the spin pass, at the highest clock that this or another process has seen. */
  get fullSpinNs(): number {
    return this.fullNs;
  }

  /** What timestamps are rounded to, as far as is known; 0 where they are exact. */
  get stepNs(): number {
    return this.step ?? 0;
  }

  /**
   * Spins until the clock is known to be full, which right after other work is at once. When several ramps do not
   * get there, what they reached is held from here on; `fullSpinNs` still says what the device can. One is not enough:
   * behind compilations that kept all processors busy for ten seconds, an H200 was at a quarter of its clock after one.
   */
  async holdClock(): Promise<void> {
    const spin = await this.ready();
    if (this.isSoftware) return;
    if (this.heldNs === Number.POSITIVE_INFINITY) return await this.findClock(spin);
    const start = performance.now();
    let fastest = Number.POSITIVE_INFINITY;
    while (!isNoSlower(fastest, this.heldNs) && performance.now() - start < MOST_RAMPS * RAMP_MS)
      fastest = Math.min(fastest, await this.timeSpin(spin));
    if (!isNoSlower(this.heldNs, fastest)) await this.findClock(spin);
    else if (!isNoSlower(fastest, this.heldNs)) this.heldNs = fastest;
  }

  /** Spins until one ramp reaches no more than the one before. */
  private async findClock(spin: Spin): Promise<void> {
    let reached = Number.POSITIVE_INFINITY;
    for (let ramp = 0; ramp < MOST_RAMPS; ramp++) {
      const before = reached;
      reached = Math.min(before, await this.ramp(spin));
      if (isNoSlower(before, reached)) break;
    }
    if (spin.lengthen(reached)) {
      this.fullNs = Number.POSITIVE_INFINITY;
      return await this.findClock(spin);
    }
    this.heldNs = reached;
    if (reached < this.fullNs) this.memory.note({ iterations: spin.iterations, spinNs: reached });
    this.fullNs = Math.min(this.fullNs, reached);
  }

  /** What the spin pass takes after a ramp: the fastest but one, lest a slip of the timer be taken for a clock. */
  private async ramp(spin: Spin): Promise<number> {
    const times: number[] = [];
    const start = performance.now();
    while (times.length < 2 || performance.now() - start < RAMP_MS) times.push(await this.timeSpin(spin));
    return times.sort((a, b) => a - b)[1];
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
    if (this.spin) return this.spin;
    const known = this.isSoftware ? undefined : this.memory.known();
    this.spin = await Spin.create(
      this.device,
      this.isSoftware,
      (spin) => this.timeSpin(spin),
      () => this.stepNs > 0,
      known?.iterations,
    );
    if (known) this.heldNs = this.fullNs = known.spinNs;
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

/** Whether the clock was as high when a spin pass took `spinNs` as when one took `otherNs`. */
function isNoSlower(spinNs: number, otherNs: number): boolean {
  return isAtFullClock({ spinNs, timeNs: 0 }, otherNs);
}

/** A copy between what the spin pass writes and what another one writes: each must wait for it. */
function keepApart(encoder: GPUCommandEncoder, { seed }: Spin, anchor: GPUBuffer | GPUTexture | undefined) {
  if (anchor instanceof GPUTexture) encoder.copyTextureToBuffer({ texture: anchor }, { buffer: seed }, [1]);
  else if (anchor) encoder.copyBufferToBuffer(anchor, 0, seed, 0, 4);
}
