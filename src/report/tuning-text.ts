// What a tuning run found, as text: the answer in the first line, then what it took, why the winner wins, which
// of its changes matter, and who found what.

import type { Comparison } from '../analyze/diagnosis.ts';
import { printable } from '../diagnostics/printable.ts';
import type { DeviceLimits } from '../launch/device-limits.ts';
import type { Space } from '../space/space.ts';
import type { Confirmation } from '../tune/confirm.ts';
import type { Importance } from '../tune/importance.ts';
import type { Objective } from '../tune/objective.ts';
import type { End } from '../tune/progress.ts';
import type { Saturation, SearchTimes, SizePoint } from '../tune/saturation.ts';
import type { Finding, TuningProgress, TuningResult } from '../tune/tuner.ts';
import { columnsOf, fitted, type Style, table, wrap } from './layout.ts';
import { limitsText } from './limits-text.ts';
import { describe, describeChange } from './search-text.ts';
import { formatNumber, formatShare, formatTime } from './units.ts';

export interface SaturationReport {
  /** The param that is the size. */
  readonly name: string;
  /** Made at the chosen size. */
  readonly trials: number;
  readonly saturation: Saturation;
  readonly times: SearchTimes;
  readonly saving: number;
  /** Sizes that there is no kernel for, and why. */
  readonly skipped: readonly string[];
}

/** What tuning found, with what it rests on. */
export interface TuningReport {
  readonly name: string;
  readonly device: string;
  /** Times are predicted, not measured. */
  readonly isModel: boolean;
  readonly space: Space;
  readonly points: number;
  readonly objective: Objective;
  readonly result: TuningResult;
  readonly confirmation: Confirmation;
  readonly importances: readonly Importance[];
  /** The winner's predicted time by what it is spent on, beside the base's. */
  readonly why?: { readonly timeNs: number; readonly against: Comparison } | undefined;
  /** Kernels that the model evaluated beforehand. */
  readonly modelEvaluations: number;
  /** Sentences about what the reader should know. */
  readonly notes: readonly string[];
  readonly saturation?: SaturationReport;
  /** Limits beyond WebGPU's defaults that the winner needs. */
  readonly requiredLimits: Readonly<Partial<DeviceLimits>>;
  readonly written?: readonly string[] | undefined;
}

export function tuningText(report: TuningReport, style: Style): string {
  const parts = [style.bold(wrap(answer(report))), wrap(effort(report)), ...confirmed(report)];
  if (report.saturation) parts.push(wrap(saturationText(report.saturation)));
  for (const line of limitsText(report.requiredLimits)) parts.push(wrap(line));
  for (const note of report.notes) parts.push(style.warn(wrap(`note: ${note}`)));
  const sections = [
    importanceTable(report, style),
    whyTable(report, style),
    techniqueTable(report, style),
    report.saturation && curveTable(report.saturation, style),
  ];
  for (const section of sections) if (section !== undefined) parts.push('', section);
  if (report.written) parts.push('', `written: ${report.written.map(printable).join(', ')}`);
  return `${parts.join('\n')}\n`;
}

/** One line while it runs. */
export function progressText(
  { trials, secondsLeft, base, best }: TuningProgress,
  space: Space,
  objective: Objective,
): string {
  const gain = objective.costOf(base.value) / objective.costOf(best.value);
  const left = secondsLeft === undefined ? '' : `, ${formatTime(secondsLeft * 1e9)} left`;
  const found =
    best.technique === 'base'
      ? ''
      : ` by ${best.technique}: ${describeChange(space, base.point, best.point)}`;
  return `${trials} trials${left}; best ${valueText(best, objective)}, ${formatNumber(gain)}x${found}`;
}

export function valueText({ value, evaluation }: Finding, { isTime, text }: Objective): string {
  if (isTime) return formatTime(value);
  return `${text} = ${formatNumber(value)} (${formatTime(evaluation.timeNs!)})`;
}

function answer(report: TuningReport): string {
  const { space, objective, confirmation } = report;
  const { base, winner, gain, isCertain } = confirmation;
  const where = `${printable(report.name)} on ${printable(report.device)}${report.isModel ? ' (predicted)' : ''}`;
  const value = valueText(winner, objective);
  if (!isCertain) {
    const was = valueText(base, objective);
    return `${where}: ${was} as it is (${describe(space, base.point)}); nothing better was found`;
  }
  const times = objective.isTime ? 'times as fast as it is' : 'times as good as it is';
  const change = describeChange(space, base.point, winner.point);
  return `${where}: ${value}, ${formatNumber(gain)} ${times} (${valueText(base, objective)}), with ${change}`;
}

const ENDS: Readonly<Record<End, string>> = {
  trials: 'the budget of trials was spent',
  seconds: 'the time was up',
  settled: 'it stopped because no gain was likely any more',
  exhausted: 'no configuration is left to try',
  interrupted: 'it was interrupted; --resume goes on',
  store: 'it stopped because trials could no longer be written down',
};

