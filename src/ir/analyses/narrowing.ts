// What a condition that holds, or does not hold, says about the range of the i32 values it compares.

import type { PureInstruction, ValueId } from '../ir.ts';
import { type Interval, meetSigned, meetUnsigned, signed, unsigned } from './interval.ts';

export interface Narrowing {
  readonly value: ValueId;
  readonly interval: Interval;
}

/**
 * The values that `condition` being `holds` narrows, with their new intervals. `definitions` gives the
 * instruction that made a value, where it is known.
 */
export function narrowings(
  condition: ValueId,
  holds: boolean,
  definitions: readonly (PureInstruction | undefined)[],
  intervals: readonly Interval[],
): Narrowing[] {
  const found: Narrowing[] = [];
  collect(condition, holds, definitions, intervals, found);
  return found;
}

function collect(
  condition: ValueId,
  holds: boolean,
  definitions: readonly (PureInstruction | undefined)[],
  intervals: readonly Interval[],
  found: Narrowing[],
): void {
  const definition = definitions[condition];
  if (!definition) return;
  const [a, b] = definition.operands as [ValueId, ValueId];
  switch (definition.op) {
    case 'and':
    case 'or':
      if (holds !== (definition.op === 'and')) return;
      collect(a, holds, definitions, intervals, found);
      collect(b, holds, definitions, intervals, found);
      return;
    case 'not':
      collect(a, !holds, definitions, intervals, found);
      return;
    case 'ult':
      order(holds ? a : b, holds ? b : a, holds, true, intervals, found);
      return;
    case 'ule':
      order(holds ? a : b, holds ? b : a, !holds, true, intervals, found);
      return;
    case 'slt':
      order(holds ? a : b, holds ? b : a, holds, false, intervals, found);
      return;
    case 'sle':
      order(holds ? a : b, holds ? b : a, !holds, false, intervals, found);
      return;
    case 'ieq':
    case 'ine':
      if (holds === (definition.op === 'ieq')) equal(a, b, intervals, found);
      return;
    default:
      return;
  }
}

/** `small` is below `large`, or at most equal to it when not strict. */
function order(
  small: ValueId,
  large: ValueId,
  isStrict: boolean,
  isUnsigned: boolean,
  intervals: readonly Interval[],
  found: Narrowing[],
): void {
  const read = isUnsigned ? unsigned : signed;
  const meet = isUnsigned ? meetUnsigned : meetSigned;
  const x = intervals[small];
  const y = intervals[large];
  const gap = isStrict ? 1 : 0;
  found.push({ value: small, interval: meet(x, Number.NEGATIVE_INFINITY, read(y).high - gap) });
  found.push({ value: large, interval: meet(y, read(x).low + gap, Number.POSITIVE_INFINITY) });
}

function equal(a: ValueId, b: ValueId, intervals: readonly Interval[], found: Narrowing[]): void {
  const x = unsigned(intervals[a]);
  const y = unsigned(intervals[b]);
  found.push({ value: a, interval: meetUnsigned(x, y.low, y.high) });
  found.push({ value: b, interval: meetUnsigned(y, x.low, x.high) });
}
