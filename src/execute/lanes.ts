// Sets of a warp's lanes. Up to 32 lanes are the bits of a number, which generated code works on with operators.
// Larger warps have a word for every 32 lanes, and code made for them calls the functions of `wideSets`, which
// make new sets (mask-code.ts).

import { MOST_LANES } from './geometry.ts';

export type LaneMask = number | Int32Array;

const WORD_LANES = 32;

/** Words that a set takes. */
export function wordsPerMask(subgroupSize: number): number {
  return Math.ceil(subgroupSize / WORD_LANES);
}

/** Lanes 0 to `count` − 1 of a warp. */
export function firstLanes(count: number, subgroupSize: number): LaneMask {
  const word = (lanes: number): number => (lanes >= WORD_LANES ? -1 : (1 << Math.max(0, lanes)) - 1);
  if (subgroupSize <= WORD_LANES) return word(count);
  return Int32Array.from({ length: wordsPerMask(subgroupSize) }, (_, at) => word(count - WORD_LANES * at));
}

export function countLanes(mask: LaneMask): number {
  if (typeof mask === 'number') return countBits(mask);
  let count = 0;
  for (let word = 0; word < mask.length; word++) count += countBits(mask[word]);
  return count;
}

function countBits(word: number): number {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The lanes of the set that was listed last, ascending. */
export const active = new Uint8Array(MOST_LANES);
let activeCount = 0;
/** Accesses mostly come in sequences with one set: it is listed once. NaN for a set of several words. */
let listed = 0;

/** Writes the lanes of the set to `active`; returns how many there are. */
export function listLanes(mask: LaneMask): number {
  if (mask === listed) return activeCount;
  let count = 0;
  if (typeof mask === 'number') {
    for (let m = mask; m !== 0; m &= m - 1) active[count++] = 31 - Math.clz32(m & -m);
    listed = mask;
  } else {
    for (let word = 0; word < mask.length; word++) {
      for (let m = mask[word]; m !== 0; m &= m - 1) {
        active[count++] = WORD_LANES * word + 31 - Math.clz32(m & -m);
      }
    }
    listed = Number.NaN;
  }
  activeCount = count;
  return count;
}

export function hasLane(mask: LaneMask, lane: number): boolean {
  return ((typeof mask === 'number' ? mask >>> lane : mask[lane >>> 5] >>> (lane & 31)) & 1) !== 0;
}

/** The first lane of the set, -1 when there is none. */
export function lowestLane(mask: LaneMask): number {
  if (typeof mask === 'number') return 31 - Math.clz32(mask & -mask);
  const word = mask.findIndex((each) => each !== 0);
  return word < 0 ? -1 : WORD_LANES * word + lowestLane(mask[word]);
}

/** A new set of the same kind with the lanes of `list` for which `holds` is true. */
export function lanesWhere(mask: LaneMask, holds: (lane: number) => boolean): LaneMask {
  if (typeof mask === 'number') {
    let result = 0;
    for (let m = mask; m !== 0; m &= m - 1) if (holds(31 - Math.clz32(m & -m))) result |= m & -m;
    return result;
  }
  return mask.map((each, word) => lanesWhere(each, (lane) => holds(WORD_LANES * word + lane)) as number);
}

/** Lanes of `mask` that are not in `other`, of the same kind. */
export function lanesWithout(mask: LaneMask, other: LaneMask): LaneMask {
  return lanesWhere(mask, (lane) => !hasLane(other, lane));
}

/** Operations on sets of several words, by the names that generated code calls them. */
export const wideSets = {
  both: (a: Int32Array, b: Int32Array): Int32Array => a.map((word, at) => word & b[at]),
  either: (a: Int32Array, b: Int32Array): Int32Array => a.map((word, at) => word | b[at]),
  without: (a: Int32Array, b: Int32Array): Int32Array => a.map((word, at) => word & ~b[at]),
  isNone: (a: Int32Array): boolean => {
    for (let at = 0; at < a.length; at++) if (a[at] !== 0) return false;
    return true;
  },
  isSame: (a: Int32Array, b: Int32Array): boolean => {
    for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
    return true;
  },
};
