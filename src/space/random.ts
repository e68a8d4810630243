// Random numbers that are the same on every machine for the same seed: xoshiro128++ (Blackman and Vigna,
// 2019) over 32-bit integers. Nothing uses transcendental functions, whose last bits engines may choose.

/** Mixes a counter into 32 well-spread bits (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** FNV-1a over the text's UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const rotate = (bits: number, by: number): number => (bits << by) | (bits >>> (32 - by));

const TWO_32 = 4294967296;

/** The same numbers for the same seed everywhere. */
export class Random {
  private readonly state = new Int32Array(4);

  /** The fraction of a seed counts as well as bits above 32. */
  constructor(seed: number) {
    const [low, high, fraction] = [seed % TWO_32, Math.floor(seed / TWO_32) % TWO_32, (seed % 1) * TWO_32];
    for (let i = 0; i < 4; i++) {
      this.state[i] = mix(mix(mix(Math.floor(low) + i * 0x9e3779b9) ^ high) + Math.floor(fraction));
    }
    // The one state that the generator never leaves.
    if (this.state.every((word) => word === 0)) this.state[0] = 1;
  }

  private word(): number {
    const s = this.state;
    const [a, b, c, d] = [s[0], s[1], s[2], s[3]];
    const result = (rotate((a + d) | 0, 7) + a) >>> 0;
    s[2] = c ^ a;
    s[3] = d ^ b;
    s[1] = b ^ s[2];
    s[0] = a ^ s[3];
    s[2] = s[2] ^ (b << 9);
    s[3] = rotate(s[3], 11);
    return result;
  }

  /** Uniform in [0, 1), with 53 random bits. */
  next(): number {
    return ((this.word() >>> 5) * 67108864 + (this.word() >>> 6)) / 9007199254740992;
  }

  /** Uniform over 0 … n − 1. */
  integer(n: number): number {
    return Math.floor(this.next() * n);
  }

  /**
   * Normally distributed with mean 0 and deviation 1, by comparisons of uniform numbers alone (algorithm N of
   * Karney, "Sampling exactly from the normal distribution", 2016).
   */
  normal(): number {
    for (;;) {
      let whole = 0;
      while (this.chanceOfExponential(0.5)) whole++;
      if (!this.times(whole * (whole - 1), 0.5)) continue;
      const part = this.next();
      if (!this.times(whole + 1, (part * (2 * whole + part)) / (2 * whole + 2))) continue;
      return this.word() >= TWO_32 / 2 ? whole + part : -(whole + part);
    }
  }

  /** True with probability e^(−count · x), for x from 0 to 1. */
  private times(count: number, x: number): boolean {
    for (let i = 0; i < count; i++) if (!this.chanceOfExponential(x)) return false;
    return true;
  }

  /** True with probability e^(−x), for x from 0 to 1 (von Neumann: the length of a falling run is even). */
  private chanceOfExponential(x: number): boolean {
    let last = x;
    for (let isEven = true; ; isEven = !isEven) {
      const next = this.next();
      if (next >= last) return isEven;
      last = next;
    }
  }

  /** Puts the items into random order, in place. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      [items[i], items[j]] = [items[j]!, items[i]!];
    }
    return items;
  }

  /** A generator of its own that depends on the label and on what was drawn so far; nothing is drawn. */
  fork(label: string): Random {
    const fork = new Random(hashText(label));
    for (let i = 0; i < 4; i++) fork.state[i] = mix(fork.state[i] ^ mix(this.state[i] + i));
    if (fork.state.every((word) => word === 0)) fork.state[0] = 1;
    return fork;
  }
}
