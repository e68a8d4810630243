// What a search found, as text: the answer in the first line, then how it got there, then the best few.

import { printable } from '../diagnostics/printable.ts';
import type { DeviceLimits } from '../launch/device-limits.ts';
import type { Cost } from '../search/cost.ts';
import type { Move } from '../search/moves.ts';
import type { SearchResult } from '../search/search.ts';
import type { Step, StopReason } from '../search/step.ts';
import type { Point, Space } from '../space/space.ts';
import { columnsOf, fitted, type Style, table, wrap } from './layout.ts';
import { describeBottleneck } from './limit-words.ts';
import { limitsText } from './limits-text.ts';
import { formatNumber, formatShare, formatTime } from './units.ts';

export interface SearchReport {
  readonly name: string;
  readonly profile: string;
  readonly space: Space;
  readonly result: SearchResult;
  /** Limits beyond WebGPU's defaults that the winner needs. */
  readonly requiredLimits: Readonly<Partial<DeviceLimits>>;
  /** Where the winner was written. */
  readonly written?: readonly string[];
}

const SHOWN = 5;

export function searchText(report: SearchReport, style: Style): string {
  const { space, result } = report;
  const parts = [
    style.bold(wrap(answer(report))),
    wrap(effort(result)),
    '',
    ...reasoning(space, result).map((line) => wrap(line, 100, '    ')),
    ...preference(result),
    '',
    best(report, style),
  ];
  const limits = limitsText(report.requiredLimits);
  if (limits.length > 0) parts.push('', ...limits.map((line) => wrap(line)));
  if (report.written) parts.push('', `written: ${report.written.map(printable).join(', ')}`);
  return `${parts.join('\n')}\n`;
}

/** The best configuration, its time and what it gains. */
function answer(report: SearchReport): string {
  const { name, profile, space, result } = report;
  const { base, best } = result;
  const where = `${printable(name)} on ${profile}`;
  const time = formatTime(best.cost.timeNs);
  const isBase = base !== undefined && samePoint(base.point, best.point);
  if (isBase) return `${where}: ${time} as it is; ${nothingBetter(report)}`;
  const changed = base ? describeChange(space, base.point, best.point) : describe(space, best.point);
  return `${where}: ${time} with ${changed}${gainText(result)}`;
}

/** What the change promises: the prediction, and what of it may be expected. */
function gainText({ base, best, expectedGain }: SearchResult): string {
  if (base === undefined || expectedGain === undefined) return '';
  const [gain, low, high] = [expectedGain.gain, expectedGain.low, expectedGain.high].map(formatNumber);
  const predicted = formatNumber(base.cost.timeNs / best.cost.timeNs);
  return `, ${predicted} times as fast as it is by prediction; expect ${gain} (${low} to ${high})`;
}

function nothingBetter({ space, result: { base, ranking } }: SearchReport): string {
  const [quickest] = ranking;
  if (quickest.cost.timeNs >= base!.cost.timeNs)
    return `nothing quicker was found (${describe(space, base!.point)})`;
  const changed = describeChange(space, base!.point, quickest.point);
  const gain = formatNumber(base!.cost.timeNs / quickest.cost.timeNs);
  const why = base!.cost.isRace
    ? 'counts for nothing, as how much is done hangs on who comes first; only measuring tells'
    : "is within the model's error";
  return `the most that was found, ${gain} times as fast with ${changed}, ${why}`;
}

function effort({ points, evaluations, refused, end, algorithm }: SearchResult): string {
  const how = {
    whole: 'that is all of them',
    rule: 'then the printed rule ended the search',
    budget: 'then the budget was spent',
    time: 'then time was up',
  }[end];
  const name = algorithm === 'saake' ? ' by the printed algorithm' : '';
  const no = refused.length > 0 ? `, ${refused.length} refused` : '';
  return `${evaluations} kernels evaluated${name} for ${points} configurations${no}; ${how}. Nothing was run.`;
}

function reasoning(space: Space, { base, steps }: SearchResult): string[] {
  const start = base
    ? [`from ${describe(space, base.point)}: ${formatTime(base.cost.timeNs)}, ${state(base.cost)}`]
    : [];
  return [...start, ...steps.map((step) => stepText(space, step))];
}

/** Why the quickest of all is not the answer. */
function preference({ base, best, ranking, algorithm }: SearchResult): string[] {
  const quickest = ranking[0].cost;
  if (algorithm === 'saake' || best === base || best.cost.timeNs === quickest.timeNs) return [];
  const apart = formatShare(best.cost.timeNs / quickest.timeNs - 1);
  const [own, its] = [best.cost, quickest].map((cost) => formatShare(cost.occupancyFraction));
  const occupancy = own === its ? '' : `, at occupancy ${own} instead of ${its}`;
  const text = `chosen: ${apart} slower than the quickest by prediction, which is no difference to rely on${occupancy}`;
  return [wrap(text, 100, '    ')];
}

