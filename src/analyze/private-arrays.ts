// Private arrays that are indexed at run time, with the time that their accesses take: in memory each goes through
// L1, in registers each compares its index with all that it may be.

import type { Span } from '../diagnostics/diagnostic.ts';
import { forEachInstruction } from '../ir/walk.ts';
import { type Findings, instructionsOf, timeShareOf } from './findings.ts';

export interface PrivateArrayUse {
  readonly name: string;
  readonly bytes: number;
  readonly isInMemory: boolean;
  /** Share of the warps' time at its accesses. */
  readonly timeShare: number;
  readonly span: Span | undefined;
}

export function privateArrayUses(findings: Findings): PrivateArrayUse[] {
  const { module, registerArrays, constantTables } = findings.program;
  const code = instructionsOf(findings.program);
  return module.variables.flatMap(({ name, space, sizeBytes, span }, index): PrivateArrayUse[] => {
    if (space !== 'private' || constantTables.has(index)) return [];
    const places = new Set<string>();
    forEachInstruction(module.body, (each) => {
      const isAccess = each.kind === 'load' || each.kind === 'store';
      if (isAccess && each.root.space === 'private' && each.root.index === index && each.span)
        places.add(keyOf(each.span));
    });
    const timeShare = timeShareOf(findings, (at) => {
      const { span: place } = code[at];
      return place !== undefined && places.has(keyOf(place));
    });
    return [{ name, bytes: sizeBytes, isInMemory: !registerArrays.has(index), timeShare, span }];
  });
}

function keyOf({ start, end }: Span): string {
  return `${start}:${end}`;
}
