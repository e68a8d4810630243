// Seeded random choices: the same seed gives the same kernel, on every machine.

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** 32 random bits (splitmix32). */
  bits(): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  }

  /** From 0 to `below` - 1. */
  below(below: number): number {
    return this.bits() % below;
  }

  /** From `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True once in `n` times. */
  once(n: number): boolean {
    return this.below(n) === 0;
  }

  choose<T>(options: readonly T[]): T {
    return options[this.below(options.length)]!;
  }
}
