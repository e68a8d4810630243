// Which workgroups the SM runs that ends last. Where workgroups differ and there are few of them, the launch takes
// as long as its slowest SM: all workgroups are handed out as the hardware does it, each with the work of the
// executed workgroup nearest to it in the grid, and the list of the SM that ends last is what is then emulated.

import type { Trace } from '../execute/trace.ts';
import type { WorkSpread } from './imbalance.ts';

export interface SmShape {
  /** SMs that have work, and workgroups that each holds at once. */
  readonly sms: number;
  readonly residents: number;
  /** Warps that keep an SM busy when all run: what a lone warp takes over what the busiest unit needs of it. */
  readonly saturatingWarps: number;
}

export interface SlowestSm {
  /** Executed workgroups, as positions in the trace, in the order in which the SM starts them. */
  readonly sources: Int32Array;
  /** When it ends, in instructions of a lone warp. */
  readonly instructions: number;
  /** That over when SMs end on average. */
  readonly lastOverMean: number;
}

/**
 * The list of the SM that ends last.
 * @param nearest for each workgroup of the launch the executed one that stands for it
 */
export function slowestSm(nearest: Int32Array, spread: WorkSpread, shape: SmShape): SlowestSm {
  const { sms, residents } = shape;
  const queues = Array.from({ length: sms }, () => new SmQueue(spread, shape.saturatingWarps));
  const total = nearest.length;
  let next = 0;
  for (let round = 0; round < residents; round++)
    for (let sm = 0; sm < sms && next < total; sm++) queues[sm].start(nearest[next++]);
  const nextEnds = Float64Array.from(queues, (queue) => queue.nextEnd);
  while (next < total) {
    const first = firstToEnd(nextEnds);
    queues[first].endNext();
    queues[first].start(nearest[next++]);
    nextEnds[first] = queues[first].nextEnd;
  }
  const ends = queues.map((queue) => queue.end());
  const last = ends.indexOf(Math.max(...ends));
  const mean = ends.reduce((sum, each) => sum + each, 0) / sms;
  return {
    sources: Int32Array.from(queues[last].started),
    instructions: ends[last],
    lastOverMean: mean === 0 ? 1 : ends[last] / mean,
  };
}

/** The queue whose next workgroup ends first; of several the one with the lowest number. */
function firstToEnd(nextEnds: Float64Array): number {
  let first = 0;
  for (let queue = 1; queue < nextEnds.length; queue++) if (nextEnds[queue] < nextEnds[first]) first = queue;
  return first;
}

/**
 * One SM as a server that its warps share. A workgroup takes the time of its longest warp while the SM is not full;
 * beyond `saturatingWarps` all go slower together.
 */
class SmQueue {
  readonly started: number[] = [];
  private readonly spread: WorkSpread;
  private readonly saturatingWarps: number;
  private readonly left: number[] = [];
  private readonly warps: number[] = [];
  private clock = 0;

  constructor(spread: WorkSpread, saturatingWarps: number) {
    this.spread = spread;
    this.saturatingWarps = saturatingWarps;
  }

  start(executed: number): void {
    const { work, longestWarp } = this.spread;
    this.started.push(executed);
    this.left.push(longestWarp[executed]);
    this.warps.push(longestWarp[executed] > 0 ? work[executed] / longestWarp[executed] : 0);
  }

  /** When its next workgroup ends, in instructions of a lone warp. */
  get nextEnd(): number {
    if (this.left.length === 0) return this.clock;
    return this.clock + Math.min(...this.left) * this.slowdown;
  }

  private get slowdown(): number {
    return Math.max(1, this.warps.reduce((sum, each) => sum + each, 0) / this.saturatingWarps);
  }

  endNext(): void {
    const done = Math.min(...this.left);
    this.clock = this.nextEnd;
    const at = this.left.indexOf(done);
    for (let index = 0; index < this.left.length; index++) this.left[index] -= done;
    this.left.splice(at, 1);
    this.warps.splice(at, 1);
  }

  /** When all that was started has ended. */
  end(): number {
    while (this.left.length > 0) this.endNext();
    return this.clock;
  }
}

/** For each workgroup of the launch the executed one nearest to it in the grid, as its position in the trace. */
export function nearestExecuted({ workgroupIndex, totalWorkgroups, dispatch }: Trace): Int32Array {
  const [width, height] =
    dispatch && dispatch[0] * dispatch[1] * dispatch[2] === totalWorkgroups ? dispatch : [totalWorkgroups, 1];
  const xOf = (index: number) => index % width;
  const yOf = (index: number) => Math.floor(index / width) % height;
  const zOf = (index: number) => Math.floor(index / width / height);
  const [xs, ys, zs] = [xOf, yOf, zOf].map((of) => Float64Array.from(workgroupIndex, of));
  return Int32Array.from({ length: totalWorkgroups }, (_, index) => {
    const [x, y, z] = [xOf(index), yOf(index), zOf(index)];
    let best = 0;
    let least = Infinity;
    for (let executed = 0; executed < xs.length; executed++) {
      const distance = (xs[executed] - x) ** 2 + (ys[executed] - y) ** 2 + (zs[executed] - z) ** 2;
      if (distance >= least) continue;
      least = distance;
      best = executed;
    }
    return best;
  });
}
