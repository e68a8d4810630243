// A diagnosed app as text: what is worth working on first and what it would gain of the whole, then the kernels by
// what they gain, then what lies between operations.

import type { AppDiagnosis, KernelDiagnosis } from '../app/diagnosis.ts';
import type { Gaps } from '../app/gaps.ts';
import type { GapKind } from '../app/prediction.ts';
import { printable } from '../diagnostics/printable.ts';
import { speedup } from './diagnosis-words.ts';
import { columnsOf, pairs, type Style, shorten, table, WIDTH, wrap } from './layout.ts';
import { describeBottleneck } from './limit-words.ts';
import { formatShare, formatTime } from './units.ts';

export function appDiagnosisText(app: AppDiagnosis, style: Style): string {
  const { kernels, notDiagnosed, warnings, gaps } = app;
  const restShare = notDiagnosed.reduce((sum, { share }) => sum + share, 0);
  const rest = `${notDiagnosed.length} more ${notDiagnosed.length === 1 ? 'kernel' : 'kernels'} with ${formatShare(restShare)} of the time`;
  const [first] = [...kernels].sort((a, b) => b.gain - a.gain);
  return [
    style.bold(wrap(answer(app, first))),
    '',
    kernelTable(kernels, style),
    ...(notDiagnosed.length > 0 ? [style.dim(`not diagnosed: ${rest}`)] : []),
    '',
    ...steps(kernels, style),
    ...gapLines(gaps, style),
    ...(first
      ? [`--dispatch ${first.dispatch.number} goes on to one dispatch: where, why, which lines`]
      : []),
    ...warnings.map((warning) => style.warn(wrap(`warning: ${printable(warning)}`, undefined, '  '))),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** The largest gain, be it of a kernel or of what lies between. */
function answer({ name, profile, timeNs, gaps }: AppDiagnosis, kernel: KernelDiagnosis | undefined): string {
  const head = `${printable(name)} on ${profile}: ${formatTime(timeNs)}; worth working on first:`;
  const [between] = gaps.advice;
  if (between && between.gain > (kernel?.gain ?? 1))
    return `${head} what lies between operations, ${formatShare(gaps.share)} of the time: ${between.title}: the whole ${speedup(between.gain)}`;
  if (!kernel || kernel.gain <= 1) {
    const largest = kernel
      ? ` ${printable(kernel.pipeline)} has the largest share, ${formatShare(kernel.share)}`
      : '';
    return `${head} nothing that was tried gains anything.${largest}`;
  }
  const [step] = kernel.advice;
  return `${head} ${printable(kernel.pipeline)}, ${formatShare(kernel.share)} of the time: ${speedup(step.expectedSpeedup)} there is ${speedup(kernel.gain)} of the whole (${formatTime(kernel.savedNs)} less)`;
}

function kernelTable(kernels: readonly KernelDiagnosis[], style: Style): string {
  const rows = kernels.map(
    ({ pipeline, share, dispatch, bottleneck, advice: [step], savedNs, gain, dispatches }) => [
      shorten(printable(pipeline), 20),
      formatShare(share),
      String(dispatches),
      `#${dispatch.number}`,
      shorten(describeBottleneck(bottleneck), 22),
      step ? speedup(step.expectedSpeedup) : '–',
      step ? formatTime(savedNs) : '–',
      step ? speedup(gain) : '–',
    ],
  );
  return table(
    columnsOf('kernel', '>share', '>dispatches', '>longest', 'limit', '>best step', '>saves', '>the whole'),
    rows,
    style,
  );
}

function steps(kernels: readonly KernelDiagnosis[], style: Style): string[] {
  const rows = kernels.flatMap(({ pipeline, advice: [step] }): [string, string][] =>
    step ? [[shorten(printable(pipeline), 20), `${printable(step.title)}: ${printable(step.why)}`]] : [],
  );
  return rows.length === 0 ? [] : [style.bold('Best steps, each carried out and predicted'), pairs(rows), ''];
}

const GAP_WORDS: Readonly<Record<GapKind, readonly [one: string, many: string]>> = {
  start: ['before the first operation', 'before the first operation'],
  submit: ['between two submits', 'between submits'],
  transfer: ['at a copy or clear', 'at copies and clears'],
  write: ['at a write', 'at writes'],
  pass: ['between two passes', 'between passes'],
  dispatch: ['between two dispatches of a pass', 'between dispatches of a pass'],
};

function gapLines({ timeNs, share, kinds, advice }: Gaps, style: Style): string[] {
  const title = `Between operations: ${formatTime(timeNs)}, ${formatShare(share)} of the time`;
  const parts = kinds.map(({ kind, count, timeNs: own }) => {
    const [one, many] = GAP_WORDS[kind];
    return `${formatTime(own)} ${count === 1 ? one : `${many} (${count})`}`;
  });
  const rows = advice.map(({ title: how, gain }): [string, string] => [speedup(gain), how]);
  return [
    style.bold(title),
    wrap(parts.join(', '), WIDTH - 2).replace(/^/gm, '  '),
    ...(rows.length > 0 ? [pairs(rows)] : []),
    '',
  ];
}
