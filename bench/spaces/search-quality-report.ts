// The table of `search-quality.ts`, and what it comes to over all spaces.

import type { Configuration } from '../../src/space/space.ts';
import { fitGainDoubt, type Gain, type GainDoubt } from './gain-doubt-fit.ts';

export interface Row {
  readonly name: string;
  readonly configurations: number;
  readonly measured: number;
  readonly evaluations: number;
  readonly searchSeconds: number;
  readonly pick: Configuration;
  readonly best: Configuration;
  readonly bestNs: number;
  readonly pickNs: number;
  readonly pickPredictedNs: number;
  readonly bestPredictedNs: number;
  readonly baseNs: number;
  /** What the model likes best of all that was measured, were there no budget. */
  readonly favouriteNs: number;
  readonly favouritePredictedNs: number;
  /** The best of ten random measurements, on average. */
  readonly randomNs: number;
  readonly kendall: number;
  readonly spearman: number;
  readonly refusedByModel: number;
  /** Over the base, of all that the model predicted. */
  readonly gains: readonly Gain[];
  /** Measured times by configuration. */
  readonly times: ReadonlyMap<string, number>;
}

/** Shares of the best measured speed, geometric means. */
export interface Summary {
  readonly spaces: number;
  readonly pick: number;
  readonly favourite: number;
  readonly base: number;
  readonly random: number;
  readonly kendall: number;
  readonly spearman: number;
  /** What holds of predicted gains. */
  readonly doubt: GainDoubt;
  /** The best single change that several kernels allow, each other tunable as the launch has it. */
  readonly fixed?: {
    readonly configuration: string;
    readonly spaces: number;
    readonly share: number;
    readonly pick: number;
  };
}

export function summaryOf(rows: readonly Row[]): Summary {
  const share = (timeOf: (row: Row) => number) => geometricMean(rows.map((row) => row.bestNs / timeOf(row)));
  const mean = (amountOf: (row: Row) => number) =>
    rows.reduce((sum, row) => sum + amountOf(row), 0) / rows.length;
  const fixed = bestFixed(rows);
  return {
    spaces: rows.length,
    pick: share((row) => row.pickNs),
    favourite: share((row) => row.favouriteNs),
    base: share((row) => row.baseNs),
    random: share((row) => row.randomNs),
    kendall: mean((row) => row.kendall),
    spearman: mean((row) => row.spearman),
    doubt: fitGainDoubt(rows.map(({ gains }) => gains).filter((gains) => gains.length > 0)),
    ...(fixed ? { fixed } : {}),
  };
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Kernels are comparable where their spaces have the same parameters; the largest such group counts. */
function bestFixed(rows: readonly Row[]): Summary['fixed'] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const names = Object.keys(row.best).sort().join(',');
    groups.set(names, [...(groups.get(names) ?? []), row]);
  }
  const group = [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  if (group.length < 2) return undefined;
  const [first, ...others] = group;
  const common = [...first.times.keys()].filter((key) =>
    others.every((row) => Number.isFinite(row.times.get(key))),
  );
  const shares = common.map((key) => ({
    configuration: key,
    share: geometricMean(group.map((row) => row.bestNs / row.times.get(key)!)),
  }));
  const best = shares.sort((a, b) => b.share - a.share)[0];
  if (best === undefined) return undefined;
  const pick = geometricMean(group.map((row) => row.bestNs / row.pickNs));
  return { ...best, spaces: group.length, pick };
}

export function reportText(rows: readonly Row[], summary: Summary): string {
  const head = ['space', 'conf.', 'eval.', 's', 'best', 'pick', 'model', 'base', 'random', 'tau', 'rho'];
  const cells = rows.map((row) => [
    row.name,
    String(row.configurations),
    String(row.evaluations),
    row.searchSeconds.toFixed(1),
    `${(row.bestNs / 1000).toFixed(1)}`,
    ...[row.pickNs, row.favouriteNs, row.baseNs, row.randomNs].map((time) => (row.bestNs / time).toFixed(3)),
    row.kendall.toFixed(2),
    row.spearman.toFixed(2),
  ]);
  const total = ['all', '', '', '', ''].concat(
    [summary.pick, summary.favourite, summary.base, summary.random].map((share) => share.toFixed(3)),
    [summary.kendall.toFixed(2), summary.spearman.toFixed(2)],
  );
  const worst = [...rows].sort((a, b) => b.pickNs / b.bestNs - a.pickNs / a.bestNs).slice(0, 3);
  const lines = columns([head, ...cells, total]);
  const explained = worst.map((row) => {
    const time = (ns: number) => `${(ns / 1000).toFixed(1)} µs`;
    return `${row.name}: picked ${JSON.stringify(row.pick)}, ${time(row.pickNs)} (predicted ${time(row.pickPredictedNs)}); best ${JSON.stringify(row.best)}, ${time(row.bestNs)} (predicted ${time(row.bestPredictedNs)})`;
  });
  const { fixed } = summary;
  const single = fixed
    ? `best single configuration of ${fixed.spaces} kernels with the same tunables: ${fixed.configuration}, ${fixed.share.toFixed(3)} of the best speed; search on these ${fixed.pick.toFixed(3)}`
    : 'no two kernels have the same tunables';
  const meaning =
    'best in µs; pick (what search chose), model (its favourite of all), base and random (ten measurements, on average) as shares of the best speed';
  const { keep, error, errorPerGain } = summary.doubt;
  const held = `of the logarithm of predicted gains ${keep.toFixed(2)} holds, with an error of ${error.toFixed(3)} and ${errorPerGain.toFixed(3)} of the gain's logarithm besides`;
  return `${[...lines, '', meaning, held, single, '', 'farthest from the best:', ...explained].join('\n')}\n`;
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  '),
  );
}
