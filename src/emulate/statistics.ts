// What an emulation counts. Every count is multiplied by the weight of the trace entry it came from, so that
// shortened loops count in full.

import type { CostTable } from './costs.ts';
import type { PreparedTrace } from './prepared-trace.ts';

export class Statistics {
  /** Warp instructions issued, by class of the program. */
  readonly byClass: Float64Array;
  /** Cycles of work given to each resource, by resource id. */
  readonly busy: Float64Array;
  /** Warp cycles spent waiting, by resource id: for a result, and for the resource to take a request. */
  readonly latencyStall: Float64Array;
  readonly busyStall: Float64Array;
  notSelected = 0;
  issued = 0;
  /** Warp cycles from the issue before to the issue of each instruction of the flat program. */
  readonly waitByInstruction: Float64Array;

  requests = 0;
  requestSectors = 0;
  l1Sectors = 0;
  l1Hits = 0;
  /** Cycles of work on the two ways to L2: the one that reads go, and the one that writes go. */
  l2PortBusy = 0;
  l2WriteBusy = 0;
  /** Cycles of packets to L2 beyond those that the bytes stored would fill: masks, sectors sent twice or in part. */
  l2WasteBusy = 0;
  /** Cycles in which pages were looked up. */
  translationBusy = 0;
  l2ReadSectors = 0;
  l2WriteSectors = 0;
  l2Hits = 0;
  dramReadSectors = 0;
  dramWriteSectors = 0;
  sharedRequests = 0;
  sharedConflicts = 0;
  /** Issues that were simulated, without weights. */
  simulatedIssues = 0;

  constructor(prepared: PreparedTrace, costs: CostTable) {
    this.byClass = new Float64Array(costs.latency.length);
    this.busy = new Float64Array(costs.instances.length);
    this.latencyStall = new Float64Array(costs.instances.length);
    this.busyStall = new Float64Array(costs.instances.length);
    this.waitByInstruction = new Float64Array(prepared.program.kind.length);
  }
}
