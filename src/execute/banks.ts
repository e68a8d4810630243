// How the lanes of an access meet in the data banks, which hold words of 4 bytes in turn. The banks serve groups of
// lanes one after the other, each as long as its bank with the most distinct words. The rule for a device:
//
// - A group has as many lanes as fill a row, one word in each bank: 32 lanes by 4 bytes, 16 by 8 and 8 by 16 with
//   32 banks; with half the banks half as many.
// - Banks of workgroup memory that serve several words per pass do so for lanes that want several: all groups
//   together take so many times fewer passes. Single words they serve as banks of a word do.
// - L1 serves as many lanes together, and nothing is gained by those of two groups that want the same. One that
//   delivers half a row per cycle serves whatever is wider than a word in groups of a quarter of as many lanes as there
//   are banks: two half rows, wherever they lie, do not meet.
//
// Besides: where each lane of a load has the address of the next lane, or of the next but one, groups are twice as
// large; and a wide load from workgroup memory takes at least as many cycles as the warp has groups, be they empty.
// What was measured: docs/accuracy.md, "What the rules of the model rest on".

import { type Geometry, MOST_LANES, WORD_BYTES } from './geometry.ts';
import { active, type LaneMask, listLanes } from './lanes.ts';

const MOST_BANKS = 128;
/** Words of one lane. */
const MOST_WORDS = 8;

/** Lanes that are served together. */
function groupSize({ bankCount }: Geometry, bytes: number): number {
  if (bytes <= WORD_BYTES) return bankCount;
  const lanes = ((bankCount * WORD_BYTES) / bytes) | 0;
  return 1 << (31 - Math.clz32(Math.max(1, lanes)));
}

/** Passes where banks serve as many words of a lane at once as they are wide. */
function atOnce({ bankBytes }: Geometry, bytes: number, passes: number): number {
  return bankBytes === WORD_BYTES ? passes : Math.ceil((passes * WORD_BYTES) / Math.min(bankBytes, bytes));
}

/** Cycles of the data banks for an access to workgroup memory. */
export function sharedPasses(
  geometry: Geometry,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  bytes: number,
  isStore: boolean,
): number {
  const count = listLanes(mask);
  if (count === 0) return 0;
  const { bankCount } = geometry;
  const group = groupSize(geometry, bytes);
  if (bytes <= WORD_BYTES) return passesOfGroups(bankCount, count, addresses, offset, bytes, group);
  if (isStore) {
    return atOnce(geometry, bytes, passesOfGroups(bankCount, count, addresses, offset, bytes, group));
  }
  const isPaired = arePaired(count, addresses, offset, 1) || arePaired(count, addresses, offset, 2);
  const lanes = isPaired ? 2 * group : group;
  const passes = passesOfGroups(bankCount, count, addresses, offset, bytes, lanes);
  return atOnce(geometry, bytes, Math.max(Math.ceil(geometry.subgroupSize / lanes), passes));
}

/** The same for a store to one address, or a load of a word from one. */
export function uniformSharedPasses(geometry: Geometry, mask: LaneMask, bytes: number): number {
  const groups = groupsAmong(listLanes(mask), groupSize(geometry, bytes));
  return bytes <= WORD_BYTES ? groups : atOnce(geometry, bytes, groups);
}

/** The same for loads from one address, by their bytes, as long as any lane takes part; 0 where it depends on which. */
export function uniformLoadPasses(geometry: Geometry): Uint8Array {
  const { subgroupSize } = geometry;
  return Uint8Array.from({ length: MOST_WORDS * WORD_BYTES + 1 }, (_, bytes) => {
    const group = groupSize(geometry, bytes);
    if (bytes <= WORD_BYTES) return subgroupSize <= group ? 1 : 0;
    return atOnce(geometry, bytes, Math.ceil(subgroupSize / (2 * group)));
  });
}

/** Cycles of the data banks for a buffer, as far as lanes meet in banks. */
export function bufferPasses(
  geometry: Geometry,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
  bytes: number,
): number {
  const { bankCount, l1Words = bankCount } = geometry;
  const isWhole = l1Words === bankCount;
  const group = isWhole ? groupSize(geometry, bytes) : bytes <= WORD_BYTES ? l1Words : l1Words >> 1;
  const count = listLanes(mask);
  const passes = passesOfGroups(bankCount, count, addresses, offset, bytes, group);
  return isWhole ? passes : Math.ceil((passes * l1Words) / bankCount);
}

