// What tuning the kernels of an app found, as text: what it gains of the whole in the first line, then the kernels, then
// those that were not tuned.

import { printable } from '../diagnostics/printable.ts';
import type { DeviceLimits } from '../launch/device-limits.ts';
import type { Verification } from '../measure/measurement.ts';
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
import { limitsText } from './limits-text.ts';
import { formatCount, formatShare, formatTime } from './units.ts';

/** The JSON contract: fields may be added, never renamed. */
export interface AppTuningReport {
  readonly schema: 'kernelcast/app-tune@1';
  readonly name: string;
  readonly device: string;
  /** Times are predicted, not measured. */
  readonly isPredicted: boolean;
  /** The profile whose predictions say what the shares are. */
  readonly profile: string;
  /**
   * `app`: from its first pass to its last, or as predicted; `kernels`: the sum of the tuned kernels' dispatches, where
   * the app cannot be run as a whole.
   */
  readonly timed: 'app' | 'kernels';
  /** As it is, and with all that was found. */
  readonly timeNs: number;
  readonly changedNs: number;
  readonly gain: number;
  readonly trials: number;
  readonly seconds: number;
  readonly end: AppTuningEnd;
  /** The largest share first. */
  readonly kernels: readonly TunedKernelReport[];
  readonly notTuned: readonly KernelLeftOut[];
  /** Of what the changed app leaves; absent where it was not run. */
  readonly verification?: Verification;
  /** Limits beyond WebGPU's defaults that the changed kernels need. */
  readonly requiredLimits: Readonly<Partial<DeviceLimits>>;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly written?: readonly string[];
}

/** `settled`: of no kernel any gain was likely any more. */
export type AppTuningEnd = 'trials' | 'seconds' | 'settled' | 'interrupted' | 'store';

export interface TunedKernelReport {
  readonly pipeline: string;
  /** Of the app's time, by prediction. */
  readonly share: number;
  readonly dispatches: number;
  readonly configurations: number;
  readonly trials: number;
  /** What differs from the kernel as it is; empty where it is best left so. */
  readonly best: Configuration;
  /** Of the dispatch that takes longest. */
  readonly baseNs: number;
  readonly timeNs: number;
  readonly gain: number;
  /** Over all dispatches of the kernel. */
  readonly savedNs: number;
  /** What was faster on the dispatch that takes longest and is not taken, with the reason. */
  readonly notTaken: readonly string[];
  readonly notes: readonly string[];
  /** All about the tuning, as `tune LAUNCH --format json` has it. */
  readonly tuning: object;
}

const MOST_ROWS = 24;

export function appTuningText(report: AppTuningReport, style: Style): string {
  const { kernels, notTuned, requiredLimits, notes } = report;
  const changed = kernels.filter(isChanged);
  const told = [
    ...notes,
    ...kernels.flatMap((each) => each.notes.map((note) => `${each.pipeline}: ${note}`)),
    ...kernels.flatMap(({ pipeline, notTaken }) =>
      notTaken.map((reason) => `${pipeline}: what is faster on its longest dispatch is not taken: ${reason}`),
    ),
  ];
  return [
    style.bold(wrap(answer(report, changed.length))),
    wrap(effort(report)),
    ...verified(report).map((line) => wrap(line)),
    ...limitsText(requiredLimits).map((line) => wrap(line)),
    ...told.map((note) => style.warn(wrap(`note: ${printable(note)}`))),
    ...(kernels.length > 0 ? ['', kernelTable(kernels, style)] : []),
    ...changesSection(changed, style),
    ...leftOutSection('Not tuned', notTuned, style),
    ...endSection(report, style),
  ]
    .join('\n')
    .concat('\n');
}

function isChanged({ best }: TunedKernelReport): boolean {
  return Object.keys(best).length > 0;
}

function answer(
  { name, device, isPredicted, timed, timeNs, changedNs, gain }: AppTuningReport,
  changed: number,
) {
  const where = `${printable(name)} on ${printable(device)}${isPredicted ? ' (predicted)' : ''}`;
  const what = timed === 'app' ? '' : ' in the tuned kernels';
  if (changed === 0) return `${where}: ${formatTime(timeNs)}${what} as it is; nothing better was found`;
  const kernels = `${changed} changed ${changed === 1 ? 'kernel' : 'kernels'}`;
  if (gain <= 1) {
    const slower = `with ${kernels}, faster alone, ${formatTime(changedNs)}: not recommended`;
    return `${where}: ${formatTime(timeNs)}${what} as it is; ${slower}`;
  }
  return `${where}: ${formatTime(timeNs)} → ${formatTime(changedNs)}${what} with ${kernels}, ${speedup(gain)}`;
}

const ENDS: Readonly<Record<AppTuningEnd, string>> = {
  trials: 'then the budget of trials was spent',
  seconds: 'then the time was up',
  settled: 'no further gain is likely',
  interrupted: 'then it was interrupted; --resume goes on',
  store: 'it stopped because trials could no longer be written down',
};

function effort({ trials, seconds, end, kernels }: AppTuningReport): string {
  const of = `${kernels.length} ${kernels.length === 1 ? 'kernel' : 'kernels'}`;
  return `${trials} configurations of ${of} tried in ${formatTime(seconds * 1e9)}; ${ENDS[end]}.`;
}

function verified({ verification: checked }: AppTuningReport): string[] {
  if (!checked) return [];
  if (checked.mismatches > 0)
    return [
      `The changed app leaves something else: ${checked.firstMismatch ?? `${checked.mismatches} words`}.`,
    ];
  const rest = checked.unverified.map((each) => `; ${each}`).join('');
  return [`The changed app was run: ${formatCount(checked.words)} words that it leaves are right${rest}.`];
}

function kernelTable(kernels: readonly TunedKernelReport[], style: Style): string {
  const rows = kernels
    .slice(0, MOST_ROWS)
    .map((each) => [
      shorten(printable(each.pipeline), NAME_WIDTH),
      formatShare(each.share),
      `${each.trials} of ${each.configurations}`,
      formatTime(each.baseNs),
      isChanged(each) ? formatTime(each.timeNs) : 'as it is',
      isChanged(each) ? speedup(each.gain) : '',
      isChanged(each) ? formatTime(each.savedNs) : '',
    ]);
  const columns = columnsOf('kernel', '>share', '>tried', '>longest', '>best', '>faster', '>saves');
  return table(columns, rows, style);
}
