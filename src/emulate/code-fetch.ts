// Where a warp's code comes from. An SM keeps code that ran lately; what it lacks comes line by line through one port
// from a larger cache, and what that one lacks from L2. Warps that run close together share what was fetched. A line
// is asked for when a warp begins with the one before it, so that straight code waits for the port alone; code that
// the SM has costs nothing.
//
// That few warps share a line which many run through, since the first of them run away from the others, takes longer
// to come about than emulation lasts: loops too long for the SM are up to a third too fast with many warps.

import { Resource } from './costs.ts';
import { type i32, integer } from './integers.ts';
import { LinesInSets } from './lines-in-sets.ts';
import type { SmState } from './state.ts';

export interface CodeCosts {
  readonly instructionsPerLine: number;
  readonly nearLines: i32;
  readonly farLines: i32;
  /** Cycles of the port for a line from the larger cache, and from L2. */
  readonly farLineCycles: number;
  readonly l2LineCycles: number;
}

/** The code of one SM. */
export class CodeStore {
  readonly near: LinesInSets;
  readonly far: LinesInSets;
  readonly lineOfInstruction: Int32Array;
  /** By line: when it is there; NaN before anybody asked for it. */
  readonly arrives: Float64Array;
  /** By warp slot: the line that it is in. */
  readonly lineOf: Int32Array;
  /** Whether code has to come the first time: short code does before an SM's warps are all there. */
  readonly isCold: boolean;
  portFree = 0;

  constructor(instructions: i32, slots: i32, costs: CodeCosts, isBeginning: boolean) {
    const lines = integer(Math.ceil(instructions / costs.instructionsPerLine));
    this.lineOfInstruction = new Int32Array(instructions);
    for (let instruction = 0; instruction < instructions; instruction++)
      this.lineOfInstruction[instruction] = integer(Math.floor(instruction / costs.instructionsPerLine));
    this.isCold = isBeginning && lines > costs.nearLines;
    this.near = new LinesInSets(costs.nearLines);
    this.far = new LinesInSets(costs.farLines);
    this.arrives = new Float64Array(lines).fill(Number.NaN);
    this.lineOf = new Int32Array(slots).fill(-1);
  }
}

/** When the instruction that a warp goes on with at `time` has been fetched; 0 when it is in the line of the last one. */
export function codeArrives(sm: SmState, slot: i32, instruction: i32, time: number): number {
  const { code } = sm;
  const costs = sm.setup.costs.code;
  if (code === undefined || costs === undefined) return 0;
  const line = code.lineOfInstruction[instruction];
  if (line === code.lineOf[slot]) return 0;
  code.lineOf[slot] = line;
  const arrives = bring(sm, code, costs, slot, line, time);
  if (line + 1 < code.arrives.length) bring(sm, code, costs, slot, line + 1, time);
  return arrives;
}

function bring(sm: SmState, code: CodeStore, costs: CodeCosts, slot: i32, line: i32, time: number): number {
  const isNew = Number.isNaN(code.arrives[line]);
  if (isNew) code.arrives[line] = 0;
  if (code.near.bring(line)) return code.arrives[line];
  const cycles = code.far.bring(line) ? costs.farLineCycles : costs.l2LineCycles;
  if (isNew && !code.isCold) return 0;
  code.portFree = Math.max(time, code.portFree) + cycles;
  code.arrives[line] = code.portFree;
  sm.statistics.busy[Resource.fetch] += cycles * sm.weight[slot];
  return code.portFree;
}
