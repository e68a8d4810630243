// A loop whose work changes along the way, such as the outer one of a triangle: the first iterations and the last are
// recorded, and of the rest the middle of each of a few equal stretches, whose entries carry the stretch's weight. The
// iterations between are left out. With work that grows evenly the middle stands for its stretch exactly, with work
// that grows with the square four stretches of which a block each is recorded are off by less than 2 %.

import type { WarpRecorder } from './recorder.ts';

const STRETCHES = 4;

export class StretchedRecording {
  private readonly recorder: WarpRecorder;
  private readonly weight: number;
  /** Iterations of a stretch that are recorded. */
  private readonly block: number;
  private readonly lengths: readonly number[];
  private stretch = 0;
  /** The next executed iteration in front of which iterations are left out. */
  private next: number;

  /**
   * @param trips iterations of the loop
   * @param head iterations at its start, and `tail` at its end, that are recorded with the weight of the loop
   * @param steady iterations recorded of the rest; less than what `head` and `tail` leave
   */
  constructor(recorder: WarpRecorder, trips: number, head: number, steady: number, tail: number) {
    this.recorder = recorder;
    this.weight = recorder.weight;
    this.block = Math.max(1, steady / STRETCHES);
    const rest = trips - head - tail;
    this.lengths = Array.from(
      { length: STRETCHES },
      (_, k) => Math.floor((rest * (k + 1)) / STRETCHES) - Math.floor((rest * k) / STRETCHES),
    );
    this.next = head;
  }

  /** Called before the executed iteration `index`; tells how many iterations to leave out at this point. */
  start(index: number): number {
    if (index !== this.next) return 0;
    const { lengths, stretch, block } = this;
    const ended = stretch === 0 ? 0 : this.behindBlock(stretch - 1);
    if (stretch === STRETCHES) {
      this.recorder.weight = this.weight;
      this.next = -1;
      return ended;
    }
    this.recorder.weight = (this.weight * lengths[stretch]) / block;
    this.next += block;
    this.stretch++;
    return ended + this.beforeBlock(stretch);
  }

  private beforeBlock(stretch: number): number {
    return (this.lengths[stretch] - this.block) >> 1;
  }

  private behindBlock(stretch: number): number {
    return this.lengths[stretch] - this.block - this.beforeBlock(stretch);
  }
}
