// A loop that runs in full and is recorded in part: the first iterations and the last, and a block in the middle
// of each stretch between 2^n and 2^(n+1), whose entries carry the stretch's weight. What such a loop has found so
// far steers it, and stretches that double suit those that settle: how often something better than before comes
// along falls with the number of what was seen. When the loop turns out too long to run, what is left of it counts
// as one stretch of which only the block runs.

import type { WarpRecorder } from './recorder.ts';

/** Iterations recorded of each stretch, and of the loop's start and end. */
const BLOCK = 16;
const HEAD = 16;
const TAIL = 2;
/** Machine instructions that a warp executes, recorded or not, before its loops leave out their rest, ... */
const MOST_INSTRUCTIONS = 1_500_000;
/** ... and those of a loop that starts later, such as the inner one of two in its next round. */
const LATE_INSTRUCTIONS = 4_000;

export class SpreadRecording {
  private readonly recorder: WarpRecorder;
  private readonly weight: number;
  private readonly last: number;
  private readonly mostInstructions: number;
  /** The next iteration at which recording starts or stops. */
  private next = HEAD;
  private blockEnd = HEAD;
  private stretchEnd = HEAD;
  private isRecording = true;
  /** Iterations to leave out after the block. */
  private leftOut = 0;
  private entries = 0;
  private accesses = 0;
  private sectors = 0;

  constructor(recorder: WarpRecorder, trips: number) {
    this.recorder = recorder;
    this.weight = recorder.weight;
    this.last = trips - TAIL;
    this.mostInstructions = Math.max(MOST_INSTRUCTIONS, recorder.instructions + LATE_INSTRUCTIONS);
  }

  /** Called before iteration `index`; tells how many iterations to leave out at this point. */
  start(index: number): number {
    if (!this.isRecording) {
      this.rewind();
      if (this.recorder.instructions > this.mostInstructions) this.chooseRest(index);
    }
    if (index < this.next) return 0;
    const { leftOut } = this;
    if (this.isRecording) this.stop(index);
    if (index === this.next) {
      this.isRecording = true;
      this.next = this.blockEnd;
    }
    return leftOut;
  }

  /** Called after the last iteration. */
  end(): void {
    if (!this.isRecording) this.rewind();
  }

  private stop(index: number): void {
    const { recorder } = this;
    this.entries = recorder.entryCount;
    this.accesses = recorder.accessCount;
    this.sectors = recorder.sectorCount;
    this.isRecording = false;
    if (this.stretchEnd >= this.last) this.chooseTail(index);
    else this.choose();
  }

  /** Drops what was recorded since recording stopped. */
  private rewind(): void {
    const { recorder } = this;
    recorder.entryCount = this.entries;
    recorder.accessCount = this.accesses;
    recorder.sectorCount = this.sectors;
  }

  /** The next stretch, its block and their weight; too short a rest belongs to it. */
  private choose(): void {
    const first = this.stretchEnd;
    this.stretchEnd = this.last < 3 * first ? this.last : 2 * first;
    const length = this.stretchEnd - first;
    const recorded = Math.min(BLOCK, length);
    this.next = first + ((length - recorded) >> 1);
    this.blockEnd = this.next + recorded;
    this.recorder.weight = (this.weight * length) / recorded;
  }

  private chooseRest(index: number): void {
    const rest = this.last - index;
    if (rest <= BLOCK || this.stretchEnd === Infinity) return;
    this.next = index;
    this.blockEnd = index + BLOCK;
    this.leftOut = rest - BLOCK;
    this.recorder.weight = (this.weight * rest) / BLOCK;
    this.stretchEnd = Infinity;
  }

  /** After the last stretch, what remains is recorded as it is. */
  private chooseTail(index: number): void {
    this.next = this.leftOut > 0 ? index : this.last;
    this.leftOut = 0;
    this.blockEnd = Infinity;
    this.stretchEnd = Infinity;
    this.recorder.weight = this.weight;
  }
}