function state({ bottleneck, occupancyFraction }: Cost): string {
  const limit = bottleneck ? `limited by ${describeBottleneck(bottleneck)}, ` : '';
  return `${limit}occupancy ${formatShare(occupancyFraction)}`;
}

/** Empty where nobody has asked for it. */
export function limitOf({ bottleneck }: Cost): string {
  return bottleneck ? describeBottleneck(bottleneck) : '';
}

/** One step of the reasoning in one line. */
export function stepText(space: Space, step: Step): string {
  switch (step.kind) {
    case 'latency': {
      const { bottleneck, utilization, unit, unitUtilization, wantedFactor } = step;
      const trial = `${describeMove(space, unit)} keeps it busy ${formatNumber(utilization)} → ${formatNumber(unitUtilization)}`;
      const far =
        unit.direction.target === undefined ? `, ${formatNumber(wantedFactor)} times would fill it` : '';
      return `${describeBottleneck(bottleneck)} ${strength(bottleneck.elasticity)}: ${trial}${far} → ${describeChange(space, step.from, step.to)}`;
    }
    case 'throughput': {
      const { bottleneck, spare, occupancyFraction, mostRegisters, resource, expectedRatio } = step;
      const room =
        spare === undefined
          ? `no occupancy to spare of ${formatShare(occupancyFraction)}`
          : `occupancy ${formatShare(occupancyFraction)} → ${formatShare(spare.occupancyFraction)} can be spared, then ${describeBottleneck(spare.bottleneck)} limits`;
      const saved = `${formatNumber(1 / expectedRatio)} times fewer ${resource} transactions expected`;
      return `${describeBottleneck(bottleneck)} ${strength(bottleneck.elasticity)}: ${room} (${mostRegisters} registers) → ${describeChange(space, step.from, step.to)}: ${saved} of ${step.candidates} that fit`;
    }
    case 'arrival': {
      const verdict = step.isBest ? 'the best at this occupancy so far' : 'no better';
      return `  ${formatTime(step.timeNs)} at occupancy ${formatShare(step.occupancyFraction)}: ${verdict}`;
    }
    case 'stop':
      return `stop: ${STOPS[step.reason]}`;
    case 'improvement': {
      const { from, to, fromNs, timeNs, evaluations } = step;
      return `after ${evaluations} evaluations: ${formatTime(fromNs)} → ${formatTime(timeNs)} with ${describeChange(space, from, to)}`;
    }
  }
}

const STOPS: Readonly<Record<StopReason, string>> = {
  'worse-at-lower-occupancy': 'occupancy has fallen again, and the best before it was no better',
  'nothing-raises-utilization': 'no move keeps busier what is waited for',
  'nothing-saves-transactions': 'nothing that fits needs fewer transactions',
  'no-resource': 'what limits is no resource that a move could relieve',
  refused: 'the launch itself has no prediction',
  budget: 'the budget is spent',
};

function strength(elasticity: number): string {
  return elasticity.toFixed(2);
}

const COLUMNS = columnsOf('configuration', '>time', '>speed-up', 'limited by', '>occ.', '>regs');

function best({ space, result }: SearchReport, style: Style): string {
  const { base, ranking } = result;
  const shown = [result.best, ...ranking.filter((each) => each !== result.best)].slice(0, SHOWN);
  if (base && !shown.includes(base)) shown.push(base);
  const rows = shown.map(({ point, cost }) => [
    base
      ? point === base.point
        ? 'as it is'
        : describeValues(space, base.point, point)
      : describe(space, point),
    formatTime(cost.timeNs),
    base ? formatNumber(base.cost.timeNs / cost.timeNs) : '',
    limitOf(cost),
    formatShare(cost.occupancyFraction),
    String(cost.registersPerThread),
  ]);
  return table(COLUMNS, fitted(COLUMNS, rows), style);
}

function samePoint(a: Point, b: Point): boolean {
  return a.every((index, at) => index === b[at]);
}

/** All parameters by name. */
export function describe({ parameters }: Space, point: Point): string {
  return parameters.map(({ name, values }, at) => `${name} ${values[point[at]]}`).join(', ');
}

/** Those parameters that differ. */
export function describeChange({ parameters }: Space, from: Point, to: Point): string {
  const changed = parameters.filter((_, at) => from[at] !== to[at]);
  const named = changed.map((parameter) => {
    const at = parameters.indexOf(parameter);
    return `${parameter.name} ${parameter.values[from[at]]} → ${parameter.values[to[at]]}`;
  });
  return named.join(', ') || 'no change';
}

/** What differs from the base, as it is then. */
function describeValues({ parameters }: Space, base: Point, point: Point): string {
  const changed = parameters.flatMap(({ name, values }, at) =>
    base[at] === point[at] ? [] : [`${name} ${values[point[at]]}`],
  );
  return changed.join(', ') || 'as it is';
}

function describeMove({ parameters }: Space, { direction, to }: Move): string {
  const { name, values } = parameters[direction.parameter];
  return `${name} ${values[to[direction.parameter]]}`;
}
