// Machine code for a terminal: the lines of the source in their order, each with the instructions made of it
// beneath. Where the launch was emulated, an instruction has beside it how often a warp issues it, how many cycles
// it stands before, and its share of the time.

import type { CodeInstruction, MachineCode } from '../analyze/machine-code.ts';
import { printable } from '../diagnostics/printable.ts';
import type { InspectedCode } from '../predict/inspect-code.ts';
import { codeLines, hottestLine, type LineOfCode, placeName } from './code-lines.ts';
import { pairs, type Style, shorten, WIDTH, wrap } from './layout.ts';
import { stallWords } from './stall-words.ts';
import { formatNumber, formatShare, formatTime } from './units.ts';

/** Columns: the number of an instruction, its text, class, and costs. */
const NUMBER = 5;
const CLASS = 17;
const COSTS = [7, 7, 6] as const;
const MNEMONIC = 17;

export function codeText({ inspection, source, obstacles }: InspectedCode, style: Style): string {
  const { code, byClass } = inspection;
  const lines = codeLines(code, source, inspection.lines);
  const hasCosts = code.instructions.some(({ cost }) => cost !== undefined);
  const facts: [string, string][] = [
    ['registers', registerRemark(code)],
    [
      'classes',
      Object.entries(byClass)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    ],
  ];
  if (hasCosts) {
    facts.push([
      'costs',
      'issues: times that a warp issues it; stall: cycles that it stands before each; time: share of the warps’ time',
    ]);
  } else {
    const why = obstacles[0]?.message;
    facts.push(['costs', why === undefined ? 'none: they need a launch file' : `none: ${printable(why)}`]);
  }
  const body = lines.map((each) => lineText(each, code, hasCosts, style));
  return `${[style.bold(wrap(headline(inspection, lines))), pairs(facts), heads(hasCosts, style), ...body].join('\n')}\n`;
}

/** What a reader has to know of the registers. */
export function registerRemark({ virtualRegisters, registersPerThread, spillBytes }: MachineCode): string {
  const spilled = spillBytes > 0 ? `, and spills ${spillBytes} bytes` : '';
  return `v0 to v${Math.max(0, virtualRegisters - 1)} are virtual, numbered before allocation, which takes ${registersPerThread} per thread${spilled}`;
}

/** How much code there is, how many registers it takes, and where the time goes. */
export function headline(
  { code, timeNs }: Pick<InspectedCode['inspection'], 'code' | 'timeNs'>,
  lines: readonly LineOfCode[],
): string {
  const { instructions, registersPerThread, name, profile } = code;
  const size = `${instructions.length} instructions, ${registersPerThread} registers`;
  const hottest = hottestLine(lines);
  const time = timeNs === undefined ? '' : `; ${formatTime(timeNs)}`;
  const most = hottest
    ? `, ${formatShare(hottest.timeFraction)} of it at ${placeName(hottest)} (${hottest.mostly})`
    : '';
  return `${printable(name)} on ${printable(profile)}: ${size}${time}${most}`;
}

function heads(hasCosts: boolean, style: Style): string {
  const costs = hasCosts
    ? ['issues', 'stall', 'time'].map((each, k) => each.padStart(COSTS[k])).join('')
    : '';
  const start = `${'#'.padStart(NUMBER - 1)} instruction`;
  return style.dim(`${start.padEnd(textWidth(hasCosts) + NUMBER)}${'class'.padEnd(CLASS)}${costs}`.trimEnd());
}

function textWidth(hasCosts: boolean): number {
  return WIDTH - NUMBER - CLASS - (hasCosts ? COSTS.reduce((sum, each) => sum + each, 0) : 0);
}

function lineText(line: LineOfCode, code: MachineCode, hasCosts: boolean, style: Style): string {
  const share = hasCosts ? `${formatShare(line.timeFraction)}, ${line.mostly}` : '';
  const head = `${placeName(line)}  ${printable(line.text.replaceAll('\t', '    ').trim())}`;
  const room = WIDTH - (share === '' ? 0 : share.length + 2);
  const title = style.bold(shorten(head, room).padEnd(room)) + (share === '' ? '' : `  ${share}`);
  const rows = line.instructions.flatMap((index) => rowsOf(index, code.instructions[index], hasCosts));
  return [title.trimEnd(), ...rows].join('\n');
}

function rowsOf(index: number, instruction: CodeInstruction, hasCosts: boolean): string[] {
  const { mnemonic, operands, costClass, origin, cost } = instruction;
  const width = textWidth(hasCosts) - 1;
  const what = `${mnemonic.padEnd(MNEMONIC)} ${operands}${origin === undefined ? '' : ` ; ${origin}`}`;
  const [first, ...rest] = wrapped(what, width);
  const costs = cost
    ? [
        formatNumber(cost.issuesPerWarp).padStart(COSTS[0]),
        stallWords(cost).padStart(COSTS[1]),
        (cost.timeFraction < LEAST ? '' : formatShare(cost.timeFraction)).padStart(COSTS[2]),
      ].join('')
    : '';
  const row = `${String(index).padStart(NUMBER - 1)} ${first.padEnd(width + 1)}${costClass.padEnd(CLASS)}${costs}`;
  return [row.trimEnd(), ...rest.map((each) => ' '.repeat(NUMBER) + each)];
}

/** Of less time nothing is said. */
const LEAST = 0.005;

/** In lines of `width`, the later ones below the operands; blanks that align stay. */
function wrapped(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const cut = text.lastIndexOf(' ', width);
  const at = cut > MNEMONIC ? cut : width;
  const rest = text.slice(at).trimStart();
  return [text.slice(0, at), ...wrapped(' '.repeat(MNEMONIC + 1) + rest, width)];
}
