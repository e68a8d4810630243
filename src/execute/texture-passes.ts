// How long the texture unit takes for the lanes of one access, by where their texels lie: what a warp asks for is taken
// quad by quad, and lanes that meet in a bank of the cache take turns. The rules were read off microbench/textures,
// whose patterns each change one thing about how lanes lie; they are written in the blocked layout's own terms
// (src/texture/blocked-layout.ts): words of 4 bytes, 16 bytes of a row, lines of 128 bytes, pairs of lines below each other.
// Texels at random were not measured by themselves: that tags are looked up two at a time is a guess, which lookups in a
// volume at random (bench/sets/studied/grade) bear out.

import { MOST_LANES } from './geometry.ts';

export const QUAD_LANES = 4;
export const OCTET_LANES = 8;
/** A load of so wide texels takes its quads one by one. */
const WIDE_TEXEL_BYTES = 16;
const LINE_SHIFT = 7;
const LINE_PAIR_SHIFT = 8;
/** Bits of an address: the word of 16 bytes, the half of a line's row, the row of the line, the line of a pair. */
const WORD = 0b1100;
const HALF_ROW = 1 << 5;
const ROW = (1 << 4) | (1 << 6);
const LINE_OF_PAIR = 1 << 7;
/** The bits that name a bank, by who asks. */
const LOAD_BANKS = WORD | ROW;
const OCTET_BANKS = LOAD_BANKS | LINE_OF_PAIR;
const LOOKUP_BANKS = LOAD_BANKS | HALF_ROW;

/** By lane: its first texel's byte in the blocked layout, or one of the two below. */
export const firstTexels = new Int32Array(MOST_LANES + OCTET_LANES);
export const NO_LANE = -2;
/** The lane asks for what lies outside the texture. */
export const NO_TEXEL = -1;

/**
 * Texels by their place: eight lanes a pass, where their two quads find their banks free of each other's lines.
 * @param lanes of a warp, whose places `firstTexels` holds
 */
export function loadPasses(lanes: number, texelBytes: number): number {
  let passes = 0;
  for (let octet = 0; octet < lanes; octet += OCTET_LANES) {
    const first = quadOfLoad(octet, texelBytes);
    const second = quadOfLoad(octet + QUAD_LANES, texelBytes);
    const apart = texelBytes >= WIDE_TEXEL_BYTES ? 1 : sharedBanks(octet);
    passes += Math.max(first, second) + apart * Math.min(first, second);
  }
  return Math.ceil(passes);
}

/** Looked up through a sampler: a pass a quad and line pair of a bank, and no fewer than `least`. */
export function lookupPasses(lanes: number, least: number): number {
  let passes = 0;
  for (let quad = 0; quad < lanes; quad += QUAD_LANES)
    if (isActive(quad)) passes += Math.max(least, turns(quad, LOOKUP_BANKS, LINE_PAIR_SHIFT), tagTurns(quad));
  return Math.ceil(passes);
}

/** Neighbours in different halves of a line's row take turns, too. */
function quadOfLoad(quad: number, texelBytes: number): number {
  if (!isActive(quad)) return 0;
  const tags = tagTurns(quad);
  if (texelBytes >= WIDE_TEXEL_BYTES) return Math.max(tags, turns(quad, LOOKUP_BANKS, LINE_PAIR_SHIFT));
  const split = areHalves(quad) || areHalves(quad + 2) ? 2 : 1;
  return Math.max(tags, turns(quad, LOAD_BANKS, LINE_SHIFT) * split);
}

/** How many lines a bank has to give a quad's lanes one after the other, on average of those that they ask. */
function turns(quad: number, bankMask: number, lineShift: number): number {
  let [banks, lines] = [0, 0];
  for (let lane = quad; lane < quad + QUAD_LANES; lane++) {
    const at = firstTexels[lane];
    if (at < 0) continue;
    let [isNewBank, isNewLine] = [1, 1];
    for (let earlier = quad; earlier < lane; earlier++) {
      const before = firstTexels[earlier];
      if (before < 0 || ((before ^ at) & bankMask) !== 0) continue;
      isNewBank = 0;
      if (before >> lineShift === at >> lineShift) isNewLine = 0;
    }
    banks += isNewBank;
    lines += isNewLine;
  }
  return banks === 0 ? 1 : lines / banks;
}

/** Line pairs beside each other or below each other have their tags apart; others are looked up in turn. */
function tagTurns(quad: number): number {
  TAGS.fill(0);
  let turns = 1;
  for (let lane = quad; lane < quad + QUAD_LANES; lane++) {
    if (firstTexels[lane] < 0) continue;
    const pair = firstTexels[lane] >> LINE_PAIR_SHIFT;
    let isNew = true;
    for (let earlier = quad; earlier < lane; earlier++)
      if (firstTexels[earlier] >= 0 && firstTexels[earlier] >> LINE_PAIR_SHIFT === pair) isNew = false;
    if (isNew) turns = Math.max(turns, ++TAGS[pair & (TAGS.length - 1)]);
  }
  return turns;
}

const TAGS = new Uint8Array(4);

function areHalves(lane: number): boolean {
  const [one, other] = [firstTexels[lane], firstTexels[lane + 1]];
  if (one < 0 || other < 0 || ((one ^ other) & LOAD_BANKS) !== 0) return false;
  return one >> LINE_SHIFT === other >> LINE_SHIFT && ((one ^ other) & HALF_ROW) !== 0;
}

/** The share of its banks for which an octet's second quad waits for the first, which has other lines there. */
function sharedBanks(octet: number): number {
  let [asked, shared] = [0, 0];
  for (let lane = octet + QUAD_LANES; lane < octet + OCTET_LANES; lane++) {
    const at = firstTexels[lane];
    if (at < 0) continue;
    asked++;
    for (let other = octet; other < octet + QUAD_LANES; other++) {
      const before = firstTexels[other];
      if (before < 0 || ((before ^ at) & OCTET_BANKS) !== 0) continue;
      if (before >> LINE_PAIR_SHIFT === at >> LINE_PAIR_SHIFT) continue;
      shared++;
      break;
    }
  }
  return asked === 0 ? 0 : shared / asked;
}

function isActive(quad: number): boolean {
  for (let lane = quad; lane < quad + QUAD_LANES; lane++) if (firstTexels[lane] !== NO_LANE) return true;
  return false;
}
