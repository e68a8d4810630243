// Machine code beside its source, as markup: the source on the left, the code on the right, each line and its
// instructions marked while one points at either, and linked with each other. No script: a rule of style for each
// line does it. A function of plain data, for reports and for the page alike; its style is code-view-style.ts.

import type { LineHeat } from '../analyze/diagnosis.ts';
import type { CodeInstruction, MachineCode } from '../analyze/machine-code.ts';
import { codeLines, type LineOfCode, placeName, type Source } from './code-lines.ts';
import { shown } from './diagnosis-tables.ts';
import { type Fold, foldedComments } from './folded-comments.ts';
import { stallWords } from './stall-words.ts';
import { markup } from './svg.ts';
import { formatNumber, formatShare } from './units.ts';

export interface CodeViewInput {
  readonly code: MachineCode;
  readonly source?: Source;
  /** Where the time goes, of a launch that was emulated. */
  readonly heat?: readonly LineHeat[];
  /** Begins the ids of this view on its page. */
  readonly id: string;
}

/** Of less time nothing is said. */
const LEAST = 0.005;

/** The id of a line of the source in its view. */
export function lineId(id: string, line: number): string {
  return `${id}-l${line}`;
}

export function codeView({ code, source, heat, id }: CodeViewInput): string {
  const lines = codeLines(code, source, heat);
  const view: View = { id, code, lines, keyOf: keysOf(code, lines), hasCosts: hasCosts(code) };
  const left = source ? sourcePane(view, source) : placesPane(view);
  return `<div class="code-view" id="${id}"><style>${pairing(view)}</style>
<div class="panes">
${left}
${codePane(view)}
</div></div>`;
}

export function hasCosts({ instructions }: MachineCode): boolean {
  return instructions.some(({ cost }) => cost !== undefined);
}

interface View {
  readonly id: string;
  readonly code: MachineCode;
  readonly lines: readonly LineOfCode[];
  /** By instruction: its line's index in `lines`. */
  readonly keyOf: Int32Array;
  readonly hasCosts: boolean;
}

function keysOf({ instructions }: MachineCode, lines: readonly LineOfCode[]): Int32Array {
  const keys = new Int32Array(instructions.length);
  lines.forEach((line, key) => {
    for (const index of line.instructions) keys[index] = key;
  });
  return keys;
}

/** While one points at a line or at one of its instructions, all of them are marked. */
function pairing({ id, lines }: View): string {
  return lines
    .map((_, key) => `#${id}:has(.k${key}:is(:hover,:focus-within)) .k${key}{background:var(--marked)}`)
    .join('');
}

function pane(name: string, label: string, body: string): string {
  return `<div class="pane ${name}" role="region" tabindex="0" aria-label="${label}">${body}</div>`;
}

/** Title and class of a column; those of costs are left out where there are none. */
type Column = readonly [title: string, name: string];

const LINE_COLUMNS: readonly Column[] = [
  ['time', 'col-time'],
  ['line', 'col-number'],
  ['source', 'col-text'],
  ['waiting for', 'col-why'],
];
const CODE_COLUMNS: readonly Column[] = [
  ['time', 'col-time'],
  ['stall', 'col-stall'],
  ['issues', 'col-issues'],
  ['#', 'col-index'],
  ['line', 'col-number'],
  ['instruction', 'col-text'],
  ['class', 'col-class'],
];
const OF_COSTS: ReadonlySet<string> = new Set(['col-time', 'col-stall', 'col-issues', 'col-why']);

