// The state of a cache beside L1 in an emulation: what it holds, when that is there, and when its one port is free.

import type { i32 } from './integers.ts';
import { L1Cache } from './l1.ts';

export class PortedCache {
  readonly lines: L1Cache;
  /** When the data of a line is there, and from where. */
  readonly ready: Float64Array;
  readonly from: Uint8Array;
  portFree = 0;

  constructor(lineCount: i32, capacityLines: i32) {
    this.lines = new L1Cache(lineCount, capacityLines, new Uint16Array(0), 0);
    this.ready = new Float64Array(lineCount);
    this.from = new Uint8Array(lineCount);
  }
}
