// The instructions that a list scheduler may issue next. It looks at a window of them, as compilers do: what
// becomes ready while the window is full waits outside in source order, so that a segment of tens of thousands
// of independent instructions takes time in proportion to its length. The size of the window is our choice.

/** Far more than a compiler weighs against each other; segments of ordinary kernels never fill it. */
const WINDOW = 512;

export class ReadyList {
  /** Indices of the instructions to choose among, in no order. */
  readonly window: number[] = [];
  /** What is ready but outside the window: a binary heap, the first in source order on top. */
  private readonly outside: number[] = [];

  add(index: number): void {
    if (this.window.length < WINDOW && this.outside.length === 0) this.window.push(index);
    else this.addOutside(index);
  }

  /** Takes the instruction at a position of the window out. */
  take(position: number): number {
    const { window } = this;
    const index = window[position];
    window[position] = window.at(-1)!;
    window.pop();
    return index;
  }

  /** Fills the window up; to be called when what an issued instruction made ready has been added. */
  refill(): void {
    while (this.window.length < WINDOW && this.outside.length > 0) this.window.push(this.takeOutside());
  }

  private addOutside(index: number): void {
    const heap = this.outside;
    let at = heap.push(index) - 1;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (heap[parent] <= index) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = index;
  }

  private takeOutside(): number {
    const heap = this.outside;
    const first = heap[0];
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
      if (last <= heap[child]) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
