// Integer divisions by values that only run time knows: the driver makes each a chain of conversions, a
// reciprocal of the special-function unit and corrections. All instructions of such a chain carry the span of
// the division, which is how they are found again.

import type { Span } from '../diagnostics/diagnostic.ts';
import { type Findings, instructionsOf } from './findings.ts';

export interface Divisions {
  readonly spans: readonly Span[];
  /** Instructions of the flat program. */
  readonly instructions: ReadonlySet<number>;
}

export function divisions({ program }: Findings): Divisions {
  const bySpan = new Map<string, { span: Span; indices: number[]; opcodes: Set<string> }>();
  instructionsOf(program).forEach(({ span, opcode }, index) => {
    if (!span) return;
    const key = `${span.start}:${span.end}`;
    const group = bySpan.get(key) ?? { span, indices: [], opcodes: new Set() };
    bySpan.set(key, group);
    group.indices.push(index);
    group.opcodes.add(opcode.replace(/P?\..*$/, ''));
  });
  const found = [...bySpan.values()].filter(
    ({ opcodes }) => opcodes.has('MUFU') && opcodes.has('I2F') && opcodes.has('F2I'),
  );
  return {
    spans: found.map(({ span }) => span),
    instructions: new Set(found.flatMap(({ indices }) => indices)),
  };
}
