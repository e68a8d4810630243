// Everything that causes and experiments look at, gathered once.

import type { Span } from '../diagnostics/diagnostic.ts';
import type { TimingInput } from '../emulate/device.ts';
import type { Estimate } from '../emulate/estimate.ts';
import { Kind } from '../emulate/flat-program.ts';
import type { PreparedTrace } from '../emulate/prepared-trace.ts';
import type { Launch } from '../launch/launch.ts';
import type { Program } from '../machine/program.ts';
import type { AccessUse } from './accesses.ts';
import type { Clock } from './clock.ts';
import type { Place, SensitivityEntry } from './diagnosis.ts';
import type { Watched } from './observe.ts';
import type { RegionMap } from './regions.ts';
import { placeInOrigin, type SourceText } from './source-text.ts';

export interface Editable {
  readonly launch: Launch;
  readonly text: string;
}

export interface Findings {
  readonly timing: TimingInput;
  readonly estimate: Estimate;
  readonly program: Program;
  readonly prepared: PreparedTrace;
  readonly source: SourceText | undefined;
  readonly regions: RegionMap;
  readonly sensitivities: readonly SensitivityEntry[];
  readonly watched: Watched;
  readonly uses: readonly AccessUse[];
  readonly clock: Clock;
  /** The launch and its WGSL, where the source can be edited. */
  readonly editable: Editable | undefined;
}

/** `a[i]` in line 12; of a binary the line that it was compiled from, or the region. */
export function codeAt(findings: Findings, span: Span | undefined): string {
  const { source } = findings;
  if (span?.source) return `line ${span.source.line} of ${span.source.file}`;
  if (!span || !source) return `the code of ${regionOf(findings, span)}`;
  return `\`${source.excerpt(span)}\` (line ${source.place(span).startLine})`;
}

/** The code of an access: of a store the place that it writes, not what. */
export function accessAt(findings: Findings, { kind, shape: { span } }: AccessUse): string {
  if (kind !== Kind.storeGlobal) return codeAt(findings, span);
  const text = span && !span.source && findings.source?.text.slice(span.start, span.end);
  const target = text ? ASSIGNED.exec(text)?.[1] : undefined;
  const place = span && target ? { ...span, end: span.start + target.length } : span;
  return `the store to ${codeAt(findings, place)}`;
}

/** What stands before the sign of an assignment, which is no comparison. */
const ASSIGNED = /^(.*?)\s*(?:<<=|>>=|[-+*/%&|^]=|(?<![<>=!])=(?!=))/s;

function regionOf({ program, regions }: Findings, span: Span | undefined): string {
  const index = instructionsOf(program).findIndex(
    (each) => span && each.span?.start === span.start && each.span.end === span.end,
  );
  return (index < 0 ? undefined : regions.regions[regions.ofInstruction[index]]?.name) ?? 'the kernel';
}

export function placeOf({ source }: Pick<Findings, 'source'>, span: Span | undefined): { span?: Place } {
  if (span?.source) return { span: placeInOrigin(span, span.source) };
  return span && source ? { span: source.place(span) } : {};
}

/** Flat list of the program's instructions. */
export function instructionsOf(program: Program) {
  return program.segments.flatMap(({ instructions }) => instructions);
}

/** Elasticities of the named parameters, 0 for what is below. */
function elasticitiesOf(
  { sensitivities }: Findings,
  resources: readonly string[],
  parameter?: 'latency' | 'gap',
): number[] {
  return sensitivities
    .filter(
      (each) =>
        resources.includes(each.resource) && (parameter === undefined || each.parameter === parameter),
    )
    .map(({ elasticity }) => Math.max(0, elasticity));
}

/** Largest elasticity of the named parameters. */
export function elasticityOf(...of: Parameters<typeof elasticitiesOf>): number {
  return Math.max(0, ...elasticitiesOf(...of));
}

/** Sum of the elasticities of the named parameters, what is below 0 aside. */
export function sumOf(...of: Parameters<typeof elasticitiesOf>): number {
  return elasticitiesOf(...of).reduce((sum, each) => sum + each, 0);
}

/** The place in the source that has most of something: its amount is given by instruction. */
function mostOf(findings: Findings, amountOf: (instruction: number) => number): Span | undefined {
  const places = new Map<string, { span: Span; amount: number }>();
  instructionsOf(findings.program).forEach(({ span }, index) => {
    if (!span) return;
    const key = `${span.start}:${span.end}`;
    const known = places.get(key);
    if (known) known.amount += amountOf(index);
    else places.set(key, { span, amount: amountOf(index) });
  });
  const [most] = [...places.values()].sort((a, b) => b.amount - a.amount);
  return most && most.amount > 0 ? most.span : undefined;
}

/** `, most at …` with its place, where the source has one. */
export function mostAt(findings: Findings, amountOf: (instruction: number) => number) {
  const span = mostOf(findings, amountOf);
  const words = span ? `, most at ${codeAt(findings, span)}` : '';
  return { words, place: placeOf(findings, span) };
}

/** Cycles of a pipe, or of issuing, that each instruction takes. */
export function demandOn(
  { watched, timing, program }: Findings,
  resource: string,
): (index: number) => number {
  const code = instructionsOf(program);
  return (index) => {
    if (resource === 'issue') return watched.issues[index];
    const cost = timing.profile.classes[code[index].costClass];
    return cost?.resource === resource ? watched.issues[index] * (cost.gapCycles ?? 1) : 0;
  };
}

/** Share of the warps' time that goes to the instructions picked, waits for their operands included. */
export function timeShareOf({ estimate }: Findings, isPicked: (instruction: number) => boolean): number {
  let share = 0;
  let index = 0;
  for (const segment of estimate.instructionShares) {
    for (const each of segment) if (isPicked(index++)) share += each;
  }
  return share;
}
