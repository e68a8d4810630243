// Steps that take instructions away: guards, integer divisions, tests within loops. What is left out need not be
// waited for either.

import type { Span } from '../../diagnostics/diagnostic.ts';
import { guardName } from '../causes.ts';
import { divisions } from '../divisions.ts';
import { codeAt, type Findings, instructionsOf, mostAt, placeOf, sumOf, timeShareOf } from '../findings.ts';
import { loopDepthAt, testAround } from '../source-shape.ts';
import { ZEROING } from '../zeroing.ts';
import { withoutInstructions } from './changed-trace.ts';
import { readsData } from './dataflow.ts';
import type { Experiment } from './experiment.ts';

const GUARD_ADVICE: Readonly<Record<string, string>> = {
  'loop-guard': 'Give loops an index with constant bounds, so that they need no guard',
  'division-guard': 'Divide by constants or override constants, which need no guard',
  'conversion-clamp': 'Convert from values that cannot leave the range of the integer',
  [ZEROING]: 'Avoid zeroing workgroup memory: declare no more of it than is used',
  spill: 'Hold fewer values at once, so that no register is spilled',
};

/** Guards that the source can avoid; those of array accesses are tried by compiling without them. */
export function guards(findings: Findings): Experiment[] {
  const origins = instructionsOf(findings.program).map(({ origin }) => origin);
  return Object.entries(GUARD_ADVICE).flatMap(([guard, title]) => {
    if (!origins.includes(guard)) return [];
    const picked = (index: number) => origins[index] === guard;
    const amount = (index: number) => (picked(index) ? findings.watched.issues[index] : 0);
    const { words, place } = mostAt(findings, amount);
    return {
      title,
      why: `issue slots and registers go to ${guardName(guard)}${words}`,
      experiment: `the instructions of "${guard}" are left out`,
      promise: promiseOf(findings, picked),
      timing: () => withoutInstructions(findings.timing, (_, index) => picked(index)),
      ...place,
    };
  });
}

/** What leaving instructions out can save: their own time, and their share of the slots that all compete for. */
function promiseOf(findings: Findings, isPicked: (index: number) => boolean): number {
  const { issues } = findings.watched;
  const all = issues.reduce((sum, count) => sum + count, 0);
  const own = issues.reduce((sum, count, index) => (isPicked(index) ? sum + count : sum), 0);
  const slots = sumOf(findings, ['issue', 'alu', 'fma', 'uniform', 'sfu', 'shared', 'l1', 'lsu'], 'gap');
  return timeShareOf(findings, isPicked) + (own / all) * Math.min(1, slots);
}

export function division(findings: Findings): Experiment[] {
  const { instructions, spans } = divisions(findings);
  if (instructions.size === 0) return [];
  const isInLoop = spans.some((span) => findings.source && loopDepthAt(findings.source.text, span.start) > 0);
  const where = lines(findings, spans);
  return [
    {
      title: isInLoop
        ? `Take the integer divisions${where} out of the loop, carrying quotient and remainder along, or divide by constants`
        : `Precompute the integer divisions${where}, or divide by constants`,
      why: 'each is a chain of conversions and a special-function reciprocal that little else overlaps',
      experiment: 'the instructions of the divisions are left out',
      promise: promiseOf(findings, (index) => instructions.has(index)),
      timing: () => withoutInstructions(findings.timing, (_, index) => instructions.has(index)),
      ...placeOf(findings, spans[0]),
    },
  ];
}

function lines(findings: Findings, spans: readonly Span[]): string {
  if (!findings.source) return '';
  const numbers = spans.map((span) => findings.source!.place(span).startLine);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return first === last ? ` of line ${first}` : ` of lines ${first}–${last}`;
}

/**
 * Tests within loops that depend on no loaded data: indices against bounds, which most workgroups need not check.
 * One per test of the source; what it guards stays.
 */
export function loopTests(findings: Findings): Experiment[] {
  const { source, program } = findings;
  if (!source) return [];
  const code = instructionsOf(program);
  const reads = readsData(program);
  const tests = new Map<number, { span: Span; indices: Set<number>; isOfData: boolean }>();
  code.forEach(({ span, origin, access }, index) => {
    if (!span || span.source || span.file !== source.file || origin || access !== undefined) return;
    const test = testAround(source.text, span.start);
    if (!test || span.end > test.end || loopDepthAt(source.text, test.start) === 0) return;
    const known = tests.get(test.start) ?? {
      span: { ...span, ...test },
      indices: new Set(),
      isOfData: false,
    };
    tests.set(test.start, known);
    known.indices.add(index);
    known.isOfData ||= reads[index] === 1;
  });
  return [...tests.values()]
    .filter(({ isOfData }) => !isOfData)
    .map(({ span, indices }) => ({
      title: `Move the test ${codeAt(findings, span)} out of the loop: one loop without it where it always holds`,
      why: 'it is asked anew in each iteration and depends on no data',
      experiment: 'the instructions of the test are left out',
      promise: promiseOf(findings, (index) => indices.has(index)),
      timing: () => withoutInstructions(findings.timing, (_, index) => indices.has(index)),
      ...placeOf(findings, span),
    }));
}
