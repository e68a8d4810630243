// What a search over the kernels of an app found, as text: what it gains of the whole in the first line, then the
// kernels, then those that have nothing to vary.

import { printable } from '../diagnostics/printable.ts';
import type { ExpectedGain } from '../search/doubt.ts';
import type { Configuration } from '../space/space.ts';
import {
  changesSection,
  endSection,
  type KernelLeftOut,
  leftOutSection,
  NAME_WIDTH,
} from './app-kernels-text.ts';
import { speedup } from './diagnosis-words.ts';
import { columnsOf, type Style, shorten, table, wrap } from './layout.ts';
import { formatShare, formatTime } from './units.ts';

/** The JSON contract: fields may be added, never renamed. */
export interface AppSearchReport {
  readonly schema: 'kernelcast/app-search@1';
  readonly name: string;
  readonly profile: string;
  /** Of the app as it is, and by prediction with all that was found. */
  readonly timeNs: number;
  readonly changedNs: number;
  readonly gain: number;
  /** Of the whole app, as if the model erred on all kernels alike. */
  readonly expectedGain: ExpectedGain;
  readonly evaluations: number;
  readonly end: 'whole' | 'budget' | 'time';
  /** The largest share first. */
  readonly kernels: readonly SearchedKernel[];
  readonly notSearched: readonly KernelLeftOut[];
  readonly warnings: readonly string[];
  readonly written?: readonly string[];
}

export interface SearchedKernel {
  readonly pipeline: string;
  readonly share: number;
  readonly dispatches: number;
  readonly configurations: number;
  readonly evaluations: number;
  /** What differs from the kernel as it is; empty where it is best left so. */
  readonly best: Configuration;
  /** Of the dispatch that takes longest. */
  readonly baseNs: number;
  readonly timeNs: number;
  readonly expectedGain: ExpectedGain | null;
  /** Of the app's time, over all dispatches of the kernel. */
  readonly savedNs: number;
  readonly gain: number;
}

const MOST_ROWS = 24;

export function appSearchText(report: AppSearchReport, style: Style): string {
  const { kernels, notSearched } = report;
  const changed = kernels.filter(({ savedNs }) => savedNs > 0);
  return [
    style.bold(wrap(answer(report, changed.length))),
    wrap(effort(report)),
    '',
    kernelTable(kernels, style),
    ...changesSection(changed, style),
    ...leftOutSection('Not searched', notSearched, style),
    ...endSection(report, style),
  ]
    .join('\n')
    .concat('\n');
}

function answer({ name, profile, timeNs, changedNs, gain, expectedGain }: AppSearchReport, changed: number) {
  const where = `${printable(name)} on ${profile}`;
  if (changed === 0) return `${where}: ${formatTime(timeNs)} as it is; nothing better to rely on was found`;
  const expected = `expect ${speedup(expectedGain.gain)} (${speedup(expectedGain.low)} to ${speedup(expectedGain.high)})`;
  const what = `${changed} changed ${changed === 1 ? 'kernel' : 'kernels'}`;
  return `${where}: ${formatTime(timeNs)} → ${formatTime(changedNs)} with ${what}, ${speedup(gain)} by prediction; ${expected}`;
}

function effort({ evaluations, end, kernels }: AppSearchReport): string {
  const how = {
    whole: 'that is all there is',
    budget: 'then the budget was spent',
    time: 'then time was up',
  }[end];
  const of = `${kernels.length} ${kernels.length === 1 ? 'kernel' : 'kernels'}`;
  return `${evaluations} configurations of ${of} evaluated; ${how}. Nothing was run.`;
}

function kernelTable(kernels: readonly SearchedKernel[], style: Style): string {
  const rows = kernels.slice(0, MOST_ROWS).map((each) => {
    const isChanged = each.savedNs > 0;
    const { expectedGain: expected } = each;
    return [
      shorten(printable(each.pipeline), NAME_WIDTH),
      formatShare(each.share),
      `${each.evaluations} of ${each.configurations}`,
      formatTime(each.baseNs),
      isChanged ? formatTime(each.timeNs) : 'as it is',
      isChanged && expected
        ? `${speedup(expected.gain)} (${speedup(expected.low)} to ${speedup(expected.high)})`
        : '',
      isChanged ? speedup(each.gain) : '',
    ];
  });
  const columns = columnsOf('kernel', '>share', '>evaluated', '>longest', '>best', '>expect', '>the whole');
  return table(columns, rows, style);
}