/** How many groups of `lanes` lanes have any in the set. */
export function groupsWithLanes(mask: LaneMask, lanes: number): number {
  return groupsAmong(listLanes(mask), lanes);
}

function groupsAmong(count: number, groupLanes: number): number {
  let groups = 0;
  let end = 0;
  for (let at = 0; at < count; at++) {
    if (active[at] < end) continue;
    groups++;
    end = (active[at] & -groupLanes) + groupLanes;
  }
  return groups;
}

/** True when no lane differs from its partner, `distance` apart, where both take part. */
function arePaired(count: number, addresses: Int32Array, offset: number, distance: number): boolean {
  for (let at = 0; at < count; at++) {
    const lane = active[at];
    const partner = lane ^ distance;
    for (let next = at + 1; next < count && active[next] <= partner; next++) {
      if (active[next] === partner && addresses[offset + lane] !== addresses[offset + partner]) return false;
    }
  }
  return true;
}

function passesOfGroups(
  bankCount: number,
  count: number,
  addresses: Int32Array,
  offset: number,
  bytes: number,
  groupLanes: number,
): number {
  let passes = 0;
  for (let at = 0; at < count; ) {
    const first = at;
    const end = (active[at] & -groupLanes) + groupLanes;
    let low = 2147483647;
    let high = -2147483648;
    for (; at < count && active[at] < end; at++) {
      const address = addresses[offset + active[at]];
      if (address < low) low = address;
      if (address > high) high = address;
    }
    // Words within one row of the banks cannot meet in a bank.
    const isOneRow = ((high + bytes - 1) >> 2) - (low >> 2) < bankCount;
    passes += isOneRow ? 1 : busiestBank(bankCount, first, at, addresses, offset, bytes);
  }
  return passes;
}

const bankStamp = new Int32Array(MOST_BANKS);
const bankFilled = new Int32Array(MOST_BANKS);
/** Distinct words of each bank: the first of all banks, then the second of all. */
const bankWords = new Int32Array(MOST_LANES * Math.max(MOST_BANKS, MOST_WORDS));
let stamp = 0;

/** The most distinct words that a bank must serve for the lanes `first` to `end` of the list. */
function busiestBank(
  bankCount: number,
  first: number,
  end: number,
  addresses: Int32Array,
  offset: number,
  bytes: number,
): number {
  stamp = (stamp + 1) | 0;
  let most = 0;
  let previous = -1;
  for (let at = first; at < end; at++) {
    const address = addresses[offset + active[at]];
    if (address === previous) continue;
    previous = address;
    const last = (address + bytes - 1) >>> 2;
    for (let word = address >>> 2; word <= last; word++) {
      const bank = word & (bankCount - 1);
      if (bankStamp[bank] !== stamp) {
        bankStamp[bank] = stamp;
        bankFilled[bank] = 0;
      }
      const filled = bankFilled[bank];
      let known = 0;
      while (known < filled && bankWords[known * bankCount + bank] !== word) known++;
      if (known === filled) {
        bankWords[filled * bankCount + bank] = word;
        bankFilled[bank] = filled + 1;
        if (filled >= most) most = filled + 1;
      }
    }
  }
  return most;
}

/** The most lanes of `mask` that go to one bank of words. */
export function lanesPerBank(
  { bankCount }: Geometry,
  mask: LaneMask,
  addresses: Int32Array,
  offset: number,
): number {
  const count = listLanes(mask);
  stamp = (stamp + 1) | 0;
  let most = 0;
  for (let at = 0; at < count; at++) {
    const bank = (addresses[offset + active[at]] >>> 2) & (bankCount - 1);
    const lanes = (bankStamp[bank] === stamp ? bankFilled[bank] : 0) + 1;
    bankStamp[bank] = stamp;
    bankFilled[bank] = lanes;
    if (lanes > most) most = lanes;
  }
  return most;
}
