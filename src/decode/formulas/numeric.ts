// Formulas on scalars that WGSL and GLSL.std.450 define alike.

import type { ValueId } from '../../ir/ir.ts';
import type { Emitter } from './emitter.ts';

export function degrees(emit: Emitter, radians: ValueId): ValueId {
  return emit.pure('fmul', radians, emit.constant(180 / Math.PI));
}

export function radians(emit: Emitter, degrees: ValueId): ValueId {
  return emit.pure('fmul', degrees, emit.constant(Math.PI / 180));
}

/** -1, 0 or 1 by the sign of an integer. */
export function signedSign(emit: Emitter, value: ValueId): ValueId {
  return emit.pure('smin', emit.pure('smax', value, emit.constant(-1)), emit.constant(1));
}

export function step(emit: Emitter, edge: ValueId, value: ValueId): ValueId {
  return emit.pure('select', emit.test('fle', edge, value), emit.constant(1), emit.constant(0));
}

export function smoothstep(emit: Emitter, low: ValueId, high: ValueId, value: ValueId): ValueId {
  const distance = emit.pure('fsub', value, low);
  const t = saturate(emit, emit.pure('fdiv', distance, emit.pure('fsub', high, low)));
  const slope = emit.pure('fsub', emit.constant(3), emit.pure('fmul', emit.constant(2), t));
  return emit.pure('fmul', emit.pure('fmul', t, t), slope);
}

/** A float limited to the range from 0 to 1. */
export function saturate(emit: Emitter, value: ValueId): ValueId {
  return emit.pure('fmin', emit.pure('fmax', value, emit.constant(0)), emit.constant(1));
}
