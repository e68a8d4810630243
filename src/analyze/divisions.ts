// Integer divisions by values that only run time knows: the driver makes each a chain of conversions, a
// reciprocal of the special-function unit and corrections. All that the source's division became carries its span,
// the guards around the chain, too.

import type { Span } from '../diagnostics/diagnostic.ts';
import { type Findings, instructionsOf } from './findings.ts';

export interface Divisions {
  readonly spans: readonly Span[];
  /** Instructions of the flat program. */
  readonly instructions: ReadonlySet<number>;
}

const DIVISIONS: ReadonlySet<string | undefined> = new Set(['udiv', 'urem', 'sdiv', 'srem']);

export function divisions({ program }: Findings): Divisions {
  const bySpan = new Map<string, { span: Span; indices: number[]; divides: boolean }>();
  instructionsOf(program).forEach(({ span, expands }, index) => {
    if (!span) return;
    const key = `${span.start}:${span.end}`;
    const group = bySpan.get(key) ?? { span, indices: [], divides: false };
    bySpan.set(key, group);
    group.indices.push(index);
    group.divides ||= DIVISIONS.has(expands);
  });
  const found = [...bySpan.values()].filter(({ divides }) => divides);
  return {
    spans: found.map(({ span }) => span),
    instructions: new Set(found.flatMap(({ indices }) => indices)),
  };
}
