// Records accesses to textures: the sectors of all texels that the lanes touch, and how long the texture unit takes.

import { countLanes, type LaneMask } from './lanes.ts';
import { begin, insertSector, type WarpRecorder } from './recorder.ts';

/** Places of the texels that the lanes of one access touch, collected lane by lane. */
export class TouchedTexels {
  addresses = new Int32Array(256);
  count = 0;

  /** @param address byte from the texture's start in the blocked layout */
  add(address: number): void {
    if (this.count === this.addresses.length) {
      const grown = new Int32Array(2 * this.count);
      grown.set(this.addresses);
      this.addresses = grown;
    }
    this.addresses[this.count++] = address;
  }
}

/** The texture unit serves so many lanes at a time. */
const QUAD_LANES = 4;

/**
 * An access of the lanes of `mask`. Its passes are quads of lanes times `passesPerQuad`.
 * Empties `touched` for the next one.
 */
export function recordTexture(
  recorder: WarpRecorder,
  mask: LaneMask,
  touched: TouchedTexels,
  passesPerQuad: number,
  baseSector: number,
): void {
  const lanes = countLanes(mask);
  begin(recorder, lanes, Math.ceil(lanes / QUAD_LANES) * passesPerQuad);
  const first = recorder.sectorCount;
  let last = -1;
  for (let index = 0; index < touched.count; index++) {
    const sector = baseSector + (touched.addresses[index] >>> recorder.sectorShift);
    if (sector === last) continue;
    last = sector;
    recorder.reserveSectors();
    recorder.sectorCount = insertSector(recorder.sectors, first, recorder.sectorCount, sector);
  }
  touched.count = 0;
}