function effort({ result, points, modelEvaluations }: TuningReport): string {
  const { trials, seconds, failed, reused, end } = result;
  const failures = [...failed].map(([status, count]) => `${count} ${FAILURES[status]}`);
  const known = reused > 0 ? `, ${reused} known from earlier runs` : '';
  const model = modelEvaluations > 0 ? `, after the model had looked at ${modelEvaluations}` : '';
  const bad = failures.length > 0 ? ` (${failures.join(', ')})` : '';
  return `${trials} of ${points} configurations tried${bad} in ${formatTime(seconds * 1e9)}${known}${model}; ${ENDS[end]}.`;
}

const FAILURES: Readonly<Record<string, string>> = {
  timeout: 'did not end',
  compile: 'did not compile',
  runtime: 'failed on the device',
  correctness: 'gave a wrong result',
  constraints: 'refused',
};

function confirmed({ confirmation, space }: TuningReport): string[] {
  const { finalists, rounds, rejected } = confirmation;
  if (rounds === 0) return [];
  const lines = [
    `The best few and the base (${finalists} in all) were measured again, ${rounds} times in turn.`,
  ];
  for (const { point, message } of rejected) lines.push(`Out: ${describe(space, point)}: ${message}.`);
  return lines.map((line) => wrap(line));
}

const IMPORTANCE = columnsOf('change', '>without it', '');

function importanceTable(
  { importances, space, confirmation }: TuningReport,
  style: Style,
): string | undefined {
  if (importances.length === 0) return undefined;
  const { base, winner } = confirmation;
  const changeOf = (parameter: number) => {
    const { name, values } = space.parameters[parameter];
    return `${name} ${values[base.point[parameter]]} → ${values[winner.point[parameter]]}`;
  };
  const rows = importances.map(({ parameters, factor, message }) => {
    const change = parameters.map(changeOf).join(', ');
    if (factor === undefined) return [change, '', message ?? ''];
    return [change, `${formatNumber(factor)}x`, factor < LEAST_EFFECT ? 'does not matter' : ''];
  });
  return table(IMPORTANCE, fitted(IMPORTANCE, rows), style);
}

/** A smaller effect is within what measurements differ by. */
const LEAST_EFFECT = 1.01;

const WHY = columnsOf('by the model, time goes to', '>winner', '>as it is');
const MOST_PARTS = 5;

function whyTable({ why }: TuningReport, style: Style): string | undefined {
  if (!why) return undefined;
  const { timeNs, against } = why;
  if (timeNs >= against.timeNs) {
    const times = `${formatTime(timeNs)}, and ${formatTime(against.timeNs)} as it is`;
    return wrap(`The model does not say why: it expects ${times}.`);
  }
  const rows = against.parts
    .filter((part) => Math.abs(part.timeNs - part.otherNs) > 0.01 * against.timeNs)
    .slice(0, MOST_PARTS)
    .map((part) => [part.reason, formatTime(part.timeNs), formatTime(part.otherNs)]);
  rows.push(['all', formatTime(timeNs), formatTime(against.timeNs)]);
  return table(WHY, fitted(WHY, rows), style);
}

const TECHNIQUES = columnsOf('technique', '>trials', '>were best');

function techniqueTable({ result }: TuningReport, style: Style): string | undefined {
  const rows = result.techniques
    .filter(({ technique, trials }) => trials > 0 && technique !== 'base')
    .map(({ technique, trials, bests }) => [technique, String(trials), String(bests)]);
  return rows.length === 0 ? undefined : table(TECHNIQUES, fitted(TECHNIQUES, rows), style);
}

/** What the size that was tuned at is, or why it is the target's own. */
export function saturationText({
  name,
  trials,
  saturation,
  times,
  saving,
  skipped,
}: SaturationReport): string {
  const { curve, chosen, verdict } = saturation;
  const [at, target] = [curve[chosen].size, curve.at(-1)!.size];
  const left = skipped.length > 0 ? ` Left out: ${skipped.join('; ')}.` : '';
  if (chosen === curve.length - 1) {
    const why = {
      rising: 'the device is not yet full there: it does more per unit of time than at any smaller size',
      falling: 'it does less per unit of time there than at smaller sizes, which are in another regime',
      saturates: 'no other size was tried',
    }[verdict];
    return `Tuned at ${name} = ${target} itself: ${why}.${left}`;
  }
  const spent = times.curveSeconds + times.searchSeconds + times.confirmSeconds;
  const ratio = curve.at(-1)!.timeNs / curve[chosen].timeNs;
  const [took, instead] = [spent, times.targetSeconds].map((seconds) => formatTime(seconds * 1e9));
  const cost =
    saving > 1
      ? `${formatNumber(saving)} times less than the about ${instead} that tuning there would have taken`
      : `tuning there would have taken about ${instead}`;
  return `Tuned at ${name} = ${at} in ${trials} trials, where the device is as busy as at ${target} and a run is ${formatNumber(ratio)} times shorter; the best few were then tried at ${target}. All in all ${took}: ${cost}.${left}`;
}

const CURVE = columnsOf('>size', '>time', '>throughput', '');

function curveTable({ saturation: { curve, chosen } }: SaturationReport, style: Style): string {
  const throughput = ({ work, timeNs }: SizePoint) => work / timeNs;
  const target = throughput(curve.at(-1)!);
  const rows = curve.map((point, i) => [
    String(point.size),
    formatTime(point.timeNs),
    formatShare(throughput(point) / target),
    i === chosen ? 'tuned here' : '',
  ]);
  return table(CURVE, rows, style);
}
