// Loops for tests, as front ends make them: a condition at the top that leaves, a body, a step.

import type { Builder } from '../../src/ir/builder.ts';
import type { Instruction, ScalarType, ValueId } from '../../src/ir/ir.ts';
import { isTerminator } from '../../src/ir/walk.ts';

/** `for (i = first; condition(i); i += step)` with carried values; returns their final values. */
export function loop(
  b: Builder,
  options: {
    readonly first: ValueId;
    readonly step: ValueId;
    readonly condition: (i: ValueId) => ValueId;
    readonly carried?: readonly ValueId[];
    readonly isPredicated?: boolean;
  },
  body: (i: ValueId, carried: readonly ValueId[]) => readonly ValueId[] | undefined,
): ValueId[] {
  const initial = options.carried ?? [];
  const types: ScalarType[] = initial.map((value) => b.typeOf(value));
  const id = b.construct();
  const i = b.value('i32', 'i');
  const carried = types.map((type) => b.value(type));
  const results = types.map((type) => b.value(type));
  const region = b.region(() => {
    const guard = b.construct();
    const condition = options.condition(i);
    const then = b.region(() => b.emit({ kind: 'break', target: guard, values: [] }));
    const otherwise = b.region(() => b.emit({ kind: 'break', target: id, values: carried }));
    b.emit({
      kind: 'if',
      id: guard,
      condition,
      results: [],
      then,
      otherwise,
      ...(options.isPredicated ? { isPredicated: true } : {}),
    });
    const next = body(i, carried) ?? [];
    b.emit({ kind: 'next', target: id, values: [b.pure('iadd', 'i32', [i, options.step]), ...next] });
  });
  b.emit({
    kind: 'loop',
    id,
    initial: [options.first, ...initial],
    parameters: [i, ...carried],
    results,
    body: region,
  });
  return results;
}

/** `for (i = 0; i < count; i++)`. */
export function countedLoop(
  b: Builder,
  count: number | ValueId,
  carried: readonly ValueId[],
  body: (i: ValueId, carried: readonly ValueId[]) => readonly ValueId[] | undefined,
  isConstant = true,
): ValueId[] {
  const bound = isConstant ? b.constant('i32', count) : count;
  return loop(
    b,
    {
      first: b.constant('i32', 0),
      step: b.constant('i32', 1),
      condition: (i) => b.pure('slt', 'bool', [i, bound]),
      carried,
    },
    body,
  );
}

/** `if (condition) { body }`; the body may leave with a terminator of its own. */
export function when(b: Builder, condition: ValueId, body: () => void, isPredicated = false): void {
  const id = b.construct();
  const end: Instruction = { kind: 'break', target: id, values: [] };
  const region = b.region(body);
  const last = region.instructions.at(-1);
  const then = last && isTerminator(last) ? region : { instructions: [...region.instructions, end] };
  const otherwise = { instructions: [end] };
  const flags = isPredicated ? { isPredicated } : {};
  b.emit({ kind: 'if', id, condition, results: [], then, otherwise, ...flags });
}

export function scaled(b: Builder, value: ValueId): ValueId {
  return b.pure('shl', 'i32', [value, b.constant('i32', 2)]);
}
