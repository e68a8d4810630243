// How generated code writes down sets of lanes. Up to 32 lanes are a number and take operators; more are a typed
// array of words (lanes.ts), which is not changed once made, but for the sets that lane code adds to or takes from.
// In lane code `l` is the lane, `b` its bit and, in larger warps, `w` its word.

import { wordsPerMask } from './lanes.ts';

/** Texts of generated code; sets are given and returned as expressions. */
export interface MaskCode {
  /** Words of the arena that a set takes. */
  readonly words: number;
  readonly none: string;
  readonly every: string;
  /** New sets, which lane code may change. */
  readonly empty: string;
  copy(set: string): string;
  both(a: string, b: string): string;
  either(a: string, b: string): string;
  without(a: string, b: string): string;
  isNone(set: string): string;
  isSame(a: string, b: string): string;
  /** The set at a place of the arena. */
  read(slot: number): string;
  write(slot: number, set: string): string;
  /** Every lane or none, by a condition that they share. */
  writeUniform(slot: number, condition: string): string;
  /** For lane code: whether the lane is in the set, and statements that put it in or take it out. */
  has(set: string): string;
  add(set: string): string;
  drop(set: string): string;
  addAt(slot: number): string;
  dropAt(slot: number): string;
  /** A loop over the lanes of the set. */
  loop(set: string, lines: readonly string[]): string[];
}

export function maskCode(subgroupSize: number): MaskCode {
  const words = wordsPerMask(subgroupSize);
  return words === 1 ? oneWord : severalWords(words);
}

const oneWord: MaskCode = {
  words: 1,
  none: '0',
  every: '-1',
  empty: '0',
  copy: (set) => set,
  both: (a, b) => `${a} & ${b}`,
  either: (a, b) => `${a} | ${b}`,
  without: (a, b) => `${a} & ~${b}`,
  isNone: (set) => `${set} === 0`,
  isSame: (a, b) => `${a} === ${b}`,
  read: (slot) => `I[${slot}]`,
  write: (slot, set) => `I[${slot}] = ${set};`,
  writeUniform: (slot, condition) => `I[${slot}] = ${condition} ? -1 : 0;`,
  has: (set) => `(${set} & b) !== 0`,
  add: (set) => `${set} |= b;`,
  drop: (set) => `${set} &= ~b;`,
  addAt: (slot) => `I[${slot}] |= b;`,
  dropAt: (slot) => `I[${slot}] &= ~b;`,
  loop: (set, lines) => [
    `for (let m = ${set}; m !== 0; m &= m - 1) {`,
    'const b = m & -m;',
    'const l = 31 - Math.clz32(b);',
    ...lines,
    '}',
  ],
};

function severalWords(words: number): MaskCode {
  return {
    words,
    none: 'NO_LANES',
    every: 'ALL_LANES',
    empty: `new Int32Array(${words})`,
    copy: (set) => `${set}.slice()`,
    both: (a, b) => `both(${a}, ${b})`,
    either: (a, b) => `either(${a}, ${b})`,
    without: (a, b) => `without(${a}, ${b})`,
    isNone: (set) => `isNone(${set})`,
    isSame: (a, b) => `isSame(${a}, ${b})`,
    read: (slot) => `I.slice(${slot}, ${slot + words})`,
    write: (slot, set) => `I.set(${set}, ${slot});`,
    writeUniform: (slot, condition) => `I.fill(${condition} ? -1 : 0, ${slot}, ${slot + words});`,
    has: (set) => `(${set}[w] & b) !== 0`,
    add: (set) => `${set}[w] |= b;`,
    drop: (set) => `${set}[w] &= ~b;`,
    addAt: (slot) => `I[${slot} + w] |= b;`,
    dropAt: (slot) => `I[${slot} + w] &= ~b;`,
    loop: (set, lines) => [
      `for (let w = 0; w < ${words}; w++) {`,
      `for (let m = ${set}[w]; m !== 0; m &= m - 1) {`,
      'const b = m & -m;',
      'const l = 32 * w + 31 - Math.clz32(b);',
      ...lines,
      '}',
      '}',
    ],
  };
}
