// Integers taken to another width.

import type { Builder } from '../../../ir/builder.ts';
import type { ScalarType, ValueId } from '../../../ir/ir.ts';
import { bitWidth } from '../../../ir/ops.ts';
import { emitPure } from '../../fold.ts';

/** The integer at the width of `type`: extended as `extension` says, or its low bits, or itself. */
export function convertInteger(
  builder: Builder,
  value: ValueId,
  type: ScalarType,
  extension: 'uextend' | 'sextend',
): ValueId {
  const from = bitWidth(builder.typeOf(value));
  const to = bitWidth(type);
  if (from === to) return value;
  return emitPure(builder, to > from ? extension : 'itruncate', type, [value]);
}
