// A `switch` is a tree of compares, and a compare at its bottom that decides between two small cases needs no
// branch: the two become one case with a predicated `if`. Only where every selector is known to have its case.
// Source: driver code for SM 9.0 (the tree halves the sorted values; the default is the last leaf).

import type { IfInstruction, Region, SwitchInstruction } from '../../../ir/ir.ts';
import type { Rewriter } from '../../../ir/rewrite.ts';

type Case = SwitchInstruction['cases'][number];

/**
 * Puts the switch with its pairs in the rewriter; false when there are none. `fits` tells whether two bodies, which
 * end with a break of construct `id`, may share a case.
 */
export function pairCases(
  instruction: SwitchInstruction,
  selectorMax: number,
  fits: (then: Region, otherwise: Region, id: number) => boolean,
  rewriter: Rewriter,
): boolean {
  const explicit = instruction.cases.filter((each) => !each.isDefault);
  const last = instruction.cases.find((each) => each.isDefault);
  const sorted = explicit.toSorted((a, b) => a.values[0] - b.values[0]);
  const isDense = sorted.every(({ values }, index) => values.length === 1 && values[0] === index);
  if (!last || !isDense || selectorMax > sorted.length) return false;
  const pairs = leafPairs(sorted, last).filter(([a, b]) => fits(a.body, b.body, instruction.id));
  if (pairs.length === 0) return false;
  const first = new Map(pairs.map(([a, b]) => [b, a]));
  const merged = new Set(pairs.map(([a]) => a));
  const cases = instruction.cases
    .filter((each) => !merged.has(each))
    .map((each): Case => {
      const other = first.get(each);
      if (!other) return each;
      const body = choice(instruction, other, each, rewriter);
      return { values: [...other.values, ...each.values], isDefault: each.isDefault, body };
    });
  rewriter.emit({ ...instruction, cases });
  return true;
}

/** Cases that one compare at the bottom of the tree tells apart; the second is the default or the larger value. */
function leafPairs(sorted: readonly Case[], last: Case | undefined): (readonly [Case, Case])[] {
  const [first, second] = sorted;
  if (!first) return [];
  if (sorted.length === 1) return last ? [[first, last]] : [];
  if (sorted.length === 2 && !last) return [[first, second]];
  const middle = sorted.length >> 1;
  return [...leafPairs(sorted.slice(0, middle), undefined), ...leafPairs(sorted.slice(middle), last)];
}

/** The body of a case that stands for two. */
function choice(instruction: SwitchInstruction, then: Case, otherwise: Case, rewriter: Rewriter): Region {
  const id = rewriter.construct();
  const results = instruction.results.map((each) => rewriter.value(rewriter.typeOf(each)));
  return rewriter.region(() => {
    const value = rewriter.constant(rewriter.typeOf(instruction.selector), then.values[0]);
    const condition = rewriter.pure('ieq', 'bool', [instruction.selector, value]);
    const branch: IfInstruction = {
      kind: 'if',
      id,
      condition,
      results,
      then: leaving(then.body, id),
      otherwise: leaving(otherwise.body, id),
      isPredicated: true,
    };
    rewriter.emit(branch);
    rewriter.emit({ kind: 'break', target: instruction.id, values: results });
  });
}

/** The region with its last break leaving another construct. */
function leaving({ instructions }: Region, target: number): Region {
  const end = instructions.at(-1)!;
  const values = end.kind === 'break' ? end.values : [];
  return {
    instructions: [
      ...instructions.slice(0, -1),
      { kind: 'break', target, values, ...(end.span ? { span: end.span } : {}) },
    ],
  };
}
