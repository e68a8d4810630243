// One kernel or app on several devices: the quickest in the first line, then what limits it where, then a row each.

import type { AppPrediction } from '../app/prediction.ts';
import { printable } from '../diagnostics/printable.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { Profile } from '../profile/profile.ts';
import { columnsOf, fitted, type Style, table, wrap } from './layout.ts';
import { describeBottleneck } from './limit-words.ts';
import { guessRemark } from './prediction-text.ts';
import { formatNumber, formatShare, formatTime, formatTimeRange } from './units.ts';
import { wordsOfVendors } from './vendor-words.ts';

type OnDevice = Prediction | AppPrediction;

const COLUMNS = columnsOf('device', '>time', '>band', '>of the best', 'limited by', '>occ.', '>regs');

/**
 * @param predictions of one launch or app, two at least; the quickest comes first in the table
 * @param profiles of their devices, whose vendors may have other words for what limits them
 */
export function devicesText(
  predictions: readonly OnDevice[],
  profiles: readonly Profile[],
  style: Style,
): string {
  const sorted = [...predictions].sort((a, b) => a.timeNs - b.timeNs);
  const [best, worst] = [sorted[0], sorted[sorted.length - 1]];
  const ratio = formatNumber(worst.timeNs / best.timeNs);
  const answer = `${printable(best.name)}: ${formatTime(best.timeNs)} on ${best.profile}; ${ratio} times as long on ${worst.profile}, the slowest of ${sorted.length} devices`;
  const rows = sorted.map((each) => rowOf(each, best));
  const warnings = [...new Set(predictions.flatMap((each) => each.warnings))];
  const profileOf = (name: string) => profiles.find((each) => each.name === name);
  const limits = sorted.map((each) => ({ text: limitOf(each), profile: profileOf(each.profile) }));
  const guesses = guessRemark(predictions.flatMap((each) => ('bottleneck' in each ? [each] : [])));
  return [
    style.bold(wrap(answer)),
    wrap(limitsOf(sorted)),
    '',
    table(COLUMNS, fitted(COLUMNS, rows), style),
    ...warnings.map((text) => style.warn(wrap(`warning: ${text}`, undefined, '  '))),
    ...(guesses === '' ? [] : ['', style.dim(wrap(guesses, undefined, '  '))]),
  ]
    .join('\n')
    .concat('\n', wordsOfVendors(limits, style));
}

/** More devices than these are counted: the table has what limits each. */
const MOST_NAMED = 4;

/** `limited by dram throughput on A, B; by l2 latency on C`, the most frequent first. */
function limitsOf(predictions: readonly OnDevice[]): string {
  const devices = new Map<string, string[]>();
  for (const each of predictions) {
    const limit = limitOf(each);
    devices.set(limit, [...(devices.get(limit) ?? []), each.profile]);
  }
  if (devices.size === 1) return `limited by ${[...devices.keys()][0]} on all`;
  const frequent = [...devices].sort(([, a], [, b]) => b.length - a.length);
  const parts = frequent.map(
    ([limit, names]) =>
      `by ${limit} on ${names.length > MOST_NAMED ? `${names.length} devices` : names.join(', ')}`,
  );
  return `limited ${parts.join('; ')}`;
}

/** Of an app that of the kernel with the largest share. */
function limitOf(each: OnDevice): string {
  if ('bottleneck' in each) return describeBottleneck(each.bottleneck);
  const [first] = each.kernels;
  return first === undefined
    ? 'nothing'
    : `${describeBottleneck(first.bottleneck)} in ${printable(first.pipeline)}`;
}

function rowOf(each: OnDevice, best: OnDevice): string[] {
  const isLaunch = 'bottleneck' in each;
  return [
    printable(each.profile),
    formatTime(each.timeNs),
    formatTimeRange(...each.errorBandNs).replace(' to ', '–'),
    formatNumber(each.timeNs / best.timeNs),
    limitOf(each),
    isLaunch ? formatShare(each.occupancy.fraction) : '',
    isLaunch ? String(each.registersPerThread) : '',
  ];
}
