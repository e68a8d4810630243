// How right the model's times are: each measured configuration beside its forecast, by table and by kind of dispatch.

import { kendall } from '../../src/validate/correlation.ts';
import { forecastTable } from '../../src/wavefront/forecast.ts';
import { type Configuration, phasesOf } from '../../src/wavefront/phases.ts';
import { type KernelKnots, type KernelTable, tableOf, timesOf } from './evaluation.ts';
import type { MeasuredTables } from './measured.ts';

/** What most of a configuration's dispatches are, or that one workgroup has a part of the table besides. */
export type Kind = 'one workgroup' | 'single diagonals' | 'several diagonals' | 'tiles' | 'part of a band';

export const KINDS: readonly Kind[] = [
  'one workgroup',
  'single diagonals',
  'several diagonals',
  'tiles',
  'part of a band',
];

export interface Compared {
  readonly table: KernelTable;
  readonly kind: Kind;
  readonly predictedNs: number;
  readonly measuredNs: number;
}

export interface Accuracy {
  readonly configurations: number;
  /** Mean of |predicted - measured| / measured. */
  readonly error: number;
  /** Median of predicted / measured. */
  readonly ratio: number;
  /** Kendall's tau-b; it says something within one table only. */
  readonly tau: number;
}

export function compared({ instances }: MeasuredTables, { tables, gaps }: KernelKnots): Compared[] {
  return instances.flatMap((instance) => {
    const table = tableOf(instance, tables);
    if (!table) return [];
    return instance.configurations.map((each) => ({
      table,
      kind: kindOf(table, each),
      // Timestamps stand around the pass: what lies before it is not in them.
      predictedNs: forecastTable(table, each, timesOf(table), gaps).timeNs - gaps.startNs,
      measuredNs: each.timeNs,
    }));
  });
}

function kindOf(table: KernelTable, configuration: Configuration): Kind {
  const { band, tile, diagonals } = configuration;
  if (band < 0) return 'one workgroup';
  const { opening, closing } = phasesOf(table, configuration);
  if (opening.strips + closing.strips > 0) return 'part of a band';
  if (tile > 1) return 'tiles';
  return diagonals > 1 ? 'several diagonals' : 'single diagonals';
}

/** @throws RangeError where there is nothing to compare */
export function accuracyOf(all: readonly Compared[]): Accuracy {
  if (all.length === 0) throw new RangeError('no configuration was measured');
  const ratios = all.map(({ predictedNs, measuredNs }) => predictedNs / measuredNs);
  return {
    configurations: all.length,
    error: ratios.reduce((sum, each) => sum + Math.abs(each - 1), 0) / all.length,
    ratio: ratios.sort((a, b) => a - b)[Math.floor(all.length / 2)],
    tau: kendall(
      all.map(({ predictedNs }) => predictedNs),
      all.map(({ measuredNs }) => measuredNs),
    ),
  };
}
