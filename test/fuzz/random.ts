// The fuzzer's only source of chance: a small generator whose seed is made of the run's seed, the format and
// the input's number, so that any input can be made again on its own.

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** A u32 (mulberry32: a counter and a mixing function). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  }

  /** From 0 to `count` - 1; 0 for an empty range. */
  below(count: number): number {
    return count > 0 ? this.next() % count : 0;
  }

  pick<T>(list: ArrayLike<T>): T {
    return list[this.below(list.length)]!;
  }

  /** True once in `n` times. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  /** 1, 2, 3, … each half as likely as the one before. */
  few(): number {
    return 1 + Math.clz32(this.next() | 1);
  }
}

/** The generator of input `index` of a run. */
export function randomOf(seed: number, format: string, index: number): Random {
  let mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  for (const character of format) mixed = Math.imul(mixed ^ character.charCodeAt(0), 0x01000193);
  const random = new Random(mixed);
  random.next();
  return random;
}
