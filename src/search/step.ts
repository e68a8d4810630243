// The reasoning of a search as data: what it saw, what it concluded from that, and what came of it. Texts are
// made of it in `report/`.

import type { Point } from '../space/space.ts';
import type { Bottleneck, SpareOccupancy } from './cost.ts';
import type { Move } from './moves.ts';

/** A resource's latency bounds: the direction that keeps the resource busiest, as far as fills it. */
export interface LatencyStep {
  readonly kind: 'latency';
  readonly from: Point;
  readonly bottleneck: Bottleneck;
  readonly utilization: number;
  /** The unit move that raises the utilisation most, and to what. */
  readonly unit: Move;
  readonly unitUtilization: number;
  /** The distance at which, by linear extrapolation, the resource is busy all the time. */
  readonly wantedFactor: number;
  readonly to: Point;
}

/** A resource's throughput bounds: the fewest transactions among what fits the occupancy that can be spared. */
export interface ThroughputStep {
  readonly kind: 'throughput';
  readonly from: Point;
  readonly bottleneck: Bottleneck;
  readonly occupancyFraction: number;
  readonly spare?: SpareOccupancy;
  readonly mostRegisters: number;
  /** Whose transactions were minimised. */
  readonly resource: string;
  /** Configurations that fit, by extrapolation. */
  readonly candidates: number;
  /** Expected transactions of the chosen one over those of `from`. */
  readonly expectedRatio: number;
  readonly moves: readonly Move[];
  readonly to: Point;
}

/** What a move led to. */
export interface ArrivalStep {
  readonly kind: 'arrival';
  readonly at: Point;
  readonly timeNs: number;
  readonly occupancyFraction: number;
  /** The quickest at this occupancy so far. */
  readonly isBest: boolean;
}

export interface StopStep {
  readonly kind: 'stop';
  readonly at: Point;
  readonly bottleneck?: Bottleneck;
  readonly reason: StopReason;
}

export type StopReason =
  /** The printed stop rule: occupancy fell and the best at the one before was better or equal. */
  | 'worse-at-lower-occupancy'
  /** No move raises the utilisation of what bounds by its latency. */
  | 'nothing-raises-utilization'
  /** No configuration that fits needs fewer transactions. */
  | 'nothing-saves-transactions'
  /** What bounds is no resource that moves could relieve. */
  | 'no-resource'
  | 'refused'
  | 'budget';

/** The second phase found something quicker. */
export interface ImprovementStep {
  readonly kind: 'improvement';
  readonly from: Point;
  readonly to: Point;
  readonly fromNs: number;
  readonly timeNs: number;
  readonly evaluations: number;
}

export type Step = LatencyStep | ThroughputStep | ArrivalStep | StopStep | ImprovementStep;
