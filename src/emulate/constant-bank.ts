// Words of constant banks that instructions name as operands. An SM keeps a few lines of the banks; one that it lacks
// comes through one port, and all warps that come to it until then wait for the same. Measured by
// bench/studies/constant-lines.ts: up to 32 lines of 64 bytes in eight sets cost nothing however often they are read; of
// more, or of more than four in one set, each costs 144 cycles each time.

import { Resource } from './costs.ts';
import type { i32 } from './integers.ts';
import { LinesInSets } from './lines-in-sets.ts';
import type { SmState } from './state.ts';

export interface BankCosts {
  /** By instruction: the line of the word that it names, -1 for none. */
  readonly lineOf: Int32Array;
  readonly lineCount: i32;
  /** How many an SM keeps. */
  readonly keptLines: i32;
  /** Cycles of the port for a line, and from when it begins with it until the words are there. */
  readonly lineCycles: number;
  readonly latencyCycles: number;
}

/** The lines that one SM has at hand. */
export class BankStore {
  readonly lines: LinesInSets;
  /** By line: when it is there. */
  readonly arrives: Float64Array;
  portFree = 0;

  constructor(costs: BankCosts) {
    this.lines = new LinesInSets(costs.keptLines);
    this.arrives = new Float64Array(costs.lineCount);
  }
}

/** When the word is there that the instruction names with which a warp goes on at `time`; 0 when it has been there. */
export function bankWordArrives(sm: SmState, slot: i32, instruction: i32, time: number): number {
  const { bank } = sm;
  const costs = sm.setup.costs.bank;
  if (bank === undefined || costs === undefined) return 0;
  const line = costs.lineOf[instruction];
  if (line < 0) return 0;
  if (!bank.lines.bring(line)) {
    const begins = Math.max(time, bank.portFree);
    bank.portFree = begins + costs.lineCycles;
    bank.arrives[line] = begins + costs.latencyCycles;
    sm.statistics.busy[Resource.immediate_constant] += costs.lineCycles * sm.weight[slot];
  }
  return bank.arrives[line] > time ? bank.arrives[line] : 0;
}
