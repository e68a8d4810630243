// What a search knows of a configuration: its cost, as some model states it, and what of the configuration's
// resources that cost hangs on. Where the numbers come from is the evaluator's business.

import type { Point } from '../space/space.ts';

export interface Bottleneck {
  readonly resource: string;
  readonly kind: 'latency' | 'throughput' | 'launch' | 'occupancy' | 'tail';
  /** Relative change of the time per relative change of what the bottleneck names. */
  readonly elasticity: number;
}

export interface ResourceCost {
  readonly name: string;
  /** Share of the time in which the resource is busy, 0 to 1. */
  readonly utilization: number;
  /** What all requests to the resource come to, in units that are the same for all configurations. */
  readonly transactions: number;
}

export interface Cost {
  readonly timeNs: number;
  /** Absent where it takes an evaluator longer than the rest and nobody has asked for it yet: `Evaluator.bottleneck`. */
  readonly bottleneck?: Bottleneck;
  readonly resources: readonly ResourceCost[];
  /** Threads that are resident at once over those that could be, 0 to 1. */
  readonly occupancyFraction: number;
  readonly registersPerThread: number;
  /** Of the whole launch: fewer where each does the work of several. */
  readonly invocations: number;
  /** How much is done hangs on who came first, and changes with every configuration in a way that no model knows. */
  readonly isRace?: boolean;
}

/** How far occupancy can fall before something else holds the configuration back, and what that is. */
export interface SpareOccupancy {
  readonly occupancyFraction: number;
  readonly bottleneck: Bottleneck;
}

/** What becomes of one configuration. */
export interface Verdict {
  readonly cost?: Cost;
  /** Why there is no cost. */
  readonly refusal?: string;
  /** The same kernel was evaluated before, under another configuration: nothing was spent. */
  readonly isRepeated?: boolean;
}

export interface Evaluator {
  /** One verdict per point, in their order. */
  evaluate(points: readonly Point[]): Promise<readonly Verdict[]>;
  /** Told what will probably be evaluated, the likeliest first, so that processors with nothing else to do may begin. */
  expect?(points: Iterable<Point>): void;
  /** Of a point whose cost came without; undefined where it cannot be had any more. */
  bottleneck?(point: Point): Promise<Bottleneck | undefined>;
  /**
   * The biggest occupancy below the configuration's own at which its bottleneck is another; the least that
   * there is when none changes it; undefined where it cannot fall.
   */
  spareOccupancy(point: Point): Promise<SpareOccupancy | undefined>;
  /** Registers that each thread may have when this share of all threads is to be resident. */
  mostRegisters(occupancyFraction: number): number;
}

export function resourceOf(cost: Cost, name: string): ResourceCost {
  return cost.resources.find((each) => each.name === name) ?? { name, utilization: 0, transactions: 0 };
}
