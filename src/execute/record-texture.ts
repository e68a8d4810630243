// Records accesses to textures: the sectors of all texels that the lanes touch, and how long the texture unit takes.

import type { SamplerState } from '../texture/sampler.ts';
import type { BoundTexture, TextureAccess } from './bound-texture.ts';
import { MOST_LANES } from './geometry.ts';
import { active, type LaneMask, listLanes } from './lanes.ts';
import { begin, insertSector, type WarpRecorder } from './recorder.ts';
import { firstTexels, NO_LANE, NO_TEXEL, OCTET_LANES } from './texture-passes.ts';

/** Places of the texels that the lanes of one access touch, collected lane by lane. */
export class TouchedTexels {
  addresses = new Int32Array(256);
  count = 0;
  /** Of each lane so far, where its texels start. */
  readonly starts = new Int32Array(MOST_LANES + 1);
  lanes = 0;

  startLane(): void {
    this.starts[this.lanes++] = this.count;
  }

  /** @param address byte from the texture's start in the blocked layout */
  add(address: number): void {
    if (this.count === this.addresses.length) {
      const grown = new Int32Array(2 * this.count);
      grown.set(this.addresses);
      this.addresses = grown;
    }
    this.addresses[this.count++] = address;
  }

  clear(): void {
    this.count = 0;
    this.lanes = 0;
  }
}

/** An access of the lanes of `mask`; empties `touched` for the next one. */
export function recordTexture(
  recorder: WarpRecorder,
  mask: LaneMask,
  touched: TouchedTexels,
  texture: BoundTexture,
  op: TextureAccess,
  sampler: SamplerState | undefined,
  baseSector: number,
): void {
  const count = listLanes(mask);
  const lanes = count === 0 ? 0 : active[count - 1] + 1;
  placeFirst(touched, lanes, count);
  begin(recorder, count, texture.passes(lanes, count, op, sampler));
  const first = recorder.sectorCount;
  let last = -1;
  for (let index = 0; index < touched.count; index++) {
    const sector = baseSector + (touched.addresses[index] >>> recorder.sectorShift);
    if (sector === last) continue;
    last = sector;
    recorder.reserveSectors();
    recorder.sectorCount = insertSector(recorder.sectors, first, recorder.sectorCount, sector);
  }
  touched.clear();
}

/** Where each lane's first texel lies, for `passes`. */
function placeFirst({ addresses, starts, count: end }: TouchedTexels, lanes: number, count: number): void {
  firstTexels.fill(NO_LANE, 0, lanes + OCTET_LANES);
  starts[count] = end;
  for (let at = 0; at < count; at++)
    firstTexels[active[at]] = starts[at] < starts[at + 1] ? addresses[starts[at]] : NO_TEXEL;
}
