// Steps that take tests out of loops: those that depend on no loaded data ask about indices against bounds, which
// most workgroups need not check.

import { hoistedTest } from '../../transform/rewrites/hoisted-test.ts';
import { readsData } from '../dataflow.ts';
import { codeAt, type Findings, instructionsOf, placeOf, sumOf, timeShareOf } from '../findings.ts';
import { loopDepthAt, testAround } from '../source-shape.ts';
import { changeWith } from './edited.ts';
import type { Step } from './step.ts';

export function loopTestSteps(findings: Findings): Step[] {
  const { source, program } = findings;
  if (!source) return [];
  const code = instructionsOf(program);
  const reads = readsData(program);
  const tests = new Map<number, { end: number; indices: Set<number>; isOfData: boolean }>();
  code.forEach(({ span, origin, access }, index) => {
    if (!span || span.source || span.file !== source.file || origin || access !== undefined) return;
    const test = testAround(source.text, span.start);
    if (!test || span.end > test.end || loopDepthAt(source.text, test.start) === 0) return;
    const known = tests.get(test.start) ?? { end: test.end, indices: new Set(), isOfData: false };
    tests.set(test.start, known);
    known.indices.add(index);
    known.isOfData ||= reads[index] === 1;
  });
  const { issues } = findings.watched;
  const all = issues.reduce((sum, count) => sum + count, 0);
  const slots = Math.min(1, sumOf(findings, ['issue', 'alu', 'fma', 'uniform', 'sfu', 'l1', 'lsu'], 'gap'));
  return [...tests].flatMap(([start, { end, indices, isOfData }]) => {
    if (isOfData) return [];
    const span = { file: source.file, start, end };
    const own = [...indices].reduce((sum, index) => sum + issues[index], 0) / all;
    const way = {
      title: `Ask ${codeAt(findings, span)} once before the loop, and leave it out where it always holds`,
      why: 'it is asked anew in each iteration and depends on no data',
      ...placeOf(findings, span),
      change: changeWith(findings, hoistedTest(start)),
    };
    return { promise: timeShareOf(findings, (index) => indices.has(index)) + own * slots, ways: [way] };
  });
}