function table(view: View, columns: readonly Column[], rows: readonly string[]): string {
  const heads = shownColumns(view, columns).map(
    ([title, name]) => `<th scope="col" class="${name}">${title}</th>`,
  );
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function shownColumns({ hasCosts: has }: View, columns: readonly Column[]): readonly Column[] {
  return columns.filter(([, name]) => has || !OF_COSTS.has(name));
}

function sourcePane(view: View, { text }: Source): string {
  const rows = text.trimEnd().split(/\r?\n/);
  const byLine = new Map<number, number>();
  view.lines.forEach(({ file, line }, key) => {
    if (file === undefined && line !== undefined) byLine.set(line, key);
  });
  const row = (line: number) => sourceRow(view, line, rows[line - 1], byLine.get(line));
  const folds = new Map(foldedComments(rows).map((fold) => [fold.from, fold]));
  const parts: string[] = [];
  for (let line = 1; line <= rows.length; line++) {
    const fold = folds.get(line);
    parts.push(fold ? folded(view, fold, rows) : row(line));
    if (fold) line = fold.to;
  }
  return pane('lines', 'Source', table(view, LINE_COLUMNS, parts));
}

function folded(view: View, { from, to }: Fold, rows: readonly string[]): string {
  const where = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  const text = rows
    .slice(from - 1, to)
    .map(shown)
    .join('\n');
  const columns = shownColumns(view, LINE_COLUMNS).length;
  return `<tr><td colspan="${columns}" class="col-fold"><details><summary>Comment, ${where}</summary><pre>${text}</pre></details></td></tr>`;
}

function sourceRow(view: View, line: number, text: string, key: number | undefined): string {
  const found = key === undefined ? undefined : view.lines[key];
  const share = found && found.timeFraction >= LEAST ? formatShare(found.timeFraction) : '';
  const number = found ? `<a href="#${hottest(view, found)}">${line}</a>` : String(line);
  const code = shown(text.replaceAll('\t', '    ')) || ' ';
  const why = share === '' ? '' : markup(found?.mostly ?? '');
  const costs = [
    view.hasCosts ? bar('time', share, found?.timeFraction ?? 0, mostOf(view)) : '',
    view.hasCosts ? `<td class="col-why">${why}</td>` : '',
  ];
  const className = key === undefined ? '' : ` class="k${key}"`;
  return `<tr id="${lineId(view.id, line)}"${className}>${costs[0]}<td class="col-number">${number}</td><td class="col-text">${code}</td>${costs[1]}</tr>`;
}

/** Lines of files that were not read. */
function placesPane(view: View): string {
  const rows = view.lines.map((line, key) => {
    const share = line.timeFraction >= LEAST ? formatShare(line.timeFraction) : '';
    const time = view.hasCosts ? bar('time', share, line.timeFraction, mostOf(view)) : '';
    const why = view.hasCosts ? `<td class="col-why">${share === '' ? '' : markup(line.mostly)}</td>` : '';
    return `<tr class="k${key}">${time}<td class="col-text"><a href="#${hottest(view, line)}">${shown(placeName(line))}</a></td>${why}</tr>`;
  });
  return pane('lines', 'Lines', table(view, [LINE_COLUMNS[0], ['line', 'col-text'], LINE_COLUMNS[3]], rows));
}

function mostOf({ lines }: View): number {
  return Math.max(0.01, ...lines.map(({ timeFraction }) => timeFraction));
}

/** The id of the instruction that takes most of a line's time. */
function hottest({ id, code }: View, { instructions }: LineOfCode): string {
  const timeOf = (index: number) => code.instructions[index].cost?.timeFraction ?? 0;
  const most = instructions.reduce((best, index) => (timeOf(index) > timeOf(best) ? index : best));
  return `${id}-i${most}`;
}

/** A cell with a number and a bar behind it. */
function bar(name: string, text: string, value: number, most: number): string {
  const share = Math.round((Math.min(value, most) / most) * 100);
  return `<td class="col-bar col-${name}"${share > 0 ? ` style="--share:${share}%"` : ''}>${text}</td>`;
}

function codePane(view: View): string {
  const { instructions } = view.code;
  const costs = instructions.flatMap(({ cost }) => cost ?? []);
  const mostTime = Math.max(0.01, ...costs.map(({ timeFraction }) => timeFraction));
  const mostStall = Math.max(1, ...costs.map(({ stallCycles = 0 }) => stallCycles));
  const rows = instructions.map((each, index) => codeRow(view, each, index, { mostTime, mostStall }));
  return pane('machine', 'Machine code', table(view, CODE_COLUMNS, rows));
}

function codeRow(
  view: View,
  instruction: CodeInstruction,
  index: number,
  { mostTime, mostStall }: { readonly mostTime: number; readonly mostStall: number },
): string {
  const { mnemonic, operands, costClass, origin, loopDepth, isFirstOfSegment, line, file, cost } =
    instruction;
  const share = cost && cost.timeFraction >= LEAST ? formatShare(cost.timeFraction) : '';
  const cells = view.hasCosts
    ? [
        bar('time', share, cost?.timeFraction ?? 0, mostTime),
        bar('stall', cost ? stallWords(cost) : '', cost?.stallCycles ?? 0, mostStall),
        `<td class="col-issues">${cost ? formatNumber(cost.issuesPerWarp) : ''}</td>`,
      ]
    : [];
  const place =
    line === undefined
      ? ''
      : file === undefined
        ? `<a href="#${lineId(view.id, line)}">${line}</a>`
        : String(line);
  const why = origin === undefined ? '' : ` <small>${markup(origin)}</small>`;
  const name = `<b style="--depth:${loopDepth}">${markup(mnemonic)}</b>`;
  const start = isFirstOfSegment ? ' segment' : '';
  return `<tr id="${view.id}-i${index}" class="k${view.keyOf[index]}${start}">${cells.join('')}<td class="col-index">${index}</td><td class="col-number">${place}</td><td class="col-text">${name} ${shown(operands)}${why}</td><td class="col-class">${markup(costClass)}</td></tr>`;
}
