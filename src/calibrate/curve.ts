// A monotone function that is dear to evaluate: remembers every point, and finds where a height is crossed by
// false position, with a bisection in between for curves with corners and jumps.

interface Point {
  readonly value: number;
  readonly ns: number;
}

/** Places are found to this share at jumps, where no value gives the height. */
const FINEST = 2e-4;

export class Curve {
  /** Ascending values; the first and the last are the ends of the range. */
  private readonly points: Point[];
  private readonly evaluate: (value: number) => number;

  constructor(evaluate: (value: number) => number, low: number, high: number) {
    this.evaluate = evaluate;
    this.points = [low, high].map((value) => ({ value, ns: evaluate(value) }));
  }

  get low(): Point {
    return this.points[0];
  }

  get high(): Point {
    return this.points.at(-1)!;
  }

  at(value: number): number {
    return this.points[this.insert(value)].ns;
  }

  /** Where the curve comes within `toleranceNs` of `ns`; or on which side of the range that would be. */
  crossing(ns: number, toleranceNs: number): number | 'below' | 'above' {
    const isRising = this.high.ns > this.low.ns;
    const isBefore = (point: Point) => (isRising ? point.ns < ns : point.ns > ns);
    if (!isBefore(this.low)) return 'below';
    if (isBefore(this.high)) return 'above';
    for (let step = 0; ; step++) {
      const after = this.points.findIndex((point) => !isBefore(point));
      const [a, b] = [this.points[after - 1], this.points[after]];
      const near = [a, b].find((point) => Math.abs(point.ns - ns) <= toleranceNs);
      if (near) return near.value;
      if (b.value / a.value - 1 < FINEST) return Math.sqrt(a.value * b.value);
      const share = step % 2 === 0 ? (ns - a.ns) / (b.ns - a.ns) : 0.5;
      // Never so close to an end that the bracket hardly shrinks.
      const inside = Math.min(0.98, Math.max(0.02, share));
      const linear = a.value + inside * (b.value - a.value);
      this.insert(step % 2 === 0 ? linear : Math.sqrt(a.value * b.value));
    }
  }

  /** The index of the point at `value`, which is evaluated unless it is known. */
  private insert(value: number): number {
    const at = this.points.findIndex((point) => point.value >= value);
    if (at >= 0 && this.points[at].value === value) return at;
    const index = at < 0 ? this.points.length : at;
    this.points.splice(index, 0, { value, ns: this.evaluate(value) });
    return index;
  }
}
