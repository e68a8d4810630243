// What a pull request does to the predicted times of its kernels, as the Markdown of one comment: the answer first.

import { DEFAULT_TOLERANCE } from '../analyze/baseline.ts';
import { formatChange, formatShare, formatTime } from '../report/units.ts';

/** One side of a kernel: its predicted time, or why there is none. */
export type Side = { readonly timeNs: number; readonly limit: string } | { readonly problem: string };

/** A launch file before and after; a side is absent where the file is not there. */
export interface Row {
  readonly path: string;
  readonly before?: Side | undefined;
  readonly after?: Side | undefined;
}

/** Stands in the comment, unseen, so that the next run finds it. */
export const MARKER = '<!-- kernelcast -->';

type State = 'slower' | 'faster' | 'alike' | 'same' | 'new' | 'gone' | 'refused';

/** What became of the launch; `alike`: by less than two versions of a kernel may differ by mistake. */
export function stateOf({ before, after }: Row): State {
  if (after === undefined) return 'gone';
  if ('problem' in after) return 'refused';
  if (before === undefined || 'problem' in before) return 'new';
  const ratio = after.timeNs / before.timeNs;
  if (ratio === 1) return 'same';
  if (ratio > 1 + DEFAULT_TOLERANCE) return 'slower';
  return ratio < 1 / (1 + DEFAULT_TOLERANCE) ? 'faster' : 'alike';
}

/** The whole comment. */
export function commentText(rows: readonly Row[], profile: string): string {
  const shown = rows.filter((row) => stateOf(row) !== 'same').sort(byChange);
  const parts = [MARKER, `**${answer(rows)}** on ${profile}, as kernelcast predicts; nothing was run.`];
  if (shown.length > 0) parts.push(table(shown));
  const unchanged = rows.length - shown.length;
  if (unchanged > 0 && shown.length > 0)
    parts.push(`${kernels(unchanged)} ${unchanged === 1 ? 'takes' : 'take'} as long as before.`);
  if (shown.some((row) => stateOf(row) === 'alike'))
    parts.push(`≈: less than ${formatShare(DEFAULT_TOLERANCE)}, which two versions may differ by mistake.`);
  return `${parts.join('\n\n')}\n`;
}

const kernels = (count: number) => `${count} kernel${count === 1 ? '' : 's'}`;

function answer(rows: readonly Row[]): string {
  const count = (state: State) => rows.filter((row) => stateOf(row) === state).length;
  const found = [
    [count('slower'), 'slower'],
    [count('faster'), 'faster'],
    [count('new'), 'new'],
    [count('gone'), 'gone'],
    [count('refused'), 'without a prediction'],
  ] as const;
  const said = found.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  if (said.length === 0) return `No kernel of ${rows.length} becomes slower or faster`;
  return `Of ${kernels(rows.length)}: ${said.join(', ')}`;
}

/** What needs a look first: refused ones, then the largest loss, then the largest gain. */
function byChange(a: Row, b: Row): number {
  const rank = (row: Row) => (stateOf(row) === 'refused' ? Infinity : (changeOf(row) ?? 0));
  const [first, second] = [rank(a), rank(b)];
  return first === second ? (a.path < b.path ? -1 : 1) : second - first;
}

function changeOf({ before, after }: Row): number | undefined {
  if (!before || !after || 'problem' in before || 'problem' in after) return undefined;
  return after.timeNs / before.timeNs - 1;
}

function table(rows: readonly Row[]): string {
  const head = '| kernel | before | now | change | limited by |\n|---|--:|--:|--:|---|';
  return [head, ...rows.map(line)].join('\n');
}

function line(row: Row): string {
  const { path, before, after } = row;
  const state = stateOf(row);
  const time = (side: Side | undefined) => (side && 'timeNs' in side ? formatTime(side.timeNs) : '');
  const change = changeOf(row);
  const moved = change === undefined ? state : state === 'alike' ? '≈' : formatChange(change);
  const limit = after === undefined ? '' : 'problem' in after ? after.problem : after.limit;
  return `| ${quoted(path)} | ${time(before)} | ${time(after)} | ${moved} | ${plain(limit)} |`;
}

/** A name from the pull request as text, whatever is in it. */
function plain(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]<>|#@!]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function quoted(path: string): string {
  return `<code>${plain(path)}</code>`;
}
