// Records accesses to textures: the sectors of all texels that the lanes touch, and how long the texture unit takes.

import type { SamplerState } from '../texture/sampler.ts';
import type { BoundTexture, TextureAccess } from './bound-texture.ts';
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

const LINE_SECTORS_SHIFT = 2;

/**
 * An access of the lanes of `mask`; empties `touched` for the next one. Its passes are those of the lanes, but at least
 * one for each line that it reads, as lanes far from each other take turns.
 */
export function recordTexture(
  recorder: WarpRecorder,
  mask: LaneMask,
  touched: TouchedTexels,
  texture: BoundTexture,
  op: TextureAccess,
  sampler: SamplerState | undefined,
  baseSector: number,
): void {
  const lanes = countLanes(mask);
  const access = recorder.accessCount;
  const passes = texture.passes(lanes, op, sampler);
  begin(recorder, lanes, passes);
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
  if (op !== 'store') recorder.accessPasses[access] = Math.max(passes, linesFrom(recorder, first));
}

/** Distinct lines of the sectors from `first` on, which ascend. */
function linesFrom({ sectors, sectorCount }: WarpRecorder, first: number): number {
  let lines = 0;
  let last = -1;
  for (let index = first; index < sectorCount; index++) {
    const line = sectors[index] >>> LINE_SECTORS_SHIFT;
    if (line !== last) lines++;
    last = line;
  }
  return lines;
}
